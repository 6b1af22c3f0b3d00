import { Socket } from "node:net";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Cluster, JoinOptions } from "../engine";
import { createClient, nameOf } from "./dialect";
import { postgresErrorOf, stateOf } from "./errors";
import { KEEP_ALIVE, SERVING_LOCK, takeServingLock } from "./lease";
import { assembler, partsOf } from "./messages";
import { NOW } from "./nodes";
import type { Fence } from "./transact";

/** Interval of the heartbeats of the leader, with which it renews its row. */
const HEARTBEAT_MS = 1000;
/** The same of the other processes, which also check whether the lease is free. */
const CANDIDATE_MS = 500;
/** A leader that has not renewed its row for this time can be replaced. */
const LEASE_MS = 3000;
/** A connection on which a heartbeat takes longer is replaced. */
const TIMEOUT_MS = 2500;
const RECONNECT_MS = 250;
/** Messages of this time are sent in one statement. */
const GATHER_MS = 10;
/** A larger change of the difference between the clocks means that one of them was set; a smaller one is network delay. */
const CLOCK_STEP_MS = 500;
/**
 * Connections of processes that have not renewed their row for this time are ended: they may hold locks, and the server keeps
 * all notifications that they have not read.
 */
const MAX_SILENT_MS = 60_000;
/** The row of a killed process is deleted at the first start of a process after this time. */
const ROW_LIFE_MS = 60 * 60 * 1000;
/** The number of messages that are kept while the process starts. A process that waits for its setup needs no more. */
const MAX_EARLY = 10_000;
const LOCK_NOT_AVAILABLE = "55P03";
const CHANNEL = "plateia";

interface LeaseRow {
	/** The server's clock in ms since 1970. */
	now: number;
	epoch: number;
	holder: string | null;
	/** ms since the holder last renewed its row; null if the holder has no row. */
	silent: number | null;
}

/**
 * Joins the processes that serve a database. A separate connection holds the shared lock, carries the messages (LISTEN and
 * NOTIFY) and renews the lease of the leader.
 * @param fence receives the epoch once this process leads. From then on `transact` checks the epoch in each act.
 * @returns undefined if another process still has exclusive use of the database after `waitMs`.
 * @throws the server's error, or AwayError.
 */
export async function joinCluster(
	databaseUrl: string,
	id: string,
	fence: Fence,
	{ waitMs, onLost = () => {}, onBroken = () => {} }: JoinOptions,
): Promise<Cluster | undefined> {
	const listeners = new Map<string, (message: unknown) => void>();
	const busWatchers = new Set<(isUp: boolean) => void>();
	let client: Client | undefined;
	/** Closes the current connection without waiting for the server. */
	let abandon: (cause: unknown) => void = () => {};
	let connectedAt = 0;
	let queue: (readonly [channel: string, message: unknown])[] = [];
	let isFlushing = false;
	let hasLeft = false;
	let lead: (() => Promise<void>) | undefined;
	let leading: Promise<void> | undefined;
	let isFirstHeartbeat = true;
	/** When this process first saw a leader's row with a time in the future, which means that the server's clock was set back. */
	let aheadSince: number | undefined;
	let clockAheadMs = 0;
	/** Messages that arrive while the process starts. Undefined once its listeners are complete. */
	let early: [channel: string, message: unknown][] | undefined = [];
	/** When the last successful heartbeat began. */
	let renewedAt = Number.NEGATIVE_INFINITY;
	/** Ends the pause between two heartbeats. */
	let endPause = () => {};

	function lose(error: Error) {
		if (hasLeft) return;
		hasLeft = true;
		onLost(error);
	}
	fence.onDeposed = lose;

	/** @returns false if another process has exclusive use of the database. */
	async function connect(wait: number): Promise<boolean> {
		const socket = new Socket();
		const next = createClient(databaseUrl, id, socket);
		const abandonNext = (error: unknown) => {
			// `end` would wait for the server, which may not answer.
			socket.destroy();
			drop(next, error);
		};
		next.on("error", abandonNext);
		next.on("end", () => abandonNext(new Error("the connection has ended")));
		const assemble = assembler();
		next.on("notification", ({ payload = "" }) => receive(assemble(payload)));
		let late: NodeJS.Timeout | undefined;
		try {
			await next.connect();
			late = setTimeout(() => socket.destroy(), wait + TIMEOUT_MS);
			await next.query(`${KEEP_ALIVE}; set lock_timeout = 500`);
			if (!(await takeServingLock(next, "shared", wait))) {
				socket.destroy();
				return false;
			}
			await next.query(`listen ${CHANNEL}`);
		} catch (error) {
			socket.destroy();
			throw postgresErrorOf(error);
		} finally {
			clearTimeout(late);
		}
		connectedAt = performance.now();
		client = next;
		abandon = abandonNext;
		return true;
	}

	function drop(dropped: Client, error: unknown) {
		if (client !== dropped) return;
		client = undefined;
		queue = [];
		if (hasLeft) return;
		onBroken(postgresErrorOf(error));
		for (const watch of busWatchers) watch(false);
		endPause();
	}

	function receive(message: ReturnType<ReturnType<typeof assembler>>) {
		if (message === undefined || message.sender === id) return;
		const messages = message.content as [string, unknown][];
		if (!early) for (const [channel, content] of messages) listeners.get(channel)?.(content);
		else if (early.length < MAX_EARLY) early.push(...messages);
	}

	function publish(channel: string, message: unknown) {
		if (!client) return;
		queue.push([channel, message]);
		if (!isFlushing) void flush(client);
	}

	async function flush(to: Client): Promise<void> {
		isFlushing = true;
		try {
			await sleep(GATHER_MS);
			while (client === to && !hasLeft && queue.length > 0) {
				const parts = partsOf(id, queue);
				queue = [];
				await to.query(
					`select pg_notify('${CHANNEL}', part) from unnest($1::text[]) with ordinality as parts (part, n) order by n`,
					[parts],
				);
			}
		} catch (error) {
			if (client === to) abandon(error);
		} finally {
			isFlushing = false;
		}
		if (client && queue.length > 0) void flush(client);
	}

	/** Renews the row of this process, and takes the lease if it is free. A process that has lost the lease writes nothing. */
	async function heartbeat(on: Client): Promise<void> {
		const startedAt = performance.now();
		const lease = await readLease(on);
		compareClocks(lease.now, (startedAt + performance.now()) / 2);
		if (fence.epoch !== undefined && lease.epoch !== fence.epoch) {
			lose(new Error("another process leads"));
			return;
		}
		await on.query(
			`insert into nodes (id, host, started_at, seen_at, clock_ahead)
				values ($1, $2, ${NOW}, ${NOW}, $3::bigint - ${NOW})
				on conflict (id) do update set seen_at = excluded.seen_at, clock_ahead = excluded.clock_ahead`,
			[id, hostname(), Date.now()],
		);
		if (fence.epoch !== undefined) await endSilentConnections(on);
		else if (lead && (await isFree(on, lease))) await takeOver(on, lease);
		isFirstHeartbeat = false;
		renewedAt = startedAt;
	}

	/** @param moment of `performance.now()` at which the server's clock was `now`. */
	function compareClocks(now: number, moment: number) {
		const ahead = performance.timeOrigin + moment - now;
		if (Math.abs(ahead - clockAheadMs) > CLOCK_STEP_MS || isFirstHeartbeat) clockAheadMs = ahead;
	}

	/** Ends the connections of processes that are frozen or unreachable. Such a process connects again when it continues. */
	async function endSilentConnections(on: Client): Promise<void> {
		await on.query(
			`select pg_terminate_backend(a.pid) from pg_stat_activity a
				join nodes n on a.application_name = '${nameOf("")} ' || n.id
				where n.seen_at < ${NOW} - ${MAX_SILENT_MS} and a.datname = current_database()`,
		);
	}

	async function readLease(on: Client): Promise<LeaseRow> {
		const { rows } = await on.query<LeaseRow>(
			`select ${NOW} as now, l.epoch, l.holder, ${NOW} - n.seen_at as silent
				from leases l left join nodes n on n.id = l.holder where l.name = 'games'`,
		);
		if (rows[0]) return rows[0];
		await on.query("insert into leases (name, epoch) values ('games', 0) on conflict do nothing");
		return readLease(on);
	}

	/** Whether the lease is free. After an outage of the server, the leader has time to renew its row first. */
	async function isFree(on: Client, { holder, silent }: LeaseRow): Promise<boolean> {
		// This process may hold the lease without knowing it: the answer to its takeover was lost.
		if (holder === null || holder === id || silent === null) return true;
		// A running leader corrects its row with the next renewal.
		if (silent >= 0) aheadSince = undefined;
		else aheadSince ??= performance.now();
		const silentMs = aheadSince === undefined ? silent : performance.now() - aheadSince;
		if (silentMs >= LEASE_MS && performance.now() - connectedAt >= LEASE_MS) return true;
		// A process that starts need not wait for a holder that was killed: the server has ended its connections.
		return isFirstHeartbeat && !(await isConnected(on, holder));
	}

	async function isConnected(on: Client, other: string): Promise<boolean> {
		const { rowCount } = await on.query(
			"select 1 from pg_stat_activity where application_name = $1 limit 1",
			[nameOf(other)],
		);
		return rowCount !== 0;
	}

	/**
	 * Ends the connections of the last holder, which may have an open transaction, and raises the epoch. The update waits for
	 * acts that have already checked the old epoch; later acts of the last holder fail.
	 */
	async function takeOver(on: Client, { epoch, holder }: LeaseRow): Promise<void> {
		if (holder !== null && holder !== id) {
			await on.query(
				`select pg_terminate_backend(pid) from pg_stat_activity
					where application_name = $1 and datname = current_database()`,
				[nameOf(holder)],
			);
		}
		const { rows } = await on
			.query<{ epoch: number }>(
				"update leases set epoch = epoch + 1, holder = $1 where name = 'games' and epoch = $2 returning epoch",
				[id, epoch],
			)
			.catch((error: unknown) => {
				// The connections have not ended yet. The next heartbeat tries again.
				if (stateOf(error) === LOCK_NOT_AVAILABLE) return { rows: [] };
				throw error;
			});
		if (!rows[0]) return;
		fence.epoch = rows[0].epoch;
		leading = lead?.().catch((error: unknown) =>
			lose(error instanceof Error ? error : new Error(String(error))),
		);
	}

	async function tryHeartbeat(): Promise<void> {
		const on = client;
		if (!on) return;
		const late = new AbortController();
		try {
			await Promise.race([
				heartbeat(on),
				sleep(TIMEOUT_MS, undefined, { ref: false, signal: late.signal }).then(() => {
					throw new Error("the server does not answer");
				}),
			]);
		} catch (error) {
			if (client === on) abandon(error);
		} finally {
			late.abort();
		}
	}

	async function runHeartbeats(): Promise<void> {
		while (!hasLeft) {
			if (client) {
				await new Promise<void>((resolve) => {
					const timer = setTimeout(resolve, fence.epoch === undefined ? CANDIDATE_MS : HEARTBEAT_MS).unref();
					endPause = () => {
						clearTimeout(timer);
						resolve();
					};
				});
				if (!hasLeft) await tryHeartbeat();
			} else {
				await sleep(RECONNECT_MS, undefined, { ref: false });
				const isAllowed = hasLeft || (await connect(TIMEOUT_MS).catch(() => true));
				if (!isAllowed) lose(new Error("another process has exclusive use of the database"));
				else if (!hasLeft) await tryHeartbeat();
				// A process that has lost the lease publishes nothing.
				if (client && !hasLeft) for (const watch of busWatchers) watch(true);
			}
		}
	}

	if (!(await connect(waitMs))) return undefined;
	const connectedClient = (): Client => {
		if (!client) throw postgresErrorOf(new Error("the connection has ended"));
		return client;
	};
	let heartbeats: Promise<void> | undefined;

	return {
		id,
		isShared: true,
		bus: {
			publish,
			subscribe: (channel, listener) => void listeners.set(channel, listener),
			onChange: (watch) => void busWatchers.add(watch),
		},
		epoch: () => fence.epoch,
		isCurrent: () => fence.epoch !== undefined && performance.now() - renewedAt < LEASE_MS,
		async becomeCandidate(begin) {
			for (const [channel, message] of early ?? []) listeners.get(channel)?.(message);
			early = undefined;
			lead = begin;
			await connectedClient().query(`delete from nodes where seen_at < ${NOW} - ${ROW_LIFE_MS}`);
			await tryHeartbeat();
			heartbeats = runHeartbeats();
			await leading;
		},
		clockAheadMs: () => clockAheadMs,
		async withdraw() {
			lead = undefined;
			await leading;
		},
		async runExclusively(change) {
			const on = connectedClient();
			await on.query(`select pg_advisory_unlock_shared(${SERVING_LOCK})`);
			const isAlone = await takeServingLock(on, "exclusive", waitMs);
			try {
				if (isAlone) await change();
			} finally {
				if (!(await takeServingLock(on, "shared", waitMs)))
					lose(new Error("another process has exclusive use of the database"));
				if (isAlone) await on.query(`select pg_advisory_unlock(${SERVING_LOCK})`);
			}
			return isAlone;
		},
		async leave() {
			hasLeft = true;
			endPause();
			const on = client;
			client = undefined;
			await heartbeats;
			if (!on) return;
			try {
				await on.query("update leases set holder = null where name = 'games' and holder = $1", [id]);
				await on.query("delete from nodes where id = $1", [id]);
			} catch {
				// Before the first migration the tables are missing. Otherwise the lease becomes free when the row is no longer renewed.
			}
			await on.end().catch(() => {});
		},
	};
}
