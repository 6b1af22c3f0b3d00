import { transact } from "db/transact";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { announce, announcementJob, type StoredAnnouncement } from "~/announcements/announce.server";
import { openAnnouncements } from "~/announcements/announced.server";
import type { Announcement } from "~/announcements/announcements";
import {
	deleteAnnouncementsBefore,
	findAnnouncementsAfter,
} from "~/announcements/announcements.queries.server";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import { fakeClock, openTestDatabase } from "../../support/database";
import { openForEachTest } from "../../support/for-each-test";
import { settleJobs } from "../../support/settle-jobs";
import { testSite } from "../../support/test-site";

const opened = openForEachTest(async () => {
	const test = await openTestDatabase({ durable: false });
	const { announced, onAnnounced } = openAnnouncements({ publish() {}, subscribe: () => () => {} } as never);
	const logged: object[] = [];
	const log = { error: (entry: object) => logged.push(entry) };
	const woken: string[] = [];
	const wakeJobs = (...jobs: { kind: string }[]) => void woken.push(...jobs.map(({ kind }) => kind));
	const site = testSite({ db: test.db, now: fakeClock().now, announced, wakeJobs, log });
	const heard: number[] = [];
	const broken: string[] = [];
	let count = 0;
	onAnnounced(() => {
		count += 1;
	});
	const job = announcementJob([
		{
			wants: (_site, { reference }) => reference !== UNWANTED,
			async pass(_site, trx, { reference }: StoredAnnouncement) {
				await saveSettings(trx, { [reference]: true }, EARLY);
				if (broken.includes(reference)) await sql`select * from nothing`.execute(trx);
			},
			adds: { kind: "message" },
		},
		{ wants: () => true, pass: async (_site, _trx, { id }: StoredAnnouncement) => void heard.push(id) },
	]);
	return {
		...{ db: test.db, heard, broken, logged, woken, close: test.close },
		counted: () => count,
		settle: () => settleJobs(site, [job]),
	};
});

const raffle = (reference: string, at: string): Announcement => ({
	...{ type: "raffle.opened", reference, at },
	data: { raffleId: reference },
});
const [EARLY, LATE] = ["2026-01-01T00:00:00.000Z", "2026-01-02T00:00:00.000Z"] as const;
/** What the first outlet does not want. */
const UNWANTED = "unwanted";

it("an announcement is stored once, in order, and passed on to each outlet in its transaction", async () => {
	const { db, settle, heard, counted } = opened;
	for (const one of [raffle("a", EARLY), raffle("b", LATE), raffle("a", EARLY)])
		await transact(db, (trx) => announce(trx, one));
	await settle();
	// A second act announces the same after the first was distributed.
	await transact(db, (trx) => announce(trx, raffle("a", LATE)));
	await settle();
	const stored = await findAnnouncementsAfter(db, 0, 10);
	expect(stored.map(({ reference }) => reference)).toEqual(["a", "b"]);
	// Tests run each act twice; PostgreSQL gives the first run ids of its own.
	const isStored = (id: number) => stored.some((one) => one.id === id);
	expect([...new Set(heard)].filter(isStored)).toEqual(stored.map(({ id }) => id));
	expect(counted(), "once for each commit").toBe(1);
	expect(await findAnnouncementsAfter(db, stored[0]?.id ?? 0, 10)).toEqual([stored[1]]);
});

it("an outlet gets only what it wants, and the jobs that it adds are woken", async () => {
	const { db, settle, heard, woken } = opened;
	await transact(db, (trx) => announce(trx, raffle(UNWANTED, EARLY)));
	await settle();
	expect([await findSettings(db, [UNWANTED]), woken]).toEqual([{}, []]);
	expect(heard).not.toEqual([]);
	await transact(db, (trx) => announce(trx, raffle("a", EARLY)));
	await settle();
	expect([await findSettings(db, ["a"]), woken]).toEqual([{ a: true }, ["message"]]);
});

it("many announcements are stored and passed on in their order, some in one commit", async () => {
	const { db, settle, counted } = opened;
	const references = Array.from({ length: 120 }, (_, at) => `r${String(at).padStart(3, "0")}`);
	await transact(db, async (trx) => {
		for (const reference of references) await announce(trx, raffle(reference, EARLY));
	});
	await settle();
	const stored = await findAnnouncementsAfter(db, 0, 200);
	expect(stored.map(({ reference }) => reference)).toEqual(references);
	expect(Object.keys(await findSettings(db, references)).sort()).toEqual(references);
	expect(counted()).toBe(3);
});

it("an act that fails announces nothing", async () => {
	const { db, settle, heard } = opened;
	const act = transact(db, async (trx) => {
		await announce(trx, raffle("a", EARLY));
		throw new Error("stopped");
	});
	await expect(act).rejects.toThrow("stopped");
	await settle();
	expect(heard).toEqual([]);
});

it("an outlet that throws is logged once and writes nothing, and the others get the announcement", async () => {
	const { db, settle, broken, logged, heard, counted } = opened;
	broken.push("b");
	for (const one of [raffle("a", EARLY), raffle("b", LATE)]) await transact(db, (trx) => announce(trx, one));
	await settle();
	const fault = { event: "outlet-failed", type: "raffle.opened", reference: "b", err: expect.any(Error) };
	expect(logged).toEqual([fault]);
	expect(await findSettings(db, ["a", "b"])).toEqual({ a: true });
	const stored = await findAnnouncementsAfter(db, 0, 10);
	expect(heard).toEqual(expect.arrayContaining(stored.map(({ id }) => id)));
	expect([stored.length, counted()]).toEqual([2, 1]);
});

it("old announcements are deleted", async () => {
	const { db, settle } = opened;
	for (const one of [raffle("a", EARLY), raffle("b", LATE)]) await transact(db, (trx) => announce(trx, one));
	await settle();
	await transact(db, (trx) => deleteAnnouncementsBefore(trx, LATE));
	expect((await findAnnouncementsAfter(db, 0, 10)).map(({ reference }) => reference)).toEqual(["b"]);
});
