import { afterEach, beforeEach, expect, it } from "vitest";
import { readTopWins, recordWin } from "~/games/lobby/wins.server";
import { addUser, openTestDatabase, type TestDatabase } from "../../../support/database";

let test: TestDatabase;
let ana: string;

beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
	ana = await addUser(test.db, "ana");
});
afterEach(() => test.close());

const win = (amount: number, at: string) =>
	test.db.transaction().execute((trx) =>
		recordWin(trx, {
			userId: ana,
			amount,
			game: "Navalhas Plinko",
			at: new Date(at),
			timeZone: "Europe/Lisbon",
		}),
	);
const top = async (now: string) =>
	(await readTopWins(test.db, new Date(now), "Europe/Lisbon")).map(({ amount }) => amount);

it("shows the five biggest wins, biggest first, with the winner's name", async () => {
	for (const amount of [5, 70, 30, 90, 10, 50]) await win(amount, "2026-03-04T10:00:00.000Z");
	expect(await top("2026-03-04T12:00:00.000Z")).toEqual([90, 70, 50, 30, 10]);
	const [first] = await readTopWins(test.db, new Date("2026-03-04T12:00:00.000Z"), "Europe/Lisbon");
	expect(first).toMatchObject({ twitch_username: "ana", game_name: "Navalhas Plinko" });
});

it("puts the earlier of two equal wins first", async () => {
	await win(50, "2026-03-04T11:00:00.000Z");
	await win(50, "2026-03-04T10:00:00.000Z");
	const wins = await readTopWins(test.db, new Date("2026-03-04T12:00:00.000Z"), "Europe/Lisbon");
	expect(wins.map(({ created_at }) => created_at.slice(11, 13))).toEqual(["10", "11"]);
});

it("counts from midnight in the site's time zone, in summer too", async () => {
	await win(90, "2026-07-01T22:59:59.999Z");
	await win(10, "2026-07-01T23:00:00.000Z");
	expect(await top("2026-07-02T12:00:00.000Z")).toEqual([10]);
	expect(await top("2026-07-01T22:59:59.999Z")).toEqual([90]);
});

it.each([0, -10])("keeps no win of %d points", async (amount) => {
	await win(amount, "2026-03-04T10:00:00.000Z");
	expect(await top("2026-03-04T12:00:00.000Z")).toEqual([]);
});
