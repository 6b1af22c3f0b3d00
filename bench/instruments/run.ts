/**
 * Cost of the instrumentation: a posting with and without recorded statements, measured alternately in one run, and
 * single records in microseconds.
 */

import { migrateToLatest } from "db/migrate";
import { openDatabase } from "db/open";
import { tallyEvents } from "~/observability/event-tally.server";
import { createLog } from "~/observability/log.server";
import { createMetrics } from "~/observability/metrics.server";
import { watchStatements } from "~/observability/statement-watch.server";
import { openAccount, post } from "~/points/ledger/ledger.server";
import { createLedgerStatistics } from "~/points/ledger/ledger-statistics.server";
import { conclude, median, printTable, sized, verdict } from "../lib/measure";

const TURNS = sized(100, 2);
const POSTINGS = 250;
const RECORDS = sized(300_000, 1000);
const MAX_EXTRA = 1.1;
const MAX_MICROSECONDS = 5;

const silent = createLog({ LOG_LEVEL: "silent" });
const metrics = createMetrics(silent);
const statements = watchStatements({ log: silent, metrics });
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
	const start = performance.now();
	for (let count = 0; count < POSTINGS; count += 1) {
		const reference = `r${++references}`;
		await db
			.transaction()
			.execute((trx) =>
				post(trx, { userId: "ana", delta: -1, reason: "plinko-stake", reference, actor: "ana", at }),
			);
	}
	return performance.now() - start;
}

const [bare, recorded] = [await openLedger(), await openLedger(statements.record)];
const ledgerStatistics = await createLedgerStatistics(recorded);
const ratios: number[] = [];
await postMany(bare);
await postMany(recorded);
for (let turn = 0; turn < TURNS; turn += 1) {
	// Alternating order, so that neither always benefits from running second.
	const order = turn % 2 === 0 ? [bare, recorded] : [recorded, bare];
	const times = new Map<unknown, number>();
	for (const db of order) times.set(db, await postMany(db));
	ratios.push((times.get(recorded) ?? 0) / (times.get(bare) ?? 1));
}
const pollStart = performance.now();
const [stakes] = await ledgerStatistics.read();
const pollMs = performance.now() - pollStart;

function microseconds(run: () => void): number {
	for (let count = 0; count < RECORDS; count += 1) run();
	const start = performance.now();
	for (let count = 0; count < RECORDS; count += 1) run();
	return ((performance.now() - start) / RECORDS) * 1000;
}
const requests = metrics.counter("requests_total", "Requests.", ["method", "route", "status"]);
const durations = metrics.histogram("seconds", "Durations.", [0.01, 0.1, 1, 10], ["route"]);
const log = { ...silent, info: (_about: object) => {} };
tallyEvents(log, () => new Date());
const costs = {
	"a statement": microseconds(() => statements.record("select 1", 0.05)),
	"a request": microseconds(() => {
		requests.inc({ method: "GET", route: "/store", status: "200" });
		durations.observe({ route: "/store" }, 0.02);
	}),
	"an event of the log": microseconds(() => log.info({ event: "request" })),
};
printTable(
	["record", "µs"],
	Object.entries(costs).map(([what, cost]) => [what, cost.toFixed(2)]),
);
console.log(`  ${stakes?.entries} ledger entries read in ${pollMs.toFixed(0)} ms`);
conclude([
	verdict("a posting with recorded statements, relative to one without", median(ratios), { most: MAX_EXTRA }),
	verdict("the most expensive record, µs", Math.max(...Object.values(costs)), { most: MAX_MICROSECONDS }),
]);
await Promise.all([bare.destroy(), recorded.destroy()]);
