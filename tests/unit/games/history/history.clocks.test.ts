import { expect, it } from "vitest";
import { GAMES } from "~/games/games.server";
import { readHistory } from "~/games/history/history.server";
import { addBet, addSoloRound } from "../../../support/data/crash-rows";
import { userId } from "../../../support/database";
import { databaseForEachTest } from "../../../support/for-each-test";

const test = databaseForEachTest({ users: { ana: 1000 } });
const ana = userId("ana");

/** A lost bet of some points. */
async function lose(amount: number, at: string) {
	const round_id = `round-${amount}`;
	const over = { status: "closed", crash_point: 250, opened_at: at, closed_at: at } as const;
	await addSoloRound(test.db, { id: round_id, ...over });
	await addBet(test.db, { id: `${amount}`, round_id, amount, status: "lost", payout: 0, created_at: at });
}

it.each([
	["forward, of 23 hours", "2026-03-29", "00:00:00.000", "22:59:59.999", 0],
	["back, of 25 hours", "2026-10-25", "23:00:00.000", "23:59:59.999", 1],
])(
	"the totals of the day on which Lisbon's clocks go %s, cover all of it",
	async (...[, date, first, last, before]) => {
		const yesterday = new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
		const begin = `${before === 1 ? yesterday : date}T${first}Z`;
		const end = `${date}T${last}Z`;
		await lose(1, new Date(Date.parse(begin) - 1).toISOString());
		await lose(10, begin);
		await lose(100, end);
		await lose(1000, new Date(Date.parse(end) + 1).toISOString());
		const tools = { db: test.db, config: { SITE_TIMEZONE: "Europe/Lisbon" }, games: GAMES };
		const { days } = await readHistory(tools, ana, new URLSearchParams(), "en");
		expect(days.map(({ rounds, staked }) => [rounds, staked])).toEqual([
			[1, 1000],
			[2, 110],
			[1, 1],
		]);
		expect(days[1]?.date).toBe(date);
	},
);
