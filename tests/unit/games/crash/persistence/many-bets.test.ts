/**
 * The bets of many players in one transaction. On PostgreSQL the transaction conflicts if one of them plays at another process between
 * its first statement and the change of their balances.
 */
import { openDatabase } from "db/open";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Bet, newRound } from "~/games/crash/engine/crash";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { createLiveBets, refundOpenRounds } from "~/games/crash/persistence/live-bets.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalances } from "~/points/ledger/ledger.queries.server";
import { fakeClock, seededRandomHex, userId } from "../../../../support/database";
import { expectInvariants } from "../../../../support/expectations";
import { databaseForEachTest } from "../../../../support/for-each-test";
import { testSite } from "../../../../support/test-site";
import { placeIn } from "../engine/setup";

const PLAYERS = Array.from({ length: 12 }, (_, at) => `player${at}`);
const FEW = 3;
const test = databaseForEachTest({ users: Object.fromEntries(PLAYERS.map((name) => [name, 1000])) });
const { now } = fakeClock();
const randomHex = seededRandomHex("many bets");

/** The statements since the last round was opened. */
let statements: string[];
let site: Parameters<typeof createLiveBets>[0];
let db: typeof test.db;

beforeEach(() => {
	statements = [];
	db = openDatabase(test.url, { ran: (statement) => void statements.push(statement) });
	site = testSite({ db, now, randomHex, length: 20, config: {} });
});
afterEach(async () => {
	await db.destroy();
	await expectInvariants(test.db, ...ledgerInvariants, ...crashInvariants);
});

/** Opens a round in which players have placed bets of 100. */
async function openRound(players: readonly string[]) {
	const repository = createLiveBets(site);
	await repository.ready();
	const round = newRound(await repository.open());
	const bets: Bet[] = [];
	for (const name of players) {
		const request = { userId: userId(name), stake: 100, target: null };
		const placed = await placeIn(repository, round, { ...request, idempotencyKey: `${round.id} ${name}` });
		bets.push({ ...request, id: placed.id, status: "cashed_out", multiplier: 100, payout: 100 });
	}
	statements = [];
	return { repository, bets };
}

const points = async () => [...(await findBalances(test.db, PLAYERS.map(userId))).values()];

it("a round of many bets is refunded in as many statements as one of few", async () => {
	const counts: number[] = [];
	for (const players of [PLAYERS.slice(0, FEW), PLAYERS]) {
		await openRound(players);
		expect(await refundOpenRounds({ db, now })).toMatchObject({ rounds: 1, bets: players.length });
		counts.push(statements.length);
	}
	expect(counts[1]).toBe(counts[0]);
	expect(await points()).toEqual(PLAYERS.map(() => 1000));
});

it("payments that are stored together change the balances of many players as early as those of few", async () => {
	const places: number[] = [];
	for (const players of [PLAYERS.slice(0, FEW), PLAYERS]) {
		const { repository, bets } = await openRound(players);
		expect(await Promise.all(bets.map((bet) => repository.pay(bet)))).toEqual(players.map(() => 1000));
		places.push(statements.findIndex((statement) => /update user_points/.test(statement)));
	}
	expect(places[1]).toBe(places[0]);
	expect(places[0]).toBeGreaterThan(0);
});
