/**
 * What measuring costs: a bet's worth of statements with somebody who hears of them and without, taken in turns in one
 * run; and single notes in microseconds. `npx tsx tests/bench/instruments/run.ts`
 */
import { openDatabase } from "db/database";
import { migrateToLatest } from "db/migrate";
import { tallyEvents } from "~/observability/event-tally.server";
import { createMetrics } from "~/observability/metrics.server";
import { watchStatements } from "~/observability/statement-watch.server";
import { openAccount, post } from "~/points/ledger/ledger.server";
import { createLedgerStatistics } from "~/points/ledger/ledger-statistics.server";
import { median, printTable, verdict } from "../table";

const TURNS = 100;
const POSTINGS = 250;
const NOTES = 300_000;
const MAX_EXTRA = 1.1;
const MAX_MICROSECONDS = 5;

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const metrics = createMetrics(silent);
const statements = watchStatements(silent, metrics);
const at = new Date();

async function openLedger(ran?: typeof statements.record) {
	const db = openDatabase("file::memory:", { ran });
	await migrateToLatest(db);
	await db.transaction().execute(async (trx) => {
		const user = { id: "ana", twitch_id: "1", twitch_username: "ana", email: null, roles: "[]" };
		await trx
			.insertInto("users")
			.values({ ...user, created_at: at.toISOString() })
			.execute();
		await openAccount(trx, "ana", 1_000_000_000, at);
	});
	return db;
}

let references = 0;
/** @returns ms. */
async function postMany(db: Awaited<ReturnType<typeof openLedger>>): Promise<number> {
	const since = performance.now();
	for (let count = 0; count < POSTINGS; count += 1) {
		const reference = `r${++references}`;
		await db
			.transaction()
			.execute((trx) =>
				post(trx, { userId: "ana", delta: -1, reason: "plinko-stake", reference, actor: "ana", at }),
			);
	}
	return performance.now() - since;
}

const [bare, heard] = [await openLedger(), await openLedger(statements.record)];
const figures = await createLedgerStatistics(heard);
const ratios: number[] = [];
await postMany(bare);
await postMany(heard);
for (let turn = 0; turn < TURNS; turn += 1) {
	// The order alternates, so that neither has the advantage of running second.
	const order = turn % 2 === 0 ? [bare, heard] : [heard, bare];
	const took = new Map<unknown, number>();
	for (const db of order) took.set(db, await postMany(db));
	ratios.push((took.get(heard) ?? 0) / (took.get(bare) ?? 1));
}
const lookSince = performance.now();
const [stakes] = await figures.read();
const pollMs = performance.now() - lookSince;

function microseconds(run: () => void): number {
	for (let count = 0; count < NOTES; count += 1) run();
	const since = performance.now();
	for (let count = 0; count < NOTES; count += 1) run();
	return ((performance.now() - since) / NOTES) * 1000;
}
const requests = metrics.counter("requests_total", "Requests.", ["method", "route", "status"]);
const durations = metrics.histogram("seconds", "Durations.", [0.01, 0.1, 1, 10], ["route"]);
const log = { ...silent, info: (_about: object) => {} };
tallyEvents(log, () => new Date());
const notes = {
	"a statement": microseconds(() => statements.record("select 1", 0.05)),
	"a request": microseconds(() => {
		requests.inc({ method: "GET", route: "/store", status: "200" });
		durations.observe({ route: "/store" }, 0.02);
	}),
	"an event of the log": microseconds(() => log.info({ event: "request" })),
};
printTable(
	["noting", "µs"],
	Object.entries(notes).map(([what, cost]) => [what, cost.toFixed(2)]),
);
console.log(`  ${stakes?.entries} ledger entries read in ${pollMs.toFixed(0)} ms`);
const reached = [
	verdict("a posting that is heard of, to one that is not", median(ratios), { most: MAX_EXTRA }),
	verdict("the dearest note, µs", Math.max(...Object.values(notes)), { most: MAX_MICROSECONDS }),
];
await Promise.all([bare.destroy(), heard.destroy()]);
process.exitCode = reached.every(Boolean) ? 0 : 1;
