import { spawnSync } from "node:child_process";
import { checkInvariants } from "db/audit";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { plinko } from "~/games/plinko/game.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { addUser } from "../../support/database";
import { violatedInvariants } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { gameTools, playPlinko } from "../../support/game-events";
import { isOnPostgres } from "../../support/postgres/engine";
import { isLong } from "../../support/test-size";
import { removeGuards } from "../../support/unguarded";

const invariants = [...ledgerInvariants, ...plinko.invariants];

const BALANCE_IS_SUM = "every balance is the sum of its entries";
const NOT_NEGATIVE = "no balance is negative";
const CHAINED = "entries are chained: each balance after is the one before plus the delta";
const NOT_TWICE = "no entry is empty, and no (reason, reference) stands twice";
const HAS_BALANCE = "every user has a balance, and one registration entry at most";
const ONE_STAKE = "every instant round has one stake, and one payout exactly when it paid";
const HAS_ROUND = "every stake and payout of plinko belongs to a round";
const NONCE = "no instant round has a nonce that its seeds have not reached";
const PAYS_SLOTS = "every round of plinko has the draws of its bet and pays what they do";

const test = databaseForEachTest();
let rounds: { id: string; payout: number }[];

beforeEach(async () => {
	const tools = gameTools(test.db, "audit");
	rounds = [];
	for (const name of ["ana", "bruno"]) {
		const id = await addUser(test.db, name);
		for (const idempotencyKey of ["one", "two"]) {
			rounds.push(await playPlinko(tools, id, { idempotencyKey, balls: 10 }));
		}
	}
});

/** Stores what the schema prevents. */
async function corrupt(...statements: string[]) {
	await removeGuards(test.db);
	for (const statement of statements) {
		const { numAffectedRows = 0n } = await sql.raw(statement).execute(test.db);
		if (/^(insert|update|delete)/.test(statement)) expect(numAffectedRows, statement).toBeGreaterThan(0n);
	}
}

const broken = () => violatedInvariants(test.db, invariants);

const entry = (columns: string) =>
	`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at) values (${columns})`;
const lastOf = (user: string) => `(select max(id) from point_entries where user_id = '${user}')`;
const first = () => rounds[0]?.id;

it("the audit finds no violation in data that the site wrote", async () => {
	expect(await broken()).toEqual([]);
	expect((await checkInvariants(test.db, invariants)).map(({ name }) => name)).toEqual(
		invariants.map(({ name }) => name),
	);
});

describe("in the ledger the audit finds", () => {
	it.each([
		["above", "+ 1"],
		["below", "- 1"],
	])("a balance %s the sum of its entries, with its user", async (_where, difference) => {
		await corrupt(`update user_points set points = points ${difference} where user_id = 'user-ana'`);
		expect(await broken()).toEqual([BALANCE_IS_SUM]);
		const [finding] = await checkInvariants(test.db, invariants);
		expect(finding?.rows).toMatchObject([{ subject: "user-ana" }]);
	});

	it("a balance without any entry", async () => {
		await corrupt(
			"delete from point_entries where user_id = 'user-ana'",
			"delete from instant_rounds where user_id = 'user-ana'",
		);
		expect(await broken()).toEqual([BALANCE_IS_SUM]);
	});

	it("a negative balance, even if it is the sum of its entries", async () => {
		await corrupt(
			`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
				select user_id, -points - 5, -5, 'test-stake', 'x', 'system', '2026' from user_points where user_id = 'user-ana'`,
			"update user_points set points = -5 where user_id = 'user-ana'",
		);
		expect(await broken()).toEqual([NOT_NEGATIVE, CHAINED]);
	});

	it("an entry that was changed", async () => {
		await corrupt(
			`update point_entries set balance_after = balance_after + 1 where id = ${lastOf("user-ana")}`,
		);
		expect(await broken()).toEqual([CHAINED]);
	});

	it("an entry that was deleted from the middle", async () => {
		await corrupt(`delete from point_entries where reason = 'registration' and user_id = 'user-ana'`);
		expect(await broken()).toEqual([BALANCE_IS_SUM, CHAINED]);
	});

	it("an entry with a delta of zero", async () => {
		await corrupt(
			`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
				select user_id, 0, points, 'test-stake', 'x', 'system', '2026' from user_points where user_id = 'user-ana'`,
		);
		expect(await broken()).toEqual([NOT_TWICE]);
	});

	it("a duplicate reason and reference", async () => {
		await corrupt(
			"create table copy as select * from point_entries where reason = 'registration' and user_id = 'user-ana'",
			"drop table point_entries",
			"alter table copy rename to point_entries",
			"insert into point_entries select id + 100, user_id, delta, 2 * delta, reason, reference, actor, created_at from point_entries",
			"update user_points set points = 2000",
			"delete from instant_rounds",
			"delete from user_points where user_id = 'user-bruno'",
			"delete from users where id = 'user-bruno'",
		);
		expect(await broken()).toEqual([NOT_TWICE, HAS_BALANCE]);
	});

	it("a user without a balance", async () => {
		await corrupt(
			`insert into users (id, twitch_id, twitch_username, roles, created_at) values ('x', 'x', 'x', '[]', '2026')`,
		);
		expect(await broken()).toEqual([HAS_BALANCE]);
	});

	it("a second registration", async () => {
		await corrupt(
			`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
				select user_id, 5, points + 5, 'registration', 'again', 'system', '2026' from user_points where user_id = 'user-ana'`,
			"update user_points set points = points + 5 where user_id = 'user-ana'",
		);
		expect(await broken()).toEqual([HAS_BALANCE]);
	});
});

describe("in Plinko rounds the audit finds", () => {
	it.each([
		["stake", "update instant_rounds set stake = 20"],
		["payout", "update instant_rounds set payout = payout + 1"],
	])("a %s that is not the posted one", async (_what, statement) => {
		await corrupt(`${statement} where id = '${first()}'`);
		expect(await broken()).toEqual([ONE_STAKE, PAYS_SLOTS]);
	});

	it.each(["plinko-stake", "plinko-payout"])("a round without its %s", async (reason) => {
		await corrupt(
			`update point_entries set reference = 'gone' where reference = '${first()}' and reason = '${reason}'`,
		);
		expect(await broken()).toEqual([ONE_STAKE, HAS_ROUND]);
	});

	it("a round whose stake another user paid", async () => {
		await corrupt(`update instant_rounds set user_id = 'user-bruno' where id = '${first()}'`);
		expect(await broken()).toEqual([ONE_STAKE]);
	});

	it("entries of a missing round", async () => {
		await corrupt(`delete from instant_rounds where id = '${first()}'`);
		expect(await broken()).toEqual([HAS_ROUND]);
	});

	it("a round without a payout that has a payout entry", async () => {
		await corrupt(
			`update instant_rounds set payout = 0 where id = '${first()}'`,
			`update point_entries set reason = 'plinko-payout' where reference = '${first()}' and delta > 0`,
		);
		expect(await broken()).toEqual([ONE_STAKE, PAYS_SLOTS]);
	});

	it("a nonce that its seeds have not reached", async () => {
		await corrupt("update player_seeds set nonce = 1 where user_id = 'user-ana'");
		expect(await broken()).toEqual([NONCE]);
	});

	it("a payout that differs from the table even if it was posted, with the expected payout", async () => {
		const [round] = rounds;
		// The later entries of the player are shifted too, so that the chain stays valid.
		const payoutEntry = `(select id from point_entries where reference = '${first()}' and reason = 'plinko-payout')`;
		await corrupt(
			`update instant_rounds set payout = payout + 1 where id = '${first()}'`,
			`update point_entries set balance_after = balance_after + 1 where user_id = 'user-ana' and id >= ${payoutEntry}`,
			`update point_entries set delta = delta + 1 where id = ${payoutEntry}`,
			"update user_points set points = points + 1 where user_id = 'user-ana'",
		);
		expect(await broken()).toEqual([PAYS_SLOTS]);
		const findings = await checkInvariants(test.db, plinko.invariants);
		expect(findings.find(({ name }) => name === PAYS_SLOTS)?.rows).toMatchObject([
			{ subject: first(), payout: (round?.payout ?? 0) + 1, due: round?.payout },
		]);
	});

	it.each([
		["another slot for a ball", "outcome = '[0' || ltrim(substr(outcome, 2), '0123456789')"],
		["no slots", "outcome = '[]'"],
		["a slot outside the table", "outcome = '[15,7,7,7,7,7,7,7,7,7]', payout = 9"],
		["a fractional slot", "outcome = '[6.5,7,7,7,7,7,7,7,7,7]'"],
		["slots that are not a list", "outcome = '7'"],
		["malformed slots", "outcome = '[7,'"],
		["another number of draws", "draws = 9"],
		["a bet of another number of balls", `input = '{"stake":10,"balls":9}'`],
		["a bet that is not offered", `input = '{"stake":11,"balls":10}'`],
		["a malformed bet", "input = '{'"],
		["an unknown table version", "table_version = 2"],
	])("a round with %s", async (_what, change) => {
		await corrupt(`update instant_rounds set ${change} where id = '${first()}'`);
		expect(await broken()).toContain(PAYS_SLOTS);
	});

	it("wrong payouts in several batches of rounds", async () => {
		await corrupt(
			`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
				insert into instant_rounds select 'z' || substr(cast(10000 + i as text), 2), game, user_id, seed_id, client_seed,
					nonce + 10 + i, table_version, stake, draws, input, outcome, payout, created_at from instant_rounds, n where id = '${first()}'`,
			"update instant_rounds set payout = payout + 1 where id in ('z0001', 'z1000', 'z2500')",
		);
		const findings = await checkInvariants(test.db, plinko.invariants);
		const rows = findings.find(({ name }) => name === PAYS_SLOTS)?.rows;
		expect(rows?.map(({ subject }) => subject)).toEqual(["z0001", "z1000", "z2500"]);
	});
});

it("the audit lists at most twenty rows per invariant", async () => {
	await corrupt(
		...Array.from({ length: 25 }, (_, i) =>
			entry(`'user-ana', 1, 0, 'plinko-payout', 'none-${i}', 'system', '2026'`),
		),
		`with recursive n(i) as (select 1 union all select i + 1 from n where i < 25)
			insert into instant_rounds select 'z' || i, game, user_id, seed_id, client_seed, nonce + 10 + i,
				table_version, stake, draws, input, outcome, payout + 1, created_at from instant_rounds, n where id = '${first()}'`,
	);
	const findings = await checkInvariants(test.db, plinko.invariants);
	for (const broken of [HAS_ROUND, PAYS_SLOTS]) {
		expect(findings.find(({ name }) => name === broken)?.rows, broken).toHaveLength(20);
	}
});

// On PostgreSQL the command differs by its address only.
if (!isOnPostgres || isLong)
	describe("the audit command", { timeout: 30_000 }, () => {
		const command = () =>
			spawnSync(process.execPath, ["--import", "tsx", "app/commands/plateia.server.ts", "audit"], {
				encoding: "utf8",
				env: { ...process.env, DATABASE_URL: test.url },
			});

		it("prints every invariant while the database is open, and exits with 1 if one is broken", async () => {
			const sound = command();
			expect(sound).toMatchObject({ status: 0, stderr: "" });
			for (const { name } of invariants) expect(sound.stdout).toContain(`holds   ${name}\n`);
			await corrupt(`update instant_rounds set outcome = '[]' where id = '${first()}'`);
			const { status, stdout } = command();
			expect(status).toBe(1);
			expect(stdout).toContain(`BROKEN  ${PAYS_SLOTS}\n        {"subject":"${first()}"`);
		});
	});
