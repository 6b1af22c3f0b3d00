import { hostname } from "node:os";
import type { Client } from "pg";
import { nameOf } from "./dialect";
import { stateOf } from "./errors";
import { NOW } from "./nodes";
import type { Fence } from "./transact";

/** A larger change of the difference between the clocks means that one of them was set; a smaller one is network delay. */
const CLOCK_STEP_MS = 500;
/**
 * Connections of processes that have not renewed their row for this time are ended: they may hold locks, and the server keeps
 * all notifications that they have not read.
 */
const MAX_SILENT_MS = 60_000;
/** The row of a killed process is deleted at the first start of a process after this time. */
const ROW_LIFE_MS = 60 * 60 * 1000;
const LOCK_NOT_AVAILABLE = "55P03";

interface LeaseRow {
	/** The server's clock in ms since 1970. */
	now: number;
	epoch: number;
	holder: string | null;
	/** ms since the holder last renewed its row; null if the holder has no row. */
	silent: number | null;
	/** Whether the server has a connection of the holder. */
	isConnected: boolean;
	/** ms since the server has started. */
	serverAge: number;
}

export interface Connection {
	client: Client;
	/** `now()` of the options. */
	connectedAt: number;
}

export interface ElectionOptions {
	/** A leader that has not renewed its row for this time can be replaced. */
	leaseMs?: number;
	/** So can one that has had no connection for this time: it was killed. A running leader connects again in less. */
	goneMs?: number;
	/** How often a process that does not lead renews its row. */
	renewMs?: number;
	/** A clock that nobody can set, in ms since `performance.timeOrigin`. */
	now?: () => number;
}

/**
 * Elects the leader among the processes of a database. Each process renews its row in `nodes` with heartbeats; a candidate whose
 * heartbeat finds the lease free takes it and raises the epoch.
 * @param fence receives the epoch once this process leads. From then on `transact` checks the epoch in each act.
 * @param onLost called if another process leads in the place of this one, or if this one failed to begin as the leader.
 */
export function createElection(
	id: string,
	fence: Fence,
	onLost: (error: Error) => void,
	{ leaseMs = 3000, goneMs = 500, renewMs = 1000, now = () => performance.now() }: ElectionOptions = {},
) {
	/** Undefined if this process is no candidate. */
	let startLeading: (() => Promise<void>) | undefined;
	/** The result of `startLeading` once it is called. */
	let started: Promise<void> | undefined;
	let isFirstHeartbeat = true;
	/** When this process first saw a leader's row with a time in the future, which means that the server's clock was set back. */
	let rowInFutureSince: number | undefined;
	/** A leader whose connections this process has seen, and since when it has none. */
	let seen: { holder: string; goneSince?: number | undefined } | undefined;
	let clockAheadMs = 0;
	/** When the last heartbeat began that has renewed the row. */
	let renewedAt = Number.NEGATIVE_INFINITY;
	let checkedSilentAt = Number.NEGATIVE_INFINITY;
	fence.onDeposed = onLost;

	/** @param moment of `now()` at which the server's clock was `serverTime`. */
	function compareClocks(serverTime: number, moment: number) {
		const ahead = performance.timeOrigin + moment - serverTime;
		if (Math.abs(ahead - clockAheadMs) > CLOCK_STEP_MS || isFirstHeartbeat) clockAheadMs = ahead;
	}

	/**
	 * Whether the holder has no connection for `goneMs`, which this process has seen at its beginning and now. The connections of a
	 * frozen or unreachable process stay for longer. A name that the server does not show was never seen.
	 */
	function isGone(holder: string, isConnected: boolean): boolean {
		if (isConnected) seen = { holder };
		if (seen?.holder !== holder || isConnected) return false;
		seen.goneSince ??= now();
		return now() - seen.goneSince >= goneMs;
	}

	/** Whether the lease is free. After an outage of the server, the leader has time to renew its row first. */
	function isFree(connectedAt: number, { holder, silent, isConnected, serverAge }: LeaseRow): boolean {
		// This process may hold the lease without knowing it: the answer to its takeover was lost.
		if (holder === null || holder === id || silent === null) return true;
		// A running leader corrects its row with the next renewal.
		if (silent >= 0) rowInFutureSince = undefined;
		else rowInFutureSince ??= now();
		const silentMs = rowInFutureSince === undefined ? silent : now() - rowInFutureSince;
		const isKilled = isGone(holder, isConnected);
		if (now() - connectedAt >= leaseMs && (isKilled || silentMs >= leaseMs)) return true;
		// A process that starts need not wait for a holder that was killed: the server has ended its connections.
		return isFirstHeartbeat && !isConnected && serverAge > leaseMs;
	}

	/**
	 * Ends the connections of the last holder, which may have an open transaction, and raises the epoch. The update waits for
	 * acts that have already checked the old epoch; later acts of the last holder fail.
	 */
	async function takeOver(client: Client, { epoch, holder }: LeaseRow): Promise<void> {
		if (!startLeading) return;
		if (holder !== null && holder !== id) {
			await client.query(
				`select pg_terminate_backend(pid) from pg_stat_activity
					where application_name = $1 and datname = current_database()`,
				[nameOf(holder)],
			);
		}
		await client.query("set synchronous_commit = on");
		const { rows } = await client
			.query<{ epoch: number }>(
				"update leases set epoch = epoch + 1, holder = $1 where name = 'games' and epoch = $2 returning epoch",
				[id, epoch],
			)
			.catch((error: unknown) => {
				// The connections have not ended yet. The next heartbeat tries again.
				if (stateOf(error) === LOCK_NOT_AVAILABLE) return { rows: [] };
				throw error;
			});
		await client.query("set synchronous_commit = off");
		if (!rows[0]) return;
		// The process has withdrawn while the update was waiting.
		if (!startLeading) return release(client);
		fence.epoch = rows[0].epoch;
		started = startLeading().catch((error: unknown) =>
			onLost(error instanceof Error ? error : new Error(String(error))),
		);
	}

	/**
	 * Renews the row of this process, unless it leads in an epoch that is over. A single statement, because each answer may wait for a busy
	 * event loop.
	 */
	async function renew(client: Client): Promise<{ now: number; epoch: number } | undefined> {
		const { rows } = await client.query<{ now: number; epoch: number }>(
			`with lease as (select epoch from leases where name = 'games'), renewed as (
				insert into nodes (id, host, started_at, seen_at, clock_ahead)
					select $1, $2, ${NOW}, ${NOW}, $3::bigint - ${NOW} from lease where epoch = coalesce($4, epoch)
					on conflict (id) do update set seen_at = excluded.seen_at, clock_ahead = excluded.clock_ahead
			) select ${NOW} as now, epoch from lease`,
			[id, hostname(), Date.now(), fence.epoch ?? null],
		);
		return rows[0];
	}

	async function renewAsLeader(client: Client): Promise<void> {
		const startedAt = now();
		const lease = await renew(client);
		if (lease) compareClocks(lease.now, (startedAt + now()) / 2);
		if (lease?.epoch !== fence.epoch) return onLost(new Error("another process leads"));
		renewedAt = startedAt;
		if (startedAt - checkedSilentAt < MAX_SILENT_MS / 4) return;
		checkedSilentAt = startedAt;
		await endSilentConnections(client);
	}

	const release = async (client: Client) => {
		await client.query("update leases set holder = null where name = 'games' and holder = $1", [id]);
	};

	return {
		/**
		 * Renews the row of this process if that is due, and takes the lease if it is free. A process that has lost the lease writes nothing.
		 * @throws the server's error.
		 */
		async heartbeat(connection: Connection): Promise<void> {
			const { client, connectedAt } = connection;
			if (fence.epoch !== undefined) return renewAsLeader(client);
			const startedAt = now();
			const lease = await readLease(client);
			compareClocks(lease.now, (startedAt + now()) / 2);
			const takes = startLeading !== undefined && isFree(connectedAt, lease);
			if (takes || startedAt - renewedAt >= renewMs) {
				await renew(client);
				renewedAt = startedAt;
			}
			if (takes) await takeOver(client, lease);
			isFirstHeartbeat = false;
		},
		/** Makes this process a candidate. @param lead called once this process has the lease. @throws the server's error. */
		async becomeCandidate(client: Client, lead: () => Promise<void>): Promise<void> {
			startLeading = lead;
			await client.query(`delete from nodes where seen_at < ${NOW} - ${ROW_LIFE_MS}`);
		},
		/** Ends the candidacy. A lease that this process holds is kept. */
		withdraw() {
			startLeading = undefined;
		},
		/** Resolves when the callback of `becomeCandidate` has ended; at once if it was not called. */
		whenStarted: async () => await started,
		/** Whether this process leads and no other process can have replaced it. */
		isCurrent: () => fence.epoch !== undefined && now() - renewedAt < leaseMs,
		/** ms by which the clock of this process is ahead of the server's. */
		clockAheadMs: () => clockAheadMs,
		/** Releases the lease and deletes the row of this process. @throws the server's error. */
		async leave(client: Client): Promise<void> {
			await release(client);
			await client.query("delete from nodes where id = $1", [id]);
		},
	};
}

async function readLease(client: Client): Promise<LeaseRow> {
	const { rows } = await client.query<LeaseRow>(
		`select ${NOW} as now, l.epoch, l.holder, ${NOW} - n.seen_at as silent,
				exists (select 1 from pg_stat_activity where application_name = '${nameOf("")} ' || l.holder) as "isConnected",
				(extract(epoch from clock_timestamp() - pg_postmaster_start_time()) * 1000)::bigint as "serverAge"
			from leases l left join nodes n on n.id = l.holder where l.name = 'games'`,
	);
	if (rows[0]) return rows[0];
	await client.query("insert into leases (name, epoch) values ('games', 0) on conflict do nothing");
	return readLease(client);
}

/** Ends the connections of processes that are frozen or unreachable. Such a process connects again when it continues. */
async function endSilentConnections(client: Client): Promise<void> {
	await client.query(
		`select pg_terminate_backend(a.pid) from pg_stat_activity a
			join nodes n on a.application_name = '${nameOf("")} ' || n.id
			where n.seen_at < ${NOW} - ${MAX_SILENT_MS} and a.datname = current_database()`,
	);
}
