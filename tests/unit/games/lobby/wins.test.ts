import { expect, it } from "vitest";
import { readTopWins } from "~/games/lobby/top-wins.server";
import type { Language } from "~/i18n/languages";
import { fakeClock, userId } from "../../../support/database";
import { databaseForEachTest } from "../../../support/for-each-test";
import { storeWin } from "../../../support/game-events";
import { testSite } from "../../../support/test-site";

const test = databaseForEachTest({ users: { ana: 1000 } });

const win = (amount: number, at: string) =>
	storeWin(test.db, { userId: userId("ana"), amount, at, stake: 20 });
const read = (now: string, language: Language = "en") => {
	return readTopWins(testSite({ db: test.db, now: fakeClock(now).now }), language);
};
const top = async (now: string) => (await read(now)).map(({ amount }) => amount);

it("lists the five largest wins, largest first, with the names of the winners", async () => {
	for (const amount of [5, 70, 30, 90, 10, 50]) await win(amount, "2026-03-04T10:00:00.000Z");
	expect(await top("2026-03-04T12:00:00.000Z")).toEqual([90, 70, 50, 30, 10]);
	const [first] = await read("2026-03-04T12:00:00.000Z");
	expect(first).toEqual({
		id: expect.any(String),
		amount: 90,
		multiplier: 550,
		game: "Navalhas Plinko",
		username: "ana",
		when: "2 h ago",
	});
});

it("stores wins above 0 with their multiplier in hundredths", async () => {
	for (const amount of [10, 20, 1, 13, 0, -10]) await win(amount, "2026-03-04T10:00:00.000Z");
	const stored = await test.db.selectFrom("game_wins").select(["amount", "multiplier"]).execute();
	expect(stored.map(({ amount, multiplier }) => [amount, multiplier]).sort()).toEqual([
		[1, 105],
		[10, 150],
		[13, 165],
		[20, 200],
	]);
});

it("starts the day at midnight in the site's time zone, also in summer", async () => {
	await win(90, "2026-07-01T22:59:59.999Z");
	await win(10, "2026-07-01T23:00:00.000Z");
	expect(await top("2026-07-02T12:00:00.000Z")).toEqual([10]);
	expect(await top("2026-07-01T22:59:59.999Z")).toEqual([90]);
});

it("shows the age of a win in both languages, and the date of one that is a day old", async () => {
	await win(50, "2026-03-04T10:00:00.000Z");
	for (const [now, pt, en] of [
		["2026-03-04T10:00:59.999Z", "Agora mesmo", "Just now"],
		["2026-03-04T10:01:00.000Z", "há 1 min", "1 min ago"],
		["2026-03-04T10:59:59.999Z", "há 59 min", "59 min ago"],
		["2026-03-04T11:00:00.000Z", "há 1 h", "1 h ago"],
		["2026-03-04T23:59:59.999Z", "há 13 h", "13 h ago"],
	] as const) {
		const shown = [(await read(now, "pt"))[0]?.when, (await read(now, "en"))[0]?.when];
		expect(shown, now).toEqual([pt, en]);
	}
	// The clocks go back.
	await win(50, "2026-10-24T23:00:00.000Z");
	expect((await read("2026-10-25T23:30:00.000Z"))[0]?.when).toBe("25 Oct 2026");
});
