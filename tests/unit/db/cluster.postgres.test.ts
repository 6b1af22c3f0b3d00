import { once } from "node:events";
import { type AddressInfo, connect as connectTo, createServer, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cluster, DeposedError } from "db/engine";
import { engineAt } from "db/open";
import { transact } from "db/transact";
import { sql } from "kysely";
import { afterEach, expect, it, vi } from "vitest";
import { databaseForEachTest } from "../../support/for-each-test";
import { runAsAdmin } from "../../support/postgres/admin";
import { CLUSTER_VARIABLE } from "../../support/postgres/create-database";

const test = databaseForEachTest();
const engine = () => engineAt(test.url, ".");
const joined: Cluster[] = [];
const WAIT = { timeout: 20_000 };

afterEach(async () => {
	for (const cluster of joined.splice(0)) await cluster.leave();
});

/** A process that serves the test's database, and its connection to it. */
async function join(own = engine()) {
	const [onLost, onBroken] = [vi.fn(), vi.fn()];
	const cluster = await own.join({ waitMs: 0, onLost, onBroken });
	if (!cluster) throw new Error("another process has exclusive use of the database");
	joined.push(cluster);
	const db = own.open();
	return { cluster, db, onLost, onBroken, lead: vi.fn(async () => {}) };
}

type Joined = Awaited<ReturnType<typeof join>>;

/** Ends all connections of a process, as a stop of the server does. */
const disconnect = ({ cluster }: Joined) =>
	runAsAdmin(
		process.env[CLUSTER_VARIABLE] ?? "",
		`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'plateia ${cluster.id}'`,
	);

/** Changes the holder of the lease as a takeover does. */
const giveLeaseTo = (id: string) => sql`update leases set epoch = epoch + 1, holder = ${id}`.execute(test.db);

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
	await Promise.all([first.db.destroy(), second.db.destroy()]);
});

it("the acts of a process that no longer leads write nothing, and onLost is called", async () => {
	const { cluster, db, lead, onLost } = await join();
	await cluster.becomeCandidate(lead);
	await sql`update leases set epoch = epoch + 1, holder = 'another'`.execute(test.db);
	const act = vi.fn();
	await expect(transact(db, act)).rejects.toThrow(DeposedError);
	expect(act).not.toHaveBeenCalled();
	expect(onLost).toHaveBeenCalledTimes(1);
	await db.destroy();
});

it("a leader is current while it renews its lease, but not after it was frozen", async () => {
	const { cluster, lead, db } = await join();
	expect(cluster.isCurrent()).toBe(false);
	await cluster.becomeCandidate(lead);
	expect(cluster.isCurrent()).toBe(true);
	// Blocks the event loop of this process, as SIGSTOP would.
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3100);
	expect(cluster.isCurrent()).toBe(false);
	await expect.poll(() => cluster.isCurrent(), WAIT).toBe(true);
	await db.destroy();
});

it("a process that has lost the lease does not renew its row", async () => {
	const { cluster, db, lead, onLost } = await join();
	await cluster.becomeCandidate(lead);
	let lostAt = 0;
	onLost.mockImplementation(() => {
		lostAt = Date.now();
	});
	await sql`update leases set epoch = epoch + 1, holder = 'another'`.execute(test.db);
	await expect.poll(() => onLost.mock.calls.length, WAIT).toBe(1);
	await sleep(1500);
	// The last renewal is that of the heartbeat before, a second earlier.
	expect(await readSeen(cluster.id)).toBeLessThan(lostAt - 500);
	await db.destroy();
});

it("a takeover ends the open transactions of a frozen leader", async () => {
	const [first, second] = [await join(), await join()];
	await first.cluster.becomeCandidate(first.lead);
	let isOpen = false;
	const act = transact(first.db, async (trx) => {
		await sql`insert into event_counts (day, event, label, count) values ('2026-01-01', 'e', 'l', 1)`.execute(
			trx,
		);
		isOpen = true;
		await sleep(8000);
	}).catch((error: unknown) => error);
	await expect.poll(() => isOpen, WAIT).toBe(true);
	// Sets the row back, because a frozen process does not renew it.
	const setBack = setInterval(
		() =>
			void sql`update nodes set seen_at = 0 where id = ${first.cluster.id}`.execute(test.db).catch(() => {}),
		50,
	);
	await second.cluster.becomeCandidate(second.lead);
	await expect.poll(() => second.cluster.epoch(), WAIT).toBe(2);
	clearInterval(setBack);
	await act;
	const { rows } = await sql`select 1 from event_counts`.execute(test.db);
	expect(rows).toEqual([]);
	await expect.poll(() => first.onLost.mock.calls.length, WAIT).toBe(1);
	await Promise.all([first.db.destroy(), second.db.destroy()]);
});

it("a leader whose connection has ended still leads, and onBroken is called", async () => {
	const [first, second] = [await join(), await join()];
	await first.cluster.becomeCandidate(first.lead);
	await second.cluster.becomeCandidate(second.lead);
	await disconnect(first);
	await expect.poll(() => first.onBroken.mock.calls.length, WAIT).toBe(1);
	await sleep(4500);
	expect(leaders(first, second)).toEqual([first]);
	expect(first.onLost).not.toHaveBeenCalled();
	await Promise.all([first.db.destroy(), second.db.destroy()]);
});

it("a process knows how far its clock is ahead of the server's clock", async () => {
	const { cluster, db, lead } = await join();
	await cluster.becomeCandidate(lead);
	const readServer = async () =>
		(await sql<{ ms: number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(test.db))
			.rows[0]?.ms ?? Number.NaN;
	const shared = () => performance.timeOrigin + performance.now() - cluster.clockAheadMs();
	const [before, server, after] = [shared(), await readServer(), shared()];
	// The error is at most half of the duration of the first statement.
	expect(server).toBeGreaterThan(before - 2000);
	expect(server).toBeLessThan(after + 2000);
	await db.destroy();
});

it("the leader ends the connections of a process that has been silent for a minute, but not of others", async () => {
	const [first, second, third] = [await join(), await join(), await join()];
	for (const one of [first, second, third]) await one.cluster.becomeCandidate(one.lead);
	const readPid = async ({ db }: Joined) =>
		(await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
	const pids = [await readPid(second), await readPid(third)];
	const readAlive = async () =>
		(
			await sql<{
				pid: number;
			}>`select pid from pg_stat_activity where pid in (${pids[0]}, ${pids[1]})`.execute(test.db)
		).rows.map(({ pid }) => pid);
	// Sets the row back, because a frozen process does not renew it.
	const setBack = setInterval(
		() =>
			void sql`update nodes set seen_at = 0 where id = ${second.cluster.id}`.execute(test.db).catch(() => {}),
		20,
	);
	await expect.poll(readAlive, WAIT).toEqual([pids[1]]);
	clearInterval(setBack);
	await expect.poll(() => readPid(second).catch(() => undefined), WAIT).toEqual(expect.any(Number));
	await Promise.all([first, second, third].map(({ db }) => db.destroy()));
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
	await Promise.all([first, second, third].map(({ db }) => db.destroy()));
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
	await Promise.all([first.db.destroy(), second.db.destroy()]);
});

it("a command gets exclusive use of the database only while no process serves it, and processes cannot join then", async () => {
	const { cluster, db } = await join();
	expect(await engine().takeExclusiveUse(0)).toBeUndefined();
	expect(await cluster.runExclusively(async () => {})).toBe(true);
	await cluster.leave();
	const exclusiveUse = await engine().takeExclusiveUse(5000);
	expect(exclusiveUse).toBeDefined();
	expect(await engine().join({ waitMs: 0 })).toBeUndefined();
	await exclusiveUse?.release();
	await db.destroy();
});

it("a change that needs exclusive use of the database does not run while another process serves it", async () => {
	const [first, second] = [await join(), await join()];
	const change = vi.fn(async () => {});
	expect(await first.cluster.runExclusively(change)).toBe(false);
	expect(change).not.toHaveBeenCalled();
	await second.cluster.leave();
	await expect.poll(() => first.cluster.runExclusively(change), WAIT).toBe(true);
	await Promise.all([first.db.destroy(), second.db.destroy()]);
});

it("a process leads if its takeover succeeded but the answer was lost", async () => {
	const [first, second] = [await join(), await join()];
	await first.cluster.becomeCandidate(first.lead);
	await second.cluster.becomeCandidate(second.lead);
	await giveLeaseTo(second.cluster.id);
	await expect.poll(() => second.cluster.epoch(), WAIT).toBe(3);
	expect(second.lead).toHaveBeenCalledTimes(1);
	expect(second.onBroken).not.toHaveBeenCalled();
	await expect.poll(() => first.onLost.mock.calls.length, WAIT).toBe(1);
	await Promise.all([first.db.destroy(), second.db.destroy()]);
});

it("after the server's clock was set back, a dead leader is replaced and a running leader still leads", async () => {
	const [first, second] = [await join(), await join()];
	await first.cluster.becomeCandidate(first.lead);
	await second.cluster.becomeCandidate(second.lead);
	const setAhead = (id: string) =>
		sql`update nodes set seen_at = seen_at + 3600000 where id = ${id}`.execute(test.db);
	for (let count = 0; count < 3; count += 1) {
		// After a renewal, so that the candidate sees the time in the future before the leader corrects it.
		await untilRenewed(first);
		await setAhead(first.cluster.id);
		await untilRenewed(first);
		// The candidate's heartbeat in progress may have begun before the correction.
		await untilRenewed(second, 2);
	}
	expect(leaders(first, second)).toEqual([first]);
	await sql`insert into nodes (id, host, started_at, seen_at, clock_ahead)
		select 'dead', host, started_at, seen_at, 0 from nodes where id = ${first.cluster.id}`.execute(test.db);
	await setAhead("dead");
	await giveLeaseTo("dead");
	await expect.poll(() => second.cluster.epoch(), WAIT).toBe(3);
	await Promise.all([first.db.destroy(), second.db.destroy()]);
});

it("the connections of a process have the name of the process, also if the URL has an application_name", async () => {
	const { cluster, db } = await join(
		engineAt(`${test.url}${test.url.includes("?") ? "&" : "?"}application_name=site`, "."),
	);
	await sql`select 1`.execute(db);
	const { rows } = await sql<{ application_name: string }>`
		select distinct application_name from pg_stat_activity
		where datname = current_database() and pid <> pg_backend_pid() and application_name <> ''`.execute(db);
	expect(rows).toEqual([{ application_name: `plateia ${cluster.id}` }]);
	await db.destroy();
});

it("a process that withdraws does not begin to lead", async () => {
	const [first, second] = [await join(), await join()];
	await first.cluster.becomeCandidate(first.lead);
	await second.cluster.becomeCandidate(second.lead);
	await second.cluster.withdraw();
	await first.cluster.leave();
	await sleep(2500);
	expect(second.cluster.epoch()).toBeUndefined();
	expect(second.lead).not.toHaveBeenCalled();
	await Promise.all([first.db.destroy(), second.db.destroy()]);
});

it("a process that withdraws during a takeover gives the lease back", async () => {
	const { cluster, db, lead } = await join();
	await sql`insert into leases (name, epoch) values ('games', 0)`.execute(test.db);
	await test.db.transaction().execute(async (trx) => {
		// The update of the takeover waits for this lock.
		await sql`select 1 from leases for share`.execute(trx);
		await cluster.becomeCandidate(lead);
		const findWaiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'update leases%'`;
		await expect.poll(async () => (await findWaiting.execute(trx)).rows.length, WAIT).toBe(1);
		await cluster.withdraw();
	});
	await untilRenewed({ cluster });
	expect(cluster.epoch()).toBeUndefined();
	expect(lead).not.toHaveBeenCalled();
	expect((await sql`select holder from leases`.execute(test.db)).rows).toEqual([{ holder: null }]);
	await db.destroy();
});

it("a process that has lost the lease publishes nothing", async () => {
	const [first, second, third] = [await join(), await join(), await join()];
	const received: unknown[] = [];
	second.cluster.bus.subscribe("test", (message) => received.push(message));
	await first.cluster.becomeCandidate(first.lead);
	await second.cluster.becomeCandidate(second.lead);
	await giveLeaseTo("another");
	await expect.poll(() => first.onLost.mock.calls.length, WAIT).toBe(1);
	first.cluster.bus.publish("test", "lost");
	await sleep(100);
	third.cluster.bus.publish("test", "sent");
	await expect.poll(() => received, WAIT).toEqual(["sent"]);
	await Promise.all([first, second, third].map(({ db }) => db.destroy()));
});

it("a process sends what it has published before it leaves", async () => {
	const [first, second] = [await join(), await join()];
	const received: unknown[] = [];
	second.cluster.bus.subscribe("test", (message) => received.push(message));
	await second.cluster.becomeCandidate(second.lead);
	first.cluster.bus.publish("test", "last");
	await first.cluster.leave();
	await expect.poll(() => received, WAIT).toEqual(["last"]);
	await Promise.all([first.db.destroy(), second.db.destroy()]);
});

it("a process that leaves while it connects again releases the lease and ends the new connection", async () => {
	const { url, cut, blocked, unblock, end } = await openProxy();
	const { cluster, db, lead } = await join(engineAt(url, "."));
	await cluster.becomeCandidate(lead);
	await db.destroy();
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
	await end();
});

it("a new connection is replaced if the server does not answer on it", async () => {
	const { url, cut, end } = await openProxy();
	const { cluster, db, onBroken } = await join(engineAt(url, "."));
	const states: boolean[] = [];
	cluster.bus.onChange((isUp) => states.push(isUp));
	await cluster.becomeCandidate(vi.fn(async () => {}));
	// The next connection gets an answer to its login, and then no further answers.
	cut();
	await expect.poll(() => states, WAIT).toEqual([false, true]);
	expect(onBroken).toHaveBeenCalledTimes(1);
	await cluster.leave();
	await db.destroy();
	await end();
});

/**
 * A proxy to the test's server. `cut` ends the connections, and blocks the next connection after its login: `blocked` resolves,
 * and nothing that the client sends arrives until `unblock`.
 */
async function openProxy() {
	const socketOf = `${new URLSearchParams(test.url.split("?")[1]).get("host")}/.s.PGSQL.5432`;
	const sockets = new Set<Socket>();
	let hangs = false;
	let onBlocked = () => {};
	const blocked = new Promise<void>((resolve) => {
		onBlocked = resolve;
	});
	let unblock = () => {};
	const server = createServer((client) => {
		let isHanging = hangs;
		hangs = false;
		const upstream = connectTo(socketOf);
		for (const socket of [client, upstream]) {
			sockets.add(socket);
			socket.on("error", () => {});
			socket.on("close", () => {
				sockets.delete(socket);
				client.destroy();
				upstream.destroy();
			});
		}
		client.pipe(upstream);
		upstream.on("data", (bytes: Buffer) => {
			client.write(bytes);
			// The message ReadyForQuery ends the login.
			if (!isHanging || !bytes.subarray(-6).equals(READY)) return;
			isHanging = false;
			client.unpipe(upstream);
			unblock = () => void client.pipe(upstream);
			onBlocked();
		});
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	const { port } = server.address() as AddressInfo;
	return {
		url: test.url.replace(/@.*$/, `@127.0.0.1:${port}/`) + (/@\/(\w+)/.exec(test.url)?.[1] ?? ""),
		blocked,
		unblock: () => unblock(),
		cut() {
			hangs = true;
			for (const socket of sockets) socket.destroy();
		},
		async end() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, "close");
		},
	};
}

const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
