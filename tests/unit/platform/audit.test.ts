import SQLite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { plinkoInvariants } from "~/games/plinko/plinko.audit.server";
import { playRound } from "~/games/plinko/plinko.server";
import { checkInvariants } from "~/platform/audit.server";
import { ledgerInvariants } from "~/points/ledger.audit.server";
import {
	addUser,
	fakeClock,
	openTestDatabase,
	seededRandomHex,
	type TestDatabase,
} from "../../support/database";

const invariants = [...ledgerInvariants, ...plinkoInvariants];

const BALANCE_IS_SUM = "every balance is the sum of its entries";
const NOT_NEGATIVE = "no balance is negative";
const CHAINED = "entries are chained: each balance after is the one before plus the delta";
const NOT_TWICE = "no entry is empty, and no (reason, reference) stands twice";
const HAS_BALANCE = "every user has a balance, and one registration entry at most";
const ONE_STAKE = "every Plinko round has one stake, and one payout exactly when it paid";
const HAS_ROUND = "every Plinko stake and payout belongs to a round";
const NONCE = "no Plinko round has a nonce that its seeds have not reached";

let test: TestDatabase;
let rounds: { id: string; payout: number }[];

beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
	const tools = {
		db: test.db,
		now: fakeClock().now,
		randomHex: seededRandomHex("audit"),
		config: { SITE_TIMEZONE: "Europe/Lisbon" },
	};
	rounds = [];
	for (const name of ["ana", "bruno"]) {
		const id = await addUser(test.db, name);
		for (const requestId of ["one", "two"]) {
			rounds.push(await playRound(tools, id, { requestId, stake: 10, balls: 10 }));
		}
	}
});
afterEach(() => test.close());

/** Runs SQL on the file with every guard of the schema taken away. */
function breakBy(...statements: string[]) {
	const connection = new SQLite(test.file);
	connection.pragma("foreign_keys = OFF");
	connection.pragma("ignore_check_constraints = ON");
	connection.exec("drop trigger point_entries_no_update; drop trigger point_entries_no_delete");
	for (const statement of statements) {
		const { changes } = connection.prepare(statement).run();
		if (/^(insert|update|delete)/.test(statement)) expect(changes, statement).toBeGreaterThan(0);
	}
	connection.close();
}

async function broken() {
	const findings = await checkInvariants(test.db, invariants);
	return findings.filter(({ rows }) => rows.length > 0).map(({ name }) => name);
}

const entry = (columns: string) =>
	`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at) values (${columns})`;
const lastOf = (user: string) => `(select max(id) from point_entries where user_id = '${user}')`;
const first = () => rounds[0]?.id;

it("finds nothing in data that the site itself wrote", async () => {
	expect(await broken()).toEqual([]);
	expect((await checkInvariants(test.db, invariants)).map(({ name }) => name)).toEqual(
		invariants.map(({ name }) => name),
	);
});

describe("of the ledger it finds", () => {
	it("a balance that is not the sum of its entries, and whose", async () => {
		breakBy("update user_points set points = points + 1 where user_id = 'user-ana'");
		expect(await broken()).toEqual([BALANCE_IS_SUM]);
		const [finding] = await checkInvariants(test.db, invariants);
		expect(finding?.rows).toMatchObject([{ subject: "user-ana" }]);
	});

	it("a balance without any entry", async () => {
		breakBy(
			"delete from point_entries where user_id = 'user-ana'",
			"delete from plinko_rounds where user_id = 'user-ana'",
		);
		expect(await broken()).toEqual([BALANCE_IS_SUM]);
	});

	it("a negative balance, though its entries sum up to it", async () => {
		breakBy(
			`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
				select user_id, -points - 5, -5, 'test-stake', 'x', 'system', '2026' from user_points where user_id = 'user-ana'`,
			"update user_points set points = -5 where user_id = 'user-ana'",
		);
		expect(await broken()).toEqual([NOT_NEGATIVE, CHAINED]);
	});

	it("an entry that was changed", async () => {
		breakBy(`update point_entries set balance_after = balance_after + 1 where id = ${lastOf("user-ana")}`);
		expect(await broken()).toEqual([CHAINED]);
	});

	it("an entry that was taken out of the middle", async () => {
		breakBy(`delete from point_entries where reason = 'registration' and user_id = 'user-ana'`);
		expect(await broken()).toEqual([BALANCE_IS_SUM, CHAINED]);
	});

	it("an entry that changes nothing", async () => {
		breakBy(
			`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
				select user_id, 0, points, 'test-stake', 'x', 'system', '2026' from user_points where user_id = 'user-ana'`,
		);
		expect(await broken()).toEqual([NOT_TWICE]);
	});

	it("the same reason and reference twice", async () => {
		breakBy(
			"create table copy as select * from point_entries where reason = 'registration' and user_id = 'user-ana'",
			"drop table point_entries",
			"alter table copy rename to point_entries",
			"insert into point_entries select id + 100, user_id, delta, 2 * delta, reason, reference, actor, created_at from point_entries",
			"update user_points set points = 2000",
			"delete from plinko_rounds",
			"delete from user_points where user_id = 'user-bruno'",
			"delete from users where id = 'user-bruno'",
		);
		expect(await broken()).toEqual([NOT_TWICE, HAS_BALANCE]);
	});

	it("a user without a balance", async () => {
		breakBy(
			`insert into users (id, twitch_id, twitch_username, roles, created_at) values ('x', 'x', 'x', '[]', '2026')`,
		);
		expect(await broken()).toEqual([HAS_BALANCE]);
	});

	it("a second registration", async () => {
		breakBy(
			`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
				select user_id, 5, points + 5, 'registration', 'again', 'system', '2026' from user_points where user_id = 'user-ana'`,
			"update user_points set points = points + 5 where user_id = 'user-ana'",
		);
		expect(await broken()).toEqual([HAS_BALANCE]);
	});
});

describe("of Plinko it finds", () => {
	it.each([
		["stake", "update plinko_rounds set stake = 20"],
		["number of balls", "update plinko_rounds set balls = balls + 1"],
		["payout", "update plinko_rounds set payout = payout + 1"],
	])("a %s that is not the posted one", async (_what, statement) => {
		breakBy(`${statement} where id = '${first()}'`);
		expect(await broken()).toEqual([ONE_STAKE]);
	});

	it.each(["plinko-stake", "plinko-payout"])("a round without its %s", async (reason) => {
		breakBy(
			`update point_entries set reference = 'gone' where reference = '${first()}' and reason = '${reason}'`,
		);
		expect(await broken()).toEqual([ONE_STAKE, HAS_ROUND]);
	});

	it("a round that somebody else paid for", async () => {
		breakBy(`update plinko_rounds set user_id = 'user-bruno' where id = '${first()}'`);
		expect(await broken()).toEqual([ONE_STAKE]);
	});

	it("entries of a round that is gone", async () => {
		breakBy(`delete from plinko_rounds where id = '${first()}'`);
		expect(await broken()).toEqual([HAS_ROUND]);
	});

	it("a round that paid nothing and yet has a payout", async () => {
		breakBy(
			`update plinko_rounds set payout = 0 where id = '${first()}'`,
			`update point_entries set reason = 'plinko-payout' where reference = '${first()}' and delta > 0`,
		);
		expect(await broken()).toEqual([ONE_STAKE]);
	});

	it("a nonce that the seeds have not reached", async () => {
		breakBy("update player_seeds set nonce = 1 where user_id = 'user-ana'");
		expect(await broken()).toEqual([NONCE]);
	});
});

it("lists at most twenty of the rows that break an invariant", async () => {
	breakBy(
		...Array.from({ length: 25 }, (_, i) =>
			entry(`'user-ana', 1, 0, 'plinko-payout', 'none-${i}', 'system', '2026'`),
		),
	);
	const findings = await checkInvariants(test.db, plinkoInvariants);
	expect(findings.find(({ name }) => name === HAS_ROUND)?.rows).toHaveLength(20);
});
