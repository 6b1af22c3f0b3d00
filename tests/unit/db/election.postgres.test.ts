/** The election of the leader. The test calls the heartbeats and advances the clocks of the processes. */
import { connect, createClient, nameOf } from "db/postgres/dialect";
import { createElection, type ElectionOptions } from "db/postgres/election";
import type { Fence } from "db/postgres/transact";
import { transact } from "db/transact";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { databaseForEachTest } from "../../support/for-each-test";

const test = databaseForEachTest();
const LEASE = 60_000;
const GONE = 400;
const HOUR = 3_600_000;
const ending: (() => Promise<unknown>)[] = [];

afterEach(async () => {
	for (const end of ending.splice(0)) await end().catch(() => {});
});

/** A candidate with its connections. Its clock stands still, and each test has its own names. */
async function join(id: string, options: ElectionOptions = {}) {
	let time = 0;
	const fence: Fence = {};
	const onLost = vi.fn();
	const lead = vi.fn(async () => {});
	const election = createElection(id, fence, onLost, {
		leaseMs: LEASE,
		goneMs: GONE,
		now: () => time,
		...options,
	});
	const db = connect(test.url, {}, id, fence);
	const client = createClient(test.url, id);
	await client.connect();
	ending.push(
		() => client.end(),
		() => db.destroy(),
	);
	await election.becomeCandidate(client, lead);
	return {
		...{ id, election, fence, onLost, lead, client, db },
		beat: (own = client) => election.heartbeat({ client: own, connectedAt: 0 }),
		pass: (ms: number) => {
			time += ms;
		},
	};
}

type Candidate = Awaited<ReturnType<typeof join>>;

/** Waits until the server has no connection of a process. */
const untilGone = (id: string) =>
	expect
		.poll(async () => {
			const { rows } =
				await sql`select 1 from pg_stat_activity where application_name = ${nameOf(id)}`.execute(test.db);
			return rows.length;
		})
		.toBe(0);
/** Waits until this number of takeovers wait for a lock. */
const untilWaiting = (takeovers: number) => {
	const findWaiting = sql`select 1 from pg_stat_activity
		where datname = current_database() and wait_event_type = 'Lock' and query like 'update leases%'`;
	return expect.poll(async () => (await findWaiting.execute(test.db)).rows.length).toBe(takeovers);
};
const giveLeaseTo = (id: string) => sql`update leases set epoch = epoch + 1, holder = ${id}`.execute(test.db);
const readLease = async () =>
	(await sql<{ epoch: number; holder: string | null }>`select epoch, holder from leases`.execute(test.db))
		.rows[0];
/** When a process has last renewed its row, by the server's clock. */
const readSeen = async (id: string) =>
	(await sql<{ seen_at: number }>`select seen_at from nodes where id = ${id}`.execute(test.db)).rows[0]
		?.seen_at;
/** Changes the time at which a process was last seen, as if it had been frozen for `ms`. */
const setBack = (id: string, ms: number) =>
	sql`update nodes set seen_at = seen_at - ${ms} where id = ${id}`.execute(test.db);
const addNode = (id: string, agoMs: number) =>
	sql`insert into nodes (id, host, started_at, seen_at, clock_ahead)
		select ${id}, 'host', now_ms, now_ms - ${agoMs}, 0
		from (select (extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms) as server`.execute(
		test.db,
	);

let first: Candidate;
let second: Candidate;
beforeEach(async () => {
	[first, second] = [await join("first"), await join("second")];
	await first.beat();
	await second.beat();
});

describe("the lease", () => {
	it("is taken by the first candidate, and by no other while the leader renews it", async () => {
		second.pass(LEASE);
		await first.beat();
		await second.beat();
		expect([first.fence.epoch, second.fence.epoch]).toEqual([1, undefined]);
		expect([first.lead.mock.calls.length, second.lead.mock.calls.length]).toEqual([1, 0]);
	});

	it("is free when the leader's row is as old as the lease", async () => {
		second.pass(LEASE);
		await setBack(first.id, LEASE / 2);
		await second.beat();
		expect(second.fence.epoch).toBeUndefined();
		await setBack(first.id, LEASE / 2);
		await second.beat();
		expect(second.fence.epoch).toBe(2);
		expect(second.lead).toHaveBeenCalledTimes(1);
	});

	it("is not free for a process that has just connected: the server may have been away", async () => {
		await setBack(first.id, LEASE);
		second.pass(LEASE - 1);
		await second.beat();
		expect(second.fence.epoch).toBeUndefined();
		second.pass(1);
		await second.beat();
		expect(second.fence.epoch).toBe(2);
	});

	it("of a killed leader is free at once for a process that starts, but not for one that runs", async () => {
		await giveLeaseTo("killed");
		await addNode("killed", 0);
		await second.beat();
		expect(second.fence.epoch).toBeUndefined();
		// The server has run for longer than this lease.
		const third = await join("third", { leaseMs: 1 });
		await third.beat();
		expect(third.fence.epoch).toBe(3);
	});

	it("of a leader whose connections have ended is free once they have not come back", async () => {
		second.pass(LEASE);
		await second.beat();
		await second.beat();
		await first.client.end();
		await first.db.destroy();
		await untilGone(first.id);
		await second.beat();
		second.pass(GONE - 1);
		await second.beat();
		expect(second.fence.epoch).toBeUndefined();
		// It is back: the time begins again.
		const back = createClient(test.url, first.id);
		await back.connect();
		second.pass(1);
		await second.beat();
		await back.end();
		await untilGone(first.id);
		await second.beat();
		second.pass(GONE - 1);
		await second.beat();
		expect(second.fence.epoch).toBeUndefined();
		second.pass(1);
		await second.beat();
		expect(second.fence.epoch).toBe(2);
	});

	it("of a leader whose connections have ended is not free for a process that has just connected", async () => {
		await second.beat();
		await first.client.end();
		await first.db.destroy();
		await untilGone(first.id);
		await second.beat();
		second.pass(LEASE - 1);
		await second.beat();
		expect(second.fence.epoch).toBeUndefined();
		second.pass(1);
		await second.beat();
		expect(second.fence.epoch).toBe(2);
	});

	it("of a leader whose connections a process has never seen is not free before its time", async () => {
		await giveLeaseTo("hidden");
		await addNode("hidden", 0);
		second.pass(LEASE);
		await second.beat();
		second.pass(GONE);
		await second.beat();
		expect(second.fence.epoch).toBeUndefined();
	});

	it("belongs to a process whose takeover succeeded but whose answer was lost", async () => {
		await giveLeaseTo(second.id);
		await second.beat();
		expect([second.fence.epoch, second.lead.mock.calls.length]).toEqual([3, 1]);
	});

	it("is taken by one of two processes that find it free at the same time", async () => {
		const third = await join("third");
		await setBack(first.id, LEASE);
		const held = await test.db.startTransaction().execute();
		await sql`select 1 from leases for update`.execute(held);
		const taking = [second, third].map(async (one) => {
			one.pass(LEASE);
			await one.beat();
		});
		await untilWaiting(2);
		await held.rollback().execute();
		await Promise.all(taking);
		expect([second, third].flatMap(({ fence }) => fence.epoch ?? [])).toEqual([2]);
	});

	it("is not taken by a process that has withdrawn", async () => {
		second.election.withdraw();
		await first.election.leave(first.client);
		await second.beat();
		expect([second.fence.epoch, second.lead.mock.calls.length]).toEqual([undefined, 0]);
		expect(await readLease()).toEqual({ epoch: 1, holder: null });
	});

	it("is taken with a later heartbeat if an act holds its row for longer than a statement may wait", async () => {
		await first.election.leave(first.client);
		await second.client.query("set lock_timeout = 50");
		await test.db.transaction().execute(async (trx) => {
			await sql`select 1 from leases for share`.execute(trx);
			await second.beat();
			expect(second.fence.epoch).toBeUndefined();
		});
		await second.beat();
		expect(second.fence.epoch).toBe(2);
	});

	it("is given back by a process that withdraws during its takeover", async () => {
		await first.election.leave(first.client);
		let beating: Promise<void> | undefined;
		await test.db.transaction().execute(async (trx) => {
			// The update of the takeover waits for this lock.
			await sql`select 1 from leases for share`.execute(trx);
			beating = second.beat();
			await untilWaiting(1);
			second.election.withdraw();
		});
		await beating;
		expect([second.fence.epoch, second.lead.mock.calls.length]).toEqual([undefined, 0]);
		expect(await readLease()).toEqual({ epoch: 2, holder: null });
	});
});

describe("after the server's clock was set back", () => {
	const setAhead = (id: string) => setBack(id, -HOUR);

	it("a dead leader is replaced after the time of the lease", async () => {
		await setAhead(first.id);
		second.pass(LEASE);
		await second.beat();
		expect(second.fence.epoch).toBeUndefined();
		second.pass(LEASE);
		await second.beat();
		expect(second.fence.epoch).toBe(2);
	});

	it("a leader that renews its row still leads", async () => {
		for (let count = 0; count < 3; count += 1) {
			await setAhead(first.id);
			await second.beat();
			await first.beat();
			await second.beat();
			second.pass(LEASE);
		}
		expect(second.fence.epoch).toBeUndefined();
	});
});

describe("a leader", () => {
	it("is current for the time of the lease after each heartbeat", async () => {
		expect([first, second].map(({ election }) => election.isCurrent())).toEqual([true, false]);
		first.pass(LEASE - 1);
		expect(first.election.isCurrent()).toBe(true);
		first.pass(1);
		expect(first.election.isCurrent()).toBe(false);
		await first.beat();
		expect(first.election.isCurrent()).toBe(true);
	});

	it("that has lost the lease does not renew its row", async () => {
		await giveLeaseTo("another");
		const seen = await readSeen(first.id);
		await first.beat();
		expect(first.onLost).toHaveBeenCalledTimes(1);
		expect(await readSeen(first.id)).toBe(seen);
	});

	it("that fails to begin is lost", async () => {
		const third = await join("third");
		third.lead.mockRejectedValue(new Error("no seeds"));
		await giveLeaseTo(third.id);
		await third.beat();
		await third.election.whenStarted();
		expect(third.onLost).toHaveBeenCalledExactlyOnceWith(new Error("no seeds"));
	});
});

it("a takeover ends the open transactions of a frozen leader, whose heartbeat then finds the lease lost", async () => {
	await second.client.query("set lock_timeout = 500");
	let [opened, release] = [() => {}, () => {}];
	const isOpen = new Promise<void>((resolve) => {
		opened = resolve;
	});
	const isReleased = new Promise<void>((resolve) => {
		release = resolve;
	});
	const act = transact(first.db, async (trx) => {
		await sql`insert into event_counts (day, event, label, count) values ('2026-01-01', 'e', 'l', 1)`.execute(
			trx,
		);
		opened();
		await isReleased;
	}).catch((error: unknown) => error);
	await isOpen;
	await setBack(first.id, LEASE);
	second.pass(LEASE);
	const takeOver = async () => {
		await second.beat();
		return second.fence.epoch;
	};
	// The first attempt gives up if the server has not ended the connections within half a second.
	await expect.poll(takeOver).toBe(2);
	release();
	expect(await act).toBeInstanceOf(Error);
	expect((await sql`select 1 from event_counts`.execute(test.db)).rows).toEqual([]);
	const again = createClient(test.url, first.id);
	await again.connect();
	ending.push(() => again.end());
	await first.beat(again);
	expect(first.onLost).toHaveBeenCalledTimes(1);
});

it("the leader ends the connections of a process that has been silent for more than a minute", async () => {
	// Without a pool, which would end an idle connection itself.
	const connected = async (id: string) => {
		const client = createClient(test.url, id);
		await client.connect();
		ending.push(() => client.end());
		return (await client.query<{ pid: number }>("select pg_backend_pid() as pid")).rows[0]?.pid;
	};
	const [silent, slow] = [await connected("silent"), await connected("slow")];
	const isAlive = async (pid: number | undefined) =>
		(await sql`select 1 from pg_stat_activity where pid = ${pid}`.execute(test.db)).rows.length === 1;
	await addNode("silent", 61_000);
	await addNode("slow", 30_000);
	await second.beat();
	expect(await isAlive(silent)).toBe(true);
	await first.beat();
	await expect.poll(() => isAlive(silent)).toBe(false);
	expect(await isAlive(slow)).toBe(true);
});

it("a process that starts deletes the rows of processes that were last seen more than an hour ago", async () => {
	await addNode("old", HOUR + 1000);
	await addNode("recent", HOUR / 2);
	await join("third");
	const { rows } = await sql<{ id: string }>`select id from nodes order by id`.execute(test.db);
	expect(rows.map(({ id }) => id)).toEqual(["first", "recent", "second"]);
});

it("a process knows how far its clock is ahead of the server's clock, also after one of them was set", async () => {
	const readServer = async () =>
		(
			await sql<{ ms: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(
				test.db,
			)
		).rows[0]?.ms ?? Number.NaN;
	const third = await join("third");
	for (const time of [0, HOUR]) {
		third.pass(time);
		const before = await readServer();
		await third.beat();
		const after = await readServer();
		const own = performance.timeOrigin + time;
		expect(third.election.clockAheadMs()).toBeGreaterThanOrEqual(own - after);
		expect(third.election.clockAheadMs()).toBeLessThanOrEqual(own - before);
	}
});
