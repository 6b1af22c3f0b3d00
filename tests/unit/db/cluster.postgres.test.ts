/** The membership of processes in a cluster: their connections, their bus and the lock. For the election see `election.postgres`. */
import type { Cluster } from "db/engine";
import type { ClusterOptions } from "db/postgres/cluster";
import { postgresEngine } from "db/postgres/engine";
import { sql } from "kysely";
import { afterEach, expect, it, vi } from "vitest";
import { databaseForEachTest } from "../../support/for-each-test";
import { runAsAdmin } from "../../support/postgres/admin";
import { CLUSTER_VARIABLE } from "../../support/postgres/create-database";
import { openProxy } from "../../support/postgres/proxy";

const test = databaseForEachTest();
/** Short pauses; a lease that no slow heartbeat loses. */
const QUICK: ClusterOptions = { heartbeatMs: 50, candidateMs: 50, reconnectMs: 50, leaseMs: 60_000 };
const engineOf = (url: string, options: ClusterOptions = {}) =>
	postgresEngine(url, ".", { ...QUICK, ...options });
const engine = () => engineOf(test.url);
const joined: Cluster[] = [];
const WAIT = { timeout: 40_000 };

afterEach(async () => {
	for (const cluster of joined.splice(0)) await cluster.leave();
});

/** A process that serves the test's database. */
async function join(own = engine()) {
	const [onLost, onBroken] = [vi.fn(), vi.fn()];
	const cluster = await own.join({ waitMs: 0, onLost, onBroken });
	if (!cluster) throw new Error("another process has exclusive use of the database");
	joined.push(cluster);
	return { cluster, onLost, onBroken, lead: vi.fn(async () => {}) };
}

type Joined = Awaited<ReturnType<typeof join>>;

/** Ends all connections of a process, as a stop of the server does. */
const disconnect = ({ cluster }: Joined) =>
	runAsAdmin(
		process.env[CLUSTER_VARIABLE] ?? "",
		`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'plateia ${cluster.id}'`,
	);

/** When a process has last renewed its row, by the server's clock. */
const readSeen = async (id: string) =>
	(await sql<{ seen_at: number }>`select seen_at from nodes where id = ${id}`.execute(test.db)).rows[0]
		?.seen_at;

/** Waits for further renewals of a process's row. */
async function untilRenewed({ cluster: { id } }: Pick<Joined, "cluster">, times = 1) {
	for (let count = 0; count < times; count += 1) {
		const seen = await readSeen(id);
		await expect.poll(() => readSeen(id), WAIT).not.toBe(seen);
	}
}

const leaders = (...processes: Joined[]) => processes.filter(({ cluster }) => cluster.epoch() !== undefined);

it("one of two processes leads; when it leaves, the other one leads in the next epoch", async () => {
	const [first, second] = [await join(), await join()];
	await first.cluster.becomeCandidate(first.lead);
	await second.cluster.becomeCandidate(second.lead);
	expect([first.cluster.epoch(), second.cluster.epoch()]).toEqual([1, undefined]);
	const nodes = (await engine().readProcesses(test.db))?.nodes;
	expect(nodes).toHaveLength(2);
	// Processes that started in the same ms are in the order of their random ids.
	expect(nodes).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ id: first.cluster.id, epoch: 1 }),
			expect.objectContaining({ id: second.cluster.id, epoch: undefined }),
		]),
	);
	await first.cluster.leave();
	await expect.poll(() => second.cluster.epoch(), WAIT).toBe(2);
	expect([first.lead, second.lead].map((lead) => lead.mock.calls.length)).toEqual([1, 1]);
	expect(first.onLost).not.toHaveBeenCalled();
});

it("a leader whose connection has ended still leads, and onBroken is called", async () => {
	const [first, second] = [await join(), await join()];
	await first.cluster.becomeCandidate(first.lead);
	await second.cluster.becomeCandidate(second.lead);
	await disconnect(first);
	await expect.poll(() => first.onBroken.mock.calls.length, WAIT).toBe(1);
	// Both have judged the lease again since the leader connected again.
	await untilRenewed(first, 2);
	await untilRenewed(second, 2);
	expect(leaders(first, second)).toEqual([first]);
	expect(first.onLost).not.toHaveBeenCalled();
});

it("messages arrive at the other processes in order, also long messages and messages with other alphabets", async () => {
	const [first, second, third] = [await join(), await join(), await join()];
	const heard: unknown[][] = [[], [], []];
	[first, second, third].forEach(({ cluster }, index) => {
		cluster.bus.subscribe("test", (message) => heard[index]?.push(message));
	});
	const sent = Array.from({ length: 30 }, (_, index) => [
		index,
		index % 7 === 0 ? "é😀\u2028".repeat(5000) : "",
	]);
	// The second process is still starting when some of them arrive.
	for (const { cluster, lead } of [first, third]) await cluster.becomeCandidate(lead);
	for (const message of sent.slice(0, 20)) first.cluster.bus.publish("test", message);
	await expect.poll(() => heard.map(({ length }) => length), WAIT).toEqual([0, 0, 20]);
	await second.cluster.becomeCandidate(second.lead);
	for (const message of sent.slice(20)) first.cluster.bus.publish("test", message);
	await expect.poll(() => heard.map(({ length }) => length), WAIT).toEqual([0, 30, 30]);
	expect(heard[1]).toEqual(sent);
	expect(heard[2]).toEqual(sent);
});

it("the end of the bus's connection is reported, and the bus works again after a new connection", async () => {
	const [first, second] = [await join(), await join()];
	const states: boolean[] = [];
	second.cluster.bus.onChange((isUp) => states.push(isUp));
	const heard: unknown[] = [];
	second.cluster.bus.subscribe("test", (message) => heard.push(message));
	await second.cluster.becomeCandidate(second.lead);
	await disconnect(second);
	await expect.poll(() => states, WAIT).toEqual([false, true]);
	first.cluster.bus.publish("test", 1);
	await expect.poll(() => heard, WAIT).toEqual([1]);
});

it("a command gets exclusive use of the database only while no process serves it, and processes cannot join then", async () => {
	const { cluster } = await join();
	expect(await engine().takeExclusiveUse(0)).toBeUndefined();
	expect(await cluster.runExclusively(async () => {})).toBe(true);
	await cluster.leave();
	const exclusiveUse = await engine().takeExclusiveUse(5000);
	expect(exclusiveUse).toBeDefined();
	expect(await engine().join({ waitMs: 0 })).toBeUndefined();
	await exclusiveUse?.release();
});

it("a change that needs exclusive use of the database does not run while another process serves it", async () => {
	const [first, second] = [await join(), await join()];
	const change = vi.fn(async () => {});
	expect(await first.cluster.runExclusively(change)).toBe(false);
	expect(change).not.toHaveBeenCalled();
	await second.cluster.leave();
	await expect.poll(() => first.cluster.runExclusively(change), WAIT).toBe(true);
});

it("the connections of a process have the name of the process, also if the URL has an application_name", async () => {
	const own = engineOf(`${test.url}${test.url.includes("?") ? "&" : "?"}application_name=site`);
	const { cluster } = await join(own);
	const db = own.open();
	await sql`select 1`.execute(db);
	const { rows } = await sql<{ application_name: string }>`
		select distinct application_name from pg_stat_activity
		where datname = current_database() and pid <> pg_backend_pid() and application_name <> ''`.execute(db);
	expect(rows).toEqual([{ application_name: `plateia ${cluster.id}` }]);
	await db.destroy();
});

it("a process that has lost the lease publishes nothing", async () => {
	const [first, second, third] = [await join(), await join(), await join()];
	const received: unknown[] = [];
	second.cluster.bus.subscribe("test", (message) => received.push(message));
	await first.cluster.becomeCandidate(first.lead);
	await second.cluster.becomeCandidate(second.lead);
	await sql`update leases set epoch = epoch + 1, holder = 'another'`.execute(test.db);
	await expect.poll(() => first.onLost.mock.calls.length, WAIT).toBe(1);
	first.cluster.bus.publish("test", "lost");
	// What it has published has been sent or dropped once it has left.
	await first.cluster.leave();
	third.cluster.bus.publish("test", "sent");
	await expect.poll(() => received, WAIT).toEqual(["sent"]);
});

it("a process sends what it has published before it leaves", async () => {
	const [first, second] = [await join(), await join()];
	const received: unknown[] = [];
	second.cluster.bus.subscribe("test", (message) => received.push(message));
	await second.cluster.becomeCandidate(second.lead);
	first.cluster.bus.publish("test", "last");
	await first.cluster.leave();
	await expect.poll(() => received, WAIT).toEqual(["last"]);
});

it("a process that leaves while it connects again releases the lease and ends the new connection", async () => {
	const { url, cut, blocked, unblock, close } = await openProxy(test.url);
	const { cluster, lead } = await join(engineOf(url));
	await cluster.becomeCandidate(lead);
	cut();
	await blocked;
	const left = cluster.leave();
	unblock();
	await left;
	const { rows } = await sql`select holder from leases
		union all select application_name from pg_stat_activity where application_name = ${`plateia ${cluster.id}`}`.execute(
		test.db,
	);
	expect(rows).toEqual([{ holder: null }]);
	await close();
});

it("a new connection is replaced if the server does not answer on it", async () => {
	const { url, cut, close } = await openProxy(test.url);
	// Without further heartbeats, which a slow machine might not answer in time.
	const { cluster, onBroken } = await join(engineOf(url, { timeoutMs: 1000, heartbeatMs: 3_600_000 }));
	const states: boolean[] = [];
	cluster.bus.onChange((isUp) => states.push(isUp));
	await cluster.becomeCandidate(vi.fn(async () => {}));
	// The next connection gets an answer to its login, and then no further answers.
	cut();
	await expect.poll(() => states, WAIT).toEqual([false, true]);
	expect(onBroken).toHaveBeenCalledTimes(1);
	await cluster.leave();
	await close();
});
