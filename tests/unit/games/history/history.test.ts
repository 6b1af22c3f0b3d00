import { describe, expect, it } from "vitest";
import { readHistory } from "~/games/history/history.server";
import { addBet, addChain, addLiveRound, addSoloRound } from "../../../support/data/crash-rows";
import { userId } from "../../../support/database";
import { databaseForEachTest } from "../../../support/for-each-test";
import { gameTools, playPlinko as playIn } from "../../../support/game-events";
import { testSite } from "../../../support/test-site";

const test = databaseForEachTest({ users: { ana: 100_000, bruno: 1000 } });
const ana = userId("ana");
const read = (query = "", language: "en" | "pt" = "en") =>
	readHistory(testSite({ db: test.db }), ana, new URLSearchParams(query), language);
const shownIn = ({ days }: Awaited<ReturnType<typeof read>>) => days.flatMap(({ shown }) => shown);

const playPlinko = (player = ana) => playIn(gameTools(test.db, player), player);

interface Flight {
	id: string;
	at: string;
	amount?: number;
	payout?: number;
	status?: "active" | "cashed_out" | "lost" | "refunded" | "cancelled";
}

/** A solo bet on a separate round that crashed at 2.50x; one that is cashed out is at 2.00x. */
async function fly({ id, at, amount = 30, payout, status = "lost" }: Flight) {
	const isOver = status !== "active";
	const crash = { crash_point: 250, closed_at: at };
	await addSoloRound(test.db, {
		id: `round-${id}`,
		opened_at: at,
		status: status === "refunded" ? "voided" : isOver ? "closed" : "open",
		...(isOver && status !== "refunded" ? crash : {}),
	});
	await addBet(test.db, {
		...{ id, round_id: `round-${id}`, amount, status, created_at: at },
		...(status === "cashed_out" ? { payout: payout ?? amount * 2, cash_out_multiplier: 200 } : {}),
		...(status === "lost" ? { payout: 0 } : {}),
	});
}

describe("a player's history", () => {
	it("contains the settled rounds of every game, newest first, each with its verifier", async () => {
		await fly({ id: "lost", at: "2026-03-04T10:00:00.000Z" });
		await fly({ id: "won", at: "2026-03-04T11:00:00.000Z", status: "cashed_out" });
		await fly({ id: "refunded", at: "2026-03-04T11:30:00.000Z", status: "refunded" });
		await fly({ id: "flying", at: "2026-03-04T11:40:00.000Z", status: "active" });
		await fly({ id: "cancelled", at: "2026-03-04T11:50:00.000Z", status: "cancelled" });
		const chain = await addChain(test.db, "chain", 2);
		await addLiveRound(test.db, chain, 1, "closed");
		const live = { round_id: "chain-1", amount: 50, created_at: "2026-03-04T09:00:00.000Z" };
		await addBet(test.db, { ...live, id: "live", status: "lost", payout: 0 });
		// Of a flight that is not over, the crash point is secret.
		await addLiveRound(test.db, chain, 2, "open");
		const early = { status: "cashed_out", payout: 55, cash_out_multiplier: 110 } as const;
		await addBet(test.db, { ...live, ...early, id: "early", round_id: "chain-2" });
		const round = await playPlinko();
		await playPlinko(userId("bruno"));
		const [first, ...rest] = shownIn(await read());
		expect(first).toMatchObject({
			id: round.id,
			game: "Plinko",
			result: "3 balls",
			staked: 30,
			verifierPath: `/fairness?round=${round.id}`,
			shareId: undefined,
		});
		expect(rest.map(({ id, result, staked, received }) => [id, result, staked, received])).toEqual([
			["refunded", "Refunded", 30, 30],
			["won", "Cashed out at 2x", 30, 60],
			["lost", "Crashed at 2.5x", 30, 0],
			["live", expect.stringMatching(/^Crashed at/), 50, 0],
			["early", "Cashed out at 1.1x", 50, 55],
		]);
		expect(rest.at(-2)?.verifierPath).toBe("/fairness/live-crash?round=chain-1");
		expect(rest[0]?.verifierPath).toBe("/fairness/crash?round=round-refunded");
	});

	it("is grouped by the days of the site's time zone, each with the net of the whole day", async () => {
		// Lisbon's clocks go forward in the night to 29 March: from UTC to UTC+1.
		await fly({ id: "a", at: "2026-03-28T23:59:59.999Z", amount: 10 });
		await fly({ id: "b", at: "2026-03-29T00:00:00.000Z", amount: 20, status: "cashed_out" });
		await fly({ id: "c", at: "2026-03-29T22:59:59.999Z", amount: 40 });
		await fly({ id: "d", at: "2026-03-29T23:00:00.000Z", amount: 80 });
		// They go back in the night to 25 October, which lasts 25 hours.
		await fly({ id: "e", at: "2026-10-24T22:59:59.999Z", amount: 10 });
		await fly({ id: "f", at: "2026-10-24T23:00:00.000Z", amount: 10 });
		await fly({ id: "g", at: "2026-10-25T23:59:59.999Z", amount: 20 });
		await fly({ id: "h", at: "2026-10-26T00:00:00.000Z", amount: 40 });
		const { days } = await read();
		const idsOf = (shown: { id: string }[]) => shown.map(({ id }) => id).join();
		expect(days.map((day) => [day.date, day.rounds, day.staked, day.received, idsOf(day.shown)])).toEqual([
			["2026-10-26", 1, 40, 0, "h"],
			["2026-10-25", 2, 30, 0, "g,f"],
			["2026-10-24", 1, 10, 0, "e"],
			["2026-03-30", 1, 80, 0, "d"],
			["2026-03-29", 2, 60, 40, "c,b"],
			["2026-03-28", 1, 10, 0, "a"],
		]);
	});

	it("is filtered by game and outcome, ignores unknown filters, and keeps the totals of the day", async () => {
		await fly({ id: "lost", at: "2026-03-04T10:00:00.000Z" });
		await fly({ id: "won", at: "2026-03-04T11:00:00.000Z", status: "cashed_out" });
		await fly({ id: "even", at: "2026-03-04T12:00:00.000Z", status: "cashed_out", payout: 30 });
		await playPlinko();
		const ids = async (query: string) => shownIn(await read(query)).map(({ id }) => id);
		expect(await ids("game=crash")).toEqual(["even", "won", "lost"]);
		expect(await ids("game=crash&outcome=won")).toEqual(["won"]);
		expect(await ids("game=crash&outcome=lost")).toEqual(["lost"]);
		expect(await ids("game=liveCrash")).toEqual([]);
		expect(await ids("game=none&outcome=none")).toHaveLength(4);
		const [day] = (await read("game=crash&outcome=won")).days;
		expect(day).toMatchObject({ rounds: 3, staked: 90, received: 90 });
	});

	it("has pages that contain each round once, forwards and backwards", async () => {
		const count = 57;
		for (let n = 0; n < count; n++) {
			// Several rounds have the same instant.
			const at = new Date(Date.UTC(2026, 2, 4, 10, n >> 2)).toISOString();
			await fly({ id: `f${String(n).padStart(3, "0")}`, at });
		}
		const seen: string[] = [];
		let page = await read();
		const first = shownIn(page).map(({ id }) => id);
		for (;;) {
			seen.push(...shownIn(page).map(({ id }) => id));
			if (!page.next) break;
			page = await read(page.next);
		}
		expect(seen).toHaveLength(count);
		expect(seen).toEqual([...new Set(seen)].sort().reverse());
		while (page.previous) page = await read(page.previous);
		expect(shownIn(page).map(({ id }) => id)).toEqual(first);
	});
});
