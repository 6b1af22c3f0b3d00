import { checkInvariants } from "db/audit";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { runCommandLine } from "~/commands/command-line.server";
import { plinko } from "~/games/plinko/game.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { addUser, openTestDatabase, type TestDatabase } from "../../support/database";
import { readAfter, violatedInvariants } from "../../support/expectations";
import { gameTools, playPlinko } from "../../support/game-events";
import { rowOf } from "../../support/rows-of";
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

/** The tests share it: what they store is rolled back. */
let test: TestDatabase;
let rounds: { id: string; payout: number }[];

beforeAll(async () => {
	test = await openTestDatabase({ durable: false });
	const tools = gameTools(test.db, "audit");
	rounds = [];
	for (const name of ["ana", "bruno"]) {
		const id = await addUser(test.db, name);
		for (const idempotencyKey of ["one", "two"]) {
			rounds.push(await playPlinko(tools, id, { idempotencyKey, balls: 10 }));
		}
	}
	// The tests store what the schema prevents.
	await removeGuards(test.db);
});
afterAll(() => test?.close());

/** The broken invariants after statements. */
const brokenAfter = (...statements: string[]) =>
	readAfter(test.db, statements, (db) => violatedInvariants(db, invariants));

/** What the check of an invariant finds after statements. */
const findingsAfter = (name: string, ...statements: string[]) =>
	readAfter(test.db, statements, async (db) => {
		const findings = await checkInvariants(db, invariants);
		return findings.find((one) => one.name === name)?.rows;
	});

const entry = (columns: string) =>
	`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at) values (${columns})`;
const lastOf = (user: string) => `(select max(id) from point_entries where user_id = '${user}')`;
const first = () => rounds[0]?.id;

it("the audit finds no violation in data that the site wrote", async () => {
	expect(await brokenAfter()).toEqual([]);
	expect((await checkInvariants(test.db, invariants)).map(({ name }) => name)).toEqual(
		invariants.map(({ name }) => name),
	);
});

/** Adds an entry to ana's account. `points` is the balance before it. */
const entryOfAna = (delta: string, after: string, reason: string) =>
	`insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
		select user_id, ${delta}, ${after}, '${reason}', 'x', 'system', '2026' from user_points where user_id = 'user-ana'`;
const setAna = (points: string) => `update user_points set points = ${points} where user_id = 'user-ana'`;
const round = (change: string) => () => [`update instant_rounds set ${change} where id = '${first()}'`];
const entriesOf = (change: string, where: string) => () => [
	`update point_entries set ${change} where reference = '${first()}' and ${where}`,
];

/** What is stored, and the broken invariants. */
const CASES: Record<string, [() => string[], string[]]> = {
	"a balance above the sum of its entries": [() => [setAna("points + 1")], [BALANCE_IS_SUM]],
	"a balance below the sum of its entries": [() => [setAna("points - 1")], [BALANCE_IS_SUM]],
	"a balance without any entry": [
		() =>
			["point_entries", "instant_rounds"].map((table) => `delete from ${table} where user_id = 'user-ana'`),
		[BALANCE_IS_SUM],
	],
	"a negative balance, even if it is the sum of its entries": [
		() => [entryOfAna("-points - 5", "-5", "test-stake"), setAna("-5")],
		[NOT_NEGATIVE, CHAINED],
	],
	"an entry that was changed": [
		() => [`update point_entries set balance_after = balance_after + 1 where id = ${lastOf("user-ana")}`],
		[CHAINED],
	],
	"an entry that was deleted from the middle": [
		() => ["delete from point_entries where reason = 'registration' and user_id = 'user-ana'"],
		[BALANCE_IS_SUM, CHAINED],
	],
	"an entry with a delta of zero": [() => [entryOfAna("0", "points", "test-stake")], [NOT_TWICE]],
	"a duplicate reason and reference": [
		() => [
			"create table copy as select * from point_entries where reason = 'registration' and user_id = 'user-ana'",
			"drop table point_entries",
			"alter table copy rename to point_entries",
			"insert into point_entries select id + 100, user_id, delta, 2 * delta, reason, reference, actor, created_at from point_entries",
			"update user_points set points = 2000",
			"delete from instant_rounds",
			"delete from user_points where user_id = 'user-bruno'",
			"delete from users where id = 'user-bruno'",
		],
		[NOT_TWICE, HAS_BALANCE],
	],
	"a user without a balance": [
		() => [
			"insert into users (id, twitch_id, twitch_username, roles, created_at) values ('x', 'x', 'x', '[]', '2026')",
		],
		[HAS_BALANCE],
	],
	"a second registration": [
		() => [entryOfAna("5", "points + 5", "registration"), setAna("points + 5")],
		[HAS_BALANCE],
	],
	"a stake that is not the posted one": [round("stake = 20"), [ONE_STAKE, PAYS_SLOTS]],
	"a payout that is not the posted one": [round("payout = payout + 1"), [ONE_STAKE, PAYS_SLOTS]],
	"a round without its stake": [
		entriesOf("reference = 'gone'", "reason = 'plinko-stake'"),
		[ONE_STAKE, HAS_ROUND],
	],
	"a round without its payout": [
		entriesOf("reference = 'gone'", "reason = 'plinko-payout'"),
		[ONE_STAKE, HAS_ROUND],
	],
	"a round whose stake another user paid": [round("user_id = 'user-bruno'"), [ONE_STAKE]],
	"entries of a missing round": [() => [`delete from instant_rounds where id = '${first()}'`], [HAS_ROUND]],
	"a round without a payout that has a payout entry": [
		() => [...round("payout = 0")(), ...entriesOf("reason = 'plinko-payout'", "delta > 0")()],
		[ONE_STAKE, PAYS_SLOTS],
	],
	"a nonce that its seeds have not reached": [
		() => ["update player_seeds set nonce = 1 where user_id = 'user-ana'"],
		[NONCE],
	],
};

it.each(Object.entries(CASES))("the audit finds %s", async (_what, [statements, expected]) => {
	expect(await brokenAfter(...statements())).toEqual(expected);
});

describe("in Plinko rounds the audit finds", () => {
	it("a payout that differs from the table even if it was posted, with the expected payout", async () => {
		const [stored] = rounds;
		// The later entries of the player are shifted too, so that the chain stays valid.
		const payoutEntry = `(select id from point_entries where reference = '${first()}' and reason = 'plinko-payout')`;
		const changes = [
			`update instant_rounds set payout = payout + 1 where id = '${first()}'`,
			`update point_entries set balance_after = balance_after + 1 where user_id = 'user-ana' and id >= ${payoutEntry}`,
			`update point_entries set delta = delta + 1 where id = ${payoutEntry}`,
			"update user_points set points = points + 1 where user_id = 'user-ana'",
		];
		expect(await brokenAfter(...changes)).toEqual([PAYS_SLOTS]);
		expect(await findingsAfter(PAYS_SLOTS, ...changes)).toMatchObject([
			{ subject: first(), payout: (stored?.payout ?? 0) + 1, due: stored?.payout },
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
		expect(await brokenAfter(...round(change)())).toContain(PAYS_SLOTS);
	});

	it("wrong payouts in several batches of rounds", async () => {
		const rows = await findingsAfter(
			PAYS_SLOTS,
			`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2500)
				insert into instant_rounds select 'z' || substr(cast(10000 + i as text), 2), game, user_id, seed_id, client_seed,
					nonce + 10 + i, table_version, stake, draws, input, outcome, payout, created_at from instant_rounds, n where id = '${first()}'`,
			"update instant_rounds set payout = payout + 1 where id in ('z0001', 'z1000', 'z2500')",
		);
		expect(rows?.map(({ subject }) => subject)).toEqual(["z0001", "z1000", "z2500"]);
	});
});

it("the audit lists at most twenty rows per invariant", async () => {
	const changes = [
		...Array.from({ length: 25 }, (_, i) =>
			entry(`'user-ana', 1, 0, 'plinko-payout', 'none-${i}', 'system', '2026'`),
		),
		`with recursive n(i) as (select 1 union all select i + 1 from n where i < 25)
			insert into instant_rounds select 'z' || i, game, user_id, seed_id, client_seed, nonce + 10 + i,
				table_version, stake, draws, input, outcome, payout + 1, created_at from instant_rounds, n where id = '${first()}'`,
	];
	for (const broken of [HAS_ROUND, PAYS_SLOTS])
		expect(await findingsAfter(broken, ...changes), broken).toHaveLength(20);
});

it("the audit command prints every invariant while the database is open, and exits with 1 if one is broken", async () => {
	const printed: string[] = [];
	for (const method of ["log", "error"] as const)
		vi.spyOn(console, method).mockImplementation((text) => printed.push(text));
	onTestFinished(() => void vi.restoreAllMocks());
	vi.stubEnv("DATABASE_URL", test.url);
	onTestFinished(() => void vi.unstubAllEnvs());
	expect(await runCommandLine(["audit"])).toBe(0);
	expect(printed).toEqual(expect.arrayContaining(invariants.map(({ name }) => `holds   ${name}`)));
	const setOutcome = (outcome: string) =>
		test.db.updateTable("instant_rounds").set({ outcome }).where("id", "=", String(first())).execute();
	const { outcome } = await rowOf(test.db, "instant_rounds", { id: first() });
	onTestFinished(async () => void (await setOutcome(outcome)));
	await setOutcome("[]");
	expect(await runCommandLine(["audit", "--quiet"])).toBe(1);
	const lines = printed.slice(printed.indexOf(`BROKEN  ${PAYS_SLOTS}`));
	expect(lines[1]).toContain(`        {"subject":"${first()}"`);
});
