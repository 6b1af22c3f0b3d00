import { beforeEach, expect, it } from "vitest";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { readPlayerSoloRounds, readSoloRound } from "~/games/crash/fairness/solo-rounds.server";
import { soloFields, verifySolo } from "~/games/crash/fairness/solo-verification";
import { commitmentTo, drawNumbers } from "~/games/fairness/draws";
import { addBet, addSoloRound } from "../../../../support/data/crash-rows";
import { databaseForEachTest } from "../../../../support/for-each-test";
import { changeRows } from "../../../../support/rows-of";
import { testSite } from "../../../../support/test-site";

const SEEDS = { serverSeed: "5e".repeat(32), clientSeed: "mine", nonce: "3", version: "1" };
const CRASH_POINT = verifySolo(SEEDS)?.crashPoint ?? 0;
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
			...{ server_seed: SEEDS.serverSeed, server_seed_hash: commitmentTo(SEEDS.serverSeed) },
			created_at: "2026-03-04T11:00:00.000Z",
		})
		.execute();
});

const site = () => testSite({ db: test.db });
const readRound = (id = "round") => readSoloRound(site(), id, "en");
const factsOf = async () => Object.fromEntries((await readRound())?.facts ?? []);
const readList = (userId = "user-ana") => readPlayerSoloRounds(site(), userId, "en");
const reveal = (revealed_at: string | null = "2026-03-04T13:00:00.000Z") =>
	changeRows(test.db, "player_seeds", {}, { revealed_at });

it("a solo round hides its crash point during the flight and its server seed until both are over", async () => {
	await addSoloRound(test.db, FLIGHT);
	await addBet(test.db, { id: "old", status: "cancelled", amount: 990 });
	expect(await factsOf(), "a cancelled bet").toMatchObject({ Bet: "none", Nonce: "3" });
	await reveal();
	await addBet(test.db, { target: 150 });
	const flying = await readRound();
	const draw = { clientSeed: "mine", nonce: 3, version: 1, serverSeed: undefined };
	expect(flying, "a seed that is already revealed").toMatchObject({ crashPoint: undefined, draw });
	expect((await readList())[0]?.[1]).toContain("not over yet");

	await reveal(null);
	await changeRows(test.db, "crash_rounds", {}, { status: "closed" });
	const won = { status: "cashed_out", payout: 45, cash_out_multiplier: 150 } as const;
	await changeRows(test.db, "crash_bets", { target: 150 }, won);
	const hidden = await readRound();
	expect(hidden).toMatchObject({ crashPoint: CRASH_POINT, draw: { serverSeed: undefined } });
	expect(await factsOf()).toMatchObject({ Bet: "30", Result: "cashed out at 1.50x, 45 points" });
	expect(JSON.stringify([flying, hidden, await readList()])).not.toContain(SEEDS.serverSeed);
	await reveal();
	const shown = await readRound();
	expect(soloFields(new URLSearchParams(), shown)).toEqual(SEEDS);
	expect(JSON.stringify(shown), "does not reveal its player").not.toMatch(/ana/);
	await changeRows(test.db, "crash_rounds", {}, { status: "voided" });
	expect((await readRound())?.crashPoint).toBeUndefined();
	for (const id of ["", "none", "' or '1'='1", "live"]) expect(await readRound(id)).toBeUndefined();
});

it("a player's list contains the last twenty rounds with a bet, newest first", async () => {
	for (let i = 0; i < 25; i++) {
		const id = `r${String(i).padStart(2, "0")}`;
		const opened = new Date(Date.UTC(2026, 2, 4, 12, i)).toISOString();
		await addSoloRound(test.db, { id, opened_at: opened, status: "closed", crash_point: 100 + i });
		if (i < 23) await addBet(test.db, { id: `bet-${id}`, round_id: id, status: "lost", payout: 0 });
	}
	// An idle tab produces many flights without a bet.
	await addBet(test.db, { id: "gone", round_id: "r23", status: "cancelled" });
	const rounds = await readList();
	expect(rounds.map(([path]) => path)).toEqual(
		Array.from({ length: 20 }, (_, i) => `/fairness/crash?round=r${String(22 - i).padStart(2, "0")}`),
	);
	expect(rounds[0]?.[1]).toBe("4 Mar 2026, 12:22: bet 30, ended at 1.22x");
	expect(await readList("user-bruno"), "another player").toEqual([]);
});

it("the verifier shows the commitment, the drawn number, its share and the crash point of both draws", () => {
	const [drawn = 0] = drawNumbers({ ...SEEDS, nonce: 3 }, 1);
	const shown = { commitment: commitmentTo(SEEDS.serverSeed), drawn, share: (drawn / 2 ** 32).toFixed(6) };
	for (const draw of Object.values(SOLO_DRAWS)) {
		const crashPoint = draw.crashPoint(drawn);
		expect(verifySolo({ ...SEEDS, version: String(draw.version) })).toEqual({ ...shown, crashPoint });
	}
	for (const change of [
		...["", "-1", "1.5", "9007199254740993"].map((nonce) => ({ nonce })),
		...["", "3", "01", "table"].map((version) => ({ version })),
		...[{ serverSeed: "" }, { clientSeed: "" }],
	]) {
		expect(verifySolo({ ...SEEDS, ...change }), JSON.stringify(change)).toBeUndefined();
	}
	const given = { serverSeed: "a", clientSeed: "b", nonce: "7", version: "2" };
	expect(soloFields(new URLSearchParams(given), { draw: undefined })).toEqual(given);
	const none = { serverSeed: "", clientSeed: "", nonce: "", version: "1" };
	expect(soloFields(new URLSearchParams(), undefined)).toEqual(none);
});
