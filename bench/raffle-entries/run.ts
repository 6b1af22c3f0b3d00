/**
 * Entries of a raffle by many viewers at the same time, on both engines: every ticket was paid for, and none is lost. Then the list of
 * all tickets is made final and drawn.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBroken } from "db/audit";
import { migrateToLatest } from "db/migrate";
import { openDatabase } from "db/open";
import { transact } from "db/transact";
import { sql } from "kysely";
import { enterRaffle } from "~/events/raffles/enter.server";
import { raffleInvariants } from "~/events/raffles/raffles.audit.server";
import { raffles } from "~/events/raffles/raffles.server";
import { openAccount } from "~/points/ledger/ledger.server";
import { saveRecordForm } from "~/records/change-record.server";
import { fakeBeacon } from "../../tests/support/beacon";
import { addUserRow, fakeClock, seededRandomHex } from "../../tests/support/database";
import { createDatabase } from "../../tests/support/postgres/create-database";
import { settleJobs } from "../../tests/support/settle-jobs";
import { testSite } from "../../tests/support/test-site";
import { FORM, RAFFLE_JOBS } from "../../tests/unit/events/raffles/raffles.setup";
import { noNotifications } from "../../tests/unit/store/no-notifications";
import { startServer } from "../cluster/nodes";
import { conclude, printTable, sized, verdict } from "../lib/measure";

const VIEWERS = sized(10_000, 100);
const HOUR_MS = 3_600_000;

async function measure(url: string) {
	const db = openDatabase(url);
	await migrateToLatest(db);
	const clock = fakeClock();
	const ids = Array.from({ length: VIEWERS }, (_, index) => `user-${index}`);
	await transact(db, async (trx) => {
		for (const id of ids) {
			await addUserRow(trx, id);
			await openAccount(trx, id, 1000, clock.now());
		}
	});
	const site = testSite({
		...{ db, now: clock.now, randomHex: seededRandomHex("bench"), ...noNotifications, raffleChanged() {} },
		...{ beacon: fakeBeacon(clock.now), isSubscriber: async () => false },
		config: { SITE_TIMEZONE: "Europe/Lisbon" },
	});
	const form = { ...FORM, idempotencyKey: crypto.randomUUID(), revision: undefined };
	const raffleId = await saveRecordForm(site, raffles, ids[0] ?? "", undefined, form);
	const start = performance.now();
	const outcomes = await Promise.allSettled(
		ids.map((id) => {
			const entry = { idempotencyKey: crypto.randomUUID(), raffleId, count: 1, price: 50 };
			return enterRaffle(site, { id, isAdmin: false, rights: [] }, entry);
		}),
	);
	const entered = performance.now();
	clock.pass(HOUR_MS);
	await settleJobs(site, RAFFLE_JOBS);
	clock.pass(HOUR_MS);
	await settleJobs(site, RAFFLE_JOBS);
	const drawn = performance.now();
	const count = async (query: string) =>
		Number(
			(await sql.raw<{ count: number }>(`select count(*) as count from ${query}`).execute(db)).rows[0]?.count,
		);
	const tickets = await count("raffle_tickets where origin = 'bought'");
	const debits = await count("point_entries where reason = 'raffle-stake' and delta = -50");
	const broken = await findBroken(db, raffleInvariants);
	await db.destroy();
	const refused = outcomes.filter(({ status }) => status === "rejected").length;
	return { refused, tickets, debits, broken, enterMs: entered - start, drawMs: drawn - entered };
}

const folder = mkdtempSync(join(tmpdir(), "plateia-raffle-"));
const cluster = await startServer();
try {
	const postgres = await createDatabase();
	const results = [
		["SQLite", await measure(`file:${join(folder, "raffle.sqlite")}`)],
		["PostgreSQL", await measure(postgres.url)],
	] as const;
	const line = (engine: string, { enterMs, drawMs }: (typeof results)[number][1]) =>
		[
			engine,
			(enterMs / 1000).toFixed(1),
			Math.round((VIEWERS / enterMs) * 1000),
			(drawMs / 1000).toFixed(1),
		] as const;
	printTable(
		["engine", "entries s", "per s", "list, draw, prizes s"],
		results.map(([name, one]) => line(name, one)),
	);
	conclude(
		results.flatMap(([name, { refused, tickets, debits, broken }]) => [
			verdict(`${name}: refused entries`, refused, { most: 0 }),
			verdict(`${name}: entries without a ticket`, VIEWERS - tickets, { least: 0, most: 0 }),
			verdict(`${name}: tickets without a debit`, tickets - debits, { least: 0, most: 0 }),
			verdict(`${name}: broken invariants`, broken.length, { most: 0 }),
		]),
	);
} finally {
	await cluster.remove();
	rmSync(folder, { recursive: true, force: true });
}
