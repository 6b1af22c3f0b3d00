import { beforeEach, describe, expect, it } from "vitest";
import { type Choice, choiceIn } from "~/games/lobby/leaders";
import { createLeaders } from "~/games/lobby/leaders.server";
import { PRIVATE } from "~/games/players/player-page.schema";
import { saveChoices } from "~/games/players/player-page.server";
import { addUser, fakeClock } from "../../../support/database";
import { databaseForEachTest } from "../../../support/for-each-test";
import { storeWin } from "../../../support/game-events";
import { testSite } from "../../../support/test-site";
import { removeGuards } from "../../../support/unguarded";

const NAMES = Array.from({ length: 14 }, (_, n) => `player${n}`);
const NOON = "2026-03-04T12:00:00.000Z";
const config = { SITE_TIMEZONE: "Europe/Lisbon" };
const test = databaseForEachTest();
let clock: ReturnType<typeof fakeClock>;

beforeEach(async () => {
	for (const name of NAMES) await addUser(test.db, name);
	clock = fakeClock(NOON);
});

const tools = () =>
	testSite({
		...{ db: test.db, now: clock.now, config },
		clock: { now: () => clock.now().getTime(), at: () => () => {} },
		randomHex: (size: number) => "5".repeat(2 * size),
	});
const win = (name: string, amount: number, at = NOON, stake = 100) =>
	storeWin(test.db, { userId: `user-${name}`, amount, at, stake });
const read = (choice: Partial<Choice> = {}, leaders = createLeaders(tools())) =>
	leaders.read({ by: "win", span: "today", ...choice }, "en");
const amounts = async (choice?: Partial<Choice>) =>
	(await read(choice)).leaders.map(({ username, amount }) => [username, amount]);

describe("the leaders", () => {
	it("are at most ten, each with the best win, the earlier of equal ones first", async () => {
		for (const [place, name] of NAMES.entries()) await win(name, 10 + place);
		await win("player3", 500);
		await win("player3", 400);
		await win("player9", 500, "2026-03-04T11:00:00.000Z");
		const { leaders } = await read();
		expect(leaders).toHaveLength(10);
		expect(leaders.slice(0, 3).map(({ username, amount }) => [username, amount])).toEqual([
			["player9", 500],
			["player3", 500],
			["player13", 23],
		]);
		expect(leaders[0]).toEqual({
			...{ id: expect.any(String), username: "player9", address: undefined, amount: 500 },
			...{ multiplier: 600, game: "Navalhas Plinko", when: "1 h ago" },
		});
	});

	it("by multiplier are sorted by payout relative to the stake, without old wins that store none", async () => {
		await win("player3", 900);
		await removeGuards(test.db);
		await test.db.updateTable("game_wins").set({ multiplier: null }).execute();
		await win("player1", 800, NOON, 1000);
		await win("player2", 90, NOON, 10);
		expect((await read({ by: "multiplier" })).leaders.map(({ multiplier }) => multiplier)).toEqual([
			1000, 180,
		]);
		expect((await read()).leaders.map(({ amount, multiplier }) => [amount, multiplier])).toEqual([
			[900, null],
			[800, 180],
			[90, 1000],
		]);
	});

	it("of a period are those of its days in the site's time zone", async () => {
		await win("player1", 10, "2026-03-04T00:00:00.000Z");
		await win("player2", 20, "2026-03-03T23:59:59.999Z");
		await win("player3", 30, "2026-02-26T00:00:00.000Z");
		await win("player4", 40, "2026-02-25T23:59:59.999Z");
		await win("player5", 50, "2026-02-03T00:00:00.000Z");
		await win("player6", 60, "2026-02-02T23:59:59.999Z");
		const players = async (span: Choice["span"]) => (await amounts({ span })).map(([, amount]) => amount);
		expect(await players("today")).toEqual([10]);
		expect(await players("week")).toEqual([30, 20, 10]);
		expect(await players("month")).toEqual([50, 40, 30, 20, 10]);
		expect(await players("all")).toEqual([60, 50, 40, 30, 20, 10]);
	});
});

it("the leaders include players behind one with hundreds of higher wins", async () => {
	for (let n = 0; n < 60; n++) await win("player0", 5000 + n);
	for (const name of NAMES) await win(name, 20);
	expect((await amounts()).map(([, amount]) => amount)).toEqual([5059, ...Array(9).fill(20)]);
});

describe("the name of a leader", () => {
	it("is the current one, and links to the player's page only while that is public, with immediate effect", async () => {
		await win("player1", 10);
		const leaders = createLeaders(tools());
		const first = async () => (await read({}, leaders)).leaders[0];
		const publish = (isPublic: boolean) => saveChoices(tools(), "user-player1", { ...PRIVATE, isPublic });
		expect(await first()).toMatchObject({ username: "player1", address: undefined });
		await publish(true);
		expect((await first())?.address).toBe("/players/player1");
		const users = test.db.updateTable("users").where("id", "=", "user-player1");
		await users.set({ twitch_username: "new/name" }).execute();
		expect(await first()).toMatchObject({ username: "new/name", address: "/players/new%2Fname" });
		await publish(false);
		expect(await first()).toMatchObject({ username: "new/name", address: undefined });
	});
});

describe("the leaderboard cache", () => {
	it("is valid for three seconds until midnight, and includes wins of the previous day that are stored in the hour after it", async () => {
		const leaders = createLeaders(tools());
		const count = async (span: Choice["span"] = "today") => (await read({ span }, leaders)).leaders.length;
		expect(await count()).toBe(0);
		await win("player1", 10, "2026-03-04T23:59:59.000Z");
		clock.pass(2999);
		expect(await count(), "for three seconds").toBe(0);
		clock.pass(1);
		expect(await count()).toBe(1);
		clock.set("2026-03-04T23:59:59.900Z");
		expect([await count(), await count("week")]).toEqual([1, 1]);
		clock.set("2026-03-05T00:00:00.100Z");
		expect([await count(), await count("week")]).toEqual([0, 1]);
		await win("player2", 10, "2026-03-04T23:59:59.900Z");
		clock.pass(3000);
		for (const span of ["week", "month", "all"] as const) expect(await count(span), span).toBe(2);
		expect(await count()).toBe(0);
		for (const later of ["2026-03-05T01:00:00.000Z", "2026-03-06T00:00:01.000Z"]) {
			clock.set(later);
			expect([await count("week"), await count("all")], later).toEqual([2, 2]);
		}
	});
});

it.each([
	["", "win", "week"],
	["by=multiplier&span=all", "multiplier", "all"],
	["by=%3Cscript%3E&span=toString", "win", "week"],
	["by=win&by=multiplier&span=week", "win", "week"],
])("the URL parameters %j select %s, %s", (search, by, span) => {
	expect(choiceIn(new URLSearchParams(search))).toEqual({ by, span });
});
