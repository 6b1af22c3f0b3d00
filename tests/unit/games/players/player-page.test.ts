import { engineAt } from "db/open";
import { expect, it } from "vitest";
import { pageAddress } from "~/games/players/player-page";
import {
	readChoices,
	readPlayerSettings,
	readPublicPlayer,
	saveChoices,
} from "~/games/players/player-page.server";
import { addUser, fakeClock, userId } from "../../../support/database";
import { databaseForEachTest } from "../../../support/for-each-test";
import { storeWin } from "../../../support/game-events";
import { testSite } from "../../../support/test-site";

const ALL = { isPublic: true, showsPoints: true, showsWins: true, showsSince: true };
const NOTHING = { isPublic: true, showsPoints: false, showsWins: false, showsSince: false };
const test = databaseForEachTest({ users: { ana: 1234, bruno: 1000 } });
const ana = userId("ana");
const clock = fakeClock();

const randomHex = (size: number) => "5".repeat(2 * size);
const tools = () => testSite({ db: test.db, now: clock.now, randomHex });
const read = (name = "ana") => readPublicPlayer(tools(), name, "en");
const win = (amount: number) => storeWin(test.db, { userId: ana, amount, at: clock.now().toISOString() });

it("a player page is private by default, with a preview, and can be published and hidden again", async () => {
	expect(await read()).toBeUndefined();
	expect(await readChoices(test.db, ana)).toEqual({ ...NOTHING, isPublic: false });
	await saveChoices(tools(), ana, ALL);
	expect(await read()).toBeDefined();
	await saveChoices(tools(), ana, { ...ALL, isPublic: false });
	expect(await read()).toBeUndefined();
	const { choices, shown } = await readPlayerSettings(tools(), ana, "pt");
	expect(choices).toEqual({ ...ALL, isPublic: false });
	expect(shown).toMatchObject({ username: "ana", points: 1234, since: "01/03/2026", wins: [] });
});

it("an unknown and a private player page are indistinguishable, also by their SQL statements", async () => {
	const statements: string[] = [];
	const db = engineAt(test.url, ".").open({ ran: (text) => void statements.push(text) });
	const answerTo = async (name: string) => {
		statements.length = 0;
		return [await readPublicPlayer({ ...tools(), db }, name, "en"), ...statements];
	};
	// A new connection runs statements that others do not.
	await answerTo("nobody");
	const unknown = await answerTo("nobody");
	expect(unknown).toEqual([undefined, expect.stringContaining("twitch_username")]);
	for (const name of ["bruno", "", "%"]) expect(await answerTo(name), name).toEqual(unknown);
	await db.destroy();
});

it("a player page shows only what its player has enabled", async () => {
	for (const amount of [5, 70, 30, 90, 10, 50]) await win(amount);
	await saveChoices(tools(), ana, ALL);
	expect(await read()).toEqual({
		username: "ana",
		points: 1234,
		since: "1 Mar 2026",
		wins: [90, 70, 50, 30, 10].map((amount) => ({
			id: expect.any(String),
			amount,
			multiplier: 100 + amount,
			game: "Navalhas Plinko",
			when: "Just now",
		})),
	});
	await saveChoices(tools(), ana, NOTHING);
	expect(await read()).toEqual({ username: "ana", points: undefined, since: undefined, wins: undefined });
});

it("a player page is found by the name in any case, unless another user has taken the name", async () => {
	const rename = (id: string, name: string) =>
		test.db.updateTable("users").set({ twitch_username: name }).where("id", "=", id).execute();
	await saveChoices(tools(), ana, ALL);
	expect(await read("ANA")).toMatchObject({ username: "ana" });
	const other = await addUser(test.db, "other", 7);
	await rename(other, "ana");
	expect(await read(), "the page of the new owner of the name is private").toBeUndefined();
	await saveChoices(tools(), other, ALL);
	expect(await read(), "the name is ambiguous until the previous owner is renamed").toBeUndefined();
	await rename(ana, "ana-new");
	expect(await read()).toMatchObject({ points: 7 });
	expect(await read("ana-new")).toMatchObject({ points: 1234 });
});

it.each([
	["ana", "/players/ana"],
	["a/b?c#d", "/players/a%2Fb%3Fc%23d"],
	['"><script>', "/players/%22%3E%3Cscript%3E"],
	["ção 🎉", "/players/%C3%A7%C3%A3o%20%F0%9F%8E%89"],
	["..", undefined],
	[".", undefined],
	["...", "/players/..."],
])("the page of %j has the path %s", (name, address) => {
	expect(pageAddress(name)).toBe(address);
});
