import { beforeEach, describe, expect, it } from "vitest";
import { readPlayerSoloRounds, readSoloRound } from "~/games/crash/fairness/solo-rounds.server";
import { verifySolo } from "~/games/crash/fairness/solo-verification";
import { commitmentTo } from "~/games/fairness/draws";
import { addBet, addSoloRound } from "../../../../support/data/crash-rows";
import { databaseForEachTest } from "../../../../support/for-each-test";
import { changeRows } from "../../../../support/rows-of";

const SERVER_SEED = "5e".repeat(32);
/** The crash point that the seeds below draw from the table. */
const CRASH_POINT =
	verifySolo({ serverSeed: SERVER_SEED, clientSeed: "mine", nonce: "3", version: "1" })?.crashPoint ?? 0;
const FLIGHT = {
	...{ crash_point: CRASH_POINT, started_at: "2026-03-04T12:00:20.000Z" },
	...{ seed_id: "seed", client_seed: "mine", nonce: 3, draw_version: 1 },
};

const test = databaseForEachTest({ users: { ana: 1000 } });
beforeEach(async () => {
	await test.db
		.insertInto("player_seeds")
		.values({
			...{ id: "seed", user_id: "user-ana", client_seed: "mine", nonce: 4, revealed_at: null },
			...{ server_seed: SERVER_SEED, server_seed_hash: commitmentTo(SERVER_SEED) },
			created_at: "2026-03-04T11:00:00.000Z",
		})
		.execute();
});

const site = () => ({ db: test.db, config: { SITE_TIMEZONE: "Europe/Lisbon" } });
const readRound = (id = "round") => readSoloRound(site(), id, "en");
const readList = (userId = "user-ana") => readPlayerSoloRounds(site(), userId, "en");
const reveal = (revealed_at: string | null = "2026-03-04T13:00:00.000Z") =>
	changeRows(test.db, "player_seeds", {}, { revealed_at });

describe("a solo round on the fairness page", () => {
	it("has only its bet before the flight", async () => {
		await addSoloRound(test.db, {});
		await addBet(test.db, { target: 200 });
		expect(await readRound()).toEqual({
			id: "round",
			status: "open",
			playedAt: "4 Mar 2026, 12:00",
			bet: { stake: 30, target: 200, multiplier: null, payout: null },
			crashPoint: undefined,
			draw: undefined,
		});
	});

	it("hides its crash point during the flight and its server seed until both are over", async () => {
		await addSoloRound(test.db, FLIGHT);
		const commitment = commitmentTo(SERVER_SEED);
		const draw = { clientSeed: "mine", nonce: 3, version: 1, commitment, serverSeed: undefined };
		expect(await readRound()).toMatchObject({ status: "open", crashPoint: undefined, draw });
		await addBet(test.db, { id: "old", status: "cancelled", amount: 990 });
		expect(await readRound(), "a cancelled bet").toMatchObject({ bet: undefined });
		await reveal();
		await addBet(test.db, { target: 150 });
		const flying = await readRound();
		expect(flying, "a seed that is already revealed").toMatchObject({ crashPoint: undefined, draw });
		expect(await readList()).toMatchObject([{ status: "open", crashPoint: null }]);

		await reveal(null);
		await changeRows(test.db, "crash_rounds", {}, { status: "closed" });
		const won = { status: "cashed_out", payout: 45, cash_out_multiplier: 150 } as const;
		await changeRows(test.db, "crash_bets", { target: 150 }, won);
		const hidden = await readRound();
		const bet = { stake: 30, target: 150, multiplier: 150, payout: 45 };
		expect(hidden).toMatchObject({ bet, crashPoint: CRASH_POINT, draw: { serverSeed: undefined } });
		expect(JSON.stringify([flying, hidden, await readList()])).not.toContain(SERVER_SEED);
		await reveal();
		const shown = await readRound();
		expect(shown).toMatchObject({ crashPoint: CRASH_POINT, draw: { serverSeed: SERVER_SEED } });
		expect(JSON.stringify(shown), "does not reveal its player").not.toMatch(/ana/);
	});

	it("shows no crash point after it was voided", async () => {
		await addSoloRound(test.db, { ...FLIGHT, status: "voided" });
		await addBet(test.db, { status: "refunded" });
		expect(await readRound()).toMatchObject({ status: "voided", crashPoint: undefined, bet: { stake: 30 } });
		for (const id of ["", "none", "' or '1'='1", "live"]) expect(await readRound(id)).toBeUndefined();
	});
});

describe("the list of a player's rounds", () => {
	it("contains the last twenty with a bet, newest first", async () => {
		for (let i = 0; i < 25; i++) {
			const id = `r${String(i).padStart(2, "0")}`;
			const opened = new Date(Date.UTC(2026, 2, 4, 12, i)).toISOString();
			await addSoloRound(test.db, { id, opened_at: opened, status: "closed", crash_point: 100 + i });
			if (i < 23) await addBet(test.db, { id: `bet-${id}`, round_id: id, status: "lost", payout: 0 });
		}
		// An idle tab produces many flights without a bet.
		await addBet(test.db, { id: "gone", round_id: "r23", status: "cancelled" });
		const rounds = await readList();
		expect(rounds.map(({ id }) => id)).toEqual(
			Array.from({ length: 20 }, (_, i) => `r${String(22 - i).padStart(2, "0")}`),
		);
		expect(rounds.slice(0, 2)).toEqual([
			{ id: "r22", status: "closed", playedAt: "4 Mar 2026, 12:22", stake: 30, crashPoint: 122 },
			{ id: "r21", status: "closed", playedAt: "4 Mar 2026, 12:21", stake: 30, crashPoint: 121 },
		]);
		expect(await readList("user-bruno"), "another player").toEqual([]);
	});
});
