/** Instant games of several processes on one database. */
import { openDatabase } from "db/open";
import { connect } from "db/postgres/dialect";
import { transact } from "db/transact";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { drawNumbers } from "~/games/fairness/draws";
import { readSeeds, rotateSeeds } from "~/games/fairness/seeds.server";
import { gameInvariants } from "~/games/games.server";
import { playRound } from "~/games/instant/play.server";
import { costOf } from "~/games/instant/rules";
import { plinko } from "~/games/plinko/game.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { fakeClock, seededRandomHex, userId } from "../../../support/database";
import { expectInvariants } from "../../../support/expectations";
import { databaseForEachTest } from "../../../support/for-each-test";
import { testSite } from "../../../support/test-site";

const test = databaseForEachTest({ users: { ana: 1000, rui: 50 } });
const ana = userId("ana");
const BALLS = { stake: 10, balls: 2 };

/** The processes: the leader, whose acts are fenced, and two others. */
let databases: (typeof test.db)[];
const fence = { epoch: 1 };

beforeEach(async () => {
	await sql`insert into leases (name, epoch, holder) values ('games', 1, 'first')`.execute(test.db);
	databases = [connect(test.url, {}, "first", fence), openDatabase(test.url), openDatabase(test.url)];
});
afterEach(async () => {
	for (const db of databases) await db.destroy();
});

/** What the processes have published: balances and plays. */
function openProcesses() {
	const { now } = fakeClock();
	const published: string[] = [];
	const sites = databases.map((db, index) =>
		testSite({
			...{ db, now, randomHex: seededRandomHex(`process ${index}`) },
			announceBalance: () => {},
			winStored: () => {},
			played: (id: string) => void published.push(id),
		}),
	);
	const play = (at: number, idempotencyKey: string, player = ana) =>
		playRound(sites[at % sites.length] as never, plinko, player, { idempotencyKey, input: BALLS });
	const rotate = (at: number) => rotateSeeds(sites[at % sites.length] as never, ana, async () => false);
	return { published, play, rotate };
}

const storedRounds = () =>
	test.db
		.selectFrom("instant_rounds")
		.innerJoin("player_seeds", "player_seeds.id", "seed_id")
		.select(["instant_rounds.id", "seed_id", "server_seed", "revealed_at"])
		.select(["instant_rounds.client_seed", "instant_rounds.nonce", "outcome", "payout", "stake"])
		.where("instant_rounds.user_id", "=", ana)
		.execute();

it("use each nonce of a seed once, however the plays and new seeds of a player fall on the processes", async () => {
	const { play, rotate } = openProcesses();
	const acts = Array.from({ length: 36 }, (_, index) =>
		index % 6 === 5 ? rotate(index).then(() => undefined) : play(index, `form ${index}`),
	);
	const answers = (await Promise.all(acts)).filter((answer) => answer !== undefined);
	const rounds = await storedRounds();
	expect(rounds).toHaveLength(30);
	const draws = rounds.map(({ seed_id, nonce }) => `${seed_id} ${nonce}`);
	expect(new Set(draws).size).toBe(rounds.length);
	const seeds = await test.db.selectFrom("player_seeds").selectAll().where("user_id", "=", ana).execute();
	// The nonces of each seed have no gap, and one seed is in use.
	for (const { id, nonce } of seeds) {
		const used = rounds.filter(({ seed_id }) => seed_id === id).map((round) => round.nonce);
		expect(used.toSorted((one, other) => one - other)).toEqual([...Array(nonce).keys()]);
	}
	expect(seeds.filter(({ revealed_at }) => revealed_at === null)).toHaveLength(1);
	for (const { server_seed: serverSeed, client_seed: clientSeed, nonce, outcome } of rounds) {
		const draw = plinko.rules.draw((count) => drawNumbers({ serverSeed, clientSeed, nonce }, count), 2);
		expect(JSON.parse(outcome)).toEqual(draw.map(({ value }) => value));
	}
	const won = answers.reduce((sum, round) => sum + round.payout - costOf(round), 0);
	expect(await findBalance(test.db, ana)).toBe(1000 + won);
	await expectInvariants(test.db, ...gameInvariants);
});

it("show the server seed of no round whose seed is in use, also while it is replaced", async () => {
	const { play, rotate } = openProcesses();
	await play(0, "first");
	const shown: string[] = [];
	const look = async (at: number) => {
		const { revealed } = await readSeeds(databases[at % 3] as typeof test.db, ana);
		shown.push(...revealed.map(({ serverSeed }) => serverSeed));
		const later = await play(at, `after look ${at}`);
		const round = (await storedRounds()).find(({ id }) => id === later.id);
		// A round that begins after a seed was shown does not use it.
		expect(revealed.map(({ serverSeed }) => serverSeed)).not.toContain(round?.server_seed);
	};
	await Promise.all(
		Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? rotate(index) : look(index))),
	);
	const used = (await storedRounds()).filter(({ revealed_at }) => revealed_at === null);
	for (const { server_seed } of used) expect(shown).not.toContain(server_seed);
});

it("play a form once that is sent to all of them, and report it once", async () => {
	const { play, published } = openProcesses();
	const answers = await Promise.all(Array.from({ length: 9 }, (_, index) => play(index, "one form")));
	expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
	expect([published, (await storedRounds()).length]).toEqual([[ana], 1]);
});

it("stake no point twice", async () => {
	const { play } = openProcesses();
	const plays = Array.from({ length: 30 }, (_, index) => play(index, `form ${index}`, userId("rui")));
	const answers = await Promise.allSettled(plays);
	const refused = answers.flatMap((answer) => (answer.status === "rejected" ? [answer.reason.code] : []));
	expect(refused.filter((code) => code !== "insufficientPoints")).toEqual([]);
	await expectInvariants(test.db, ...gameInvariants);
	const balance = (await findBalance(test.db, userId("rui"))) ?? -1;
	expect(balance).toBeGreaterThanOrEqual(0);
	const played = await test.db
		.selectFrom("instant_rounds")
		.select((eb) =>
			eb.fn.coalesce(eb.fn.sum<number>(eb("payout", "-", eb.ref("stake"))), eb.lit(0)).as("won"),
		)
		.where("user_id", "=", userId("rui"))
		.executeTakeFirstOrThrow();
	expect(balance).toBe(50 + played.won);
});

it("go on while the leader is replaced: its late act stores nothing, those of the others count", async () => {
	const { play } = openProcesses();
	await play(0, "of the leader");
	await transact(databases[1] as typeof test.db, (trx) =>
		sql`update leases set epoch = 2, holder = 'second' where name = 'games'`.execute(trx),
	);
	await expect(play(0, "too late")).rejects.toThrow("another process leads");
	const repeated = await play(1, "too late");
	expect(await play(2, "too late")).toEqual(repeated);
	expect((await storedRounds()).map(({ nonce }) => nonce).toSorted()).toEqual([0, 1]);
});
