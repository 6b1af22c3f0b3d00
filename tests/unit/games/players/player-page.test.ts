import { afterEach, beforeEach, expect, it } from "vitest";
import { PLINKO_NAME } from "~/games/lobby/game-names";
import { recordWin } from "~/games/lobby/wins.server";
import { pageAddress } from "~/games/players/player-page";
import {
	readChoices,
	readPlayerSettings,
	readPublicPlayer,
	saveChoices,
} from "~/games/players/player-page.server";
import { addUser, fakeClock, openTestDatabase, type TestDatabase } from "../../../support/database";

const ALL = { isPublic: true, showsPoints: true, showsWins: true, showsSince: true };
const NOTHING = { isPublic: true, showsPoints: false, showsWins: false, showsSince: false };
let test: TestDatabase;
let ana: string;
const clock = fakeClock();

beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
	ana = await addUser(test.db, "ana", 1234);
	await addUser(test.db, "bruno");
});
afterEach(() => test.close());

const tools = () => ({ db: test.db, now: clock.now, config: { SITE_TIMEZONE: "Europe/Lisbon" } });
const read = (name = "ana") => readPublicPlayer(tools(), name, "en");
const win = (amount: number) =>
	test.db.transaction().execute((trx) =>
		recordWin(trx, {
			...{ userId: ana, stake: 100, payout: 100 + amount, game: PLINKO_NAME },
			...{ at: clock.now(), timeZone: "Europe/Lisbon" },
		}),
	);

it("is private until its player says otherwise, and then again", async () => {
	expect(await read()).toBeUndefined();
	expect(await readChoices(test.db, ana)).toEqual({ ...NOTHING, isPublic: false });
	await saveChoices(tools(), ana, ALL);
	expect(await read()).toBeDefined();
	await saveChoices(tools(), ana, { ...ALL, isPublic: false });
	expect(await read()).toBeUndefined();
});

it("of nobody, and one that is not public, cannot be told apart", async () => {
	expect([await read("nobody"), await read("bruno"), await read(""), await read("%")]).toEqual(
		Array(4).fill(undefined),
	);
});

it("shows what its player allows, and of the rest nothing", async () => {
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

it("shows its player how it looks while nobody else sees it", async () => {
	await saveChoices(tools(), ana, { ...ALL, isPublic: false });
	const { choices, shown } = await readPlayerSettings(tools(), ana, "pt");
	expect(choices).toEqual({ ...ALL, isPublic: false });
	expect(shown).toMatchObject({ username: "ana", points: 1234, since: "01/03/2026", wins: [] });
});

it("is found by the name in any case, and by none that somebody else has taken since", async () => {
	const call = (id: string, name: string) =>
		test.db.updateTable("users").set({ twitch_username: name }).where("id", "=", id).execute();
	await saveChoices(tools(), ana, ALL);
	expect(await read("ANA")).toMatchObject({ username: "ana" });
	const other = await addUser(test.db, "other", 7);
	await call(other, "ana");
	expect(await read(), "who has the name now keeps a page to themselves").toBeUndefined();
	await saveChoices(tools(), other, ALL);
	expect(await read(), "until both have signed in, nobody knows whose it is").toBeUndefined();
	await call(ana, "ana-new");
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
])("of %j stands at %s", (name, address) => {
	expect(pageAddress(name)).toBe(address);
});
