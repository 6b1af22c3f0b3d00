import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Cluster, JoinOptions } from "../engine";
import { createBus } from "./bus";
import { createClient } from "./dialect";
import { type Connection, createElection } from "./election";
import { postgresErrorOf } from "./errors";
import { KEEP_ALIVE, SERVING_LOCK, takeServingLock } from "./lease";
import type { Fence } from "./transact";

/** Interval of the heartbeats of the leader, with which it renews its row. */
const HEARTBEAT_MS = 1000;
/** The same of the other processes, which also check whether the lease is free. */
const CANDIDATE_MS = 500;
/** A connection on which a heartbeat takes longer is replaced. */
const TIMEOUT_MS = 2500;
const RECONNECT_MS = 250;

/** The connection of a process, which is replaced when it breaks. */
interface OwnConnection extends Connection {
	/** Closes it without waiting for the server. */
	abandon(cause: unknown): void;
}

/**
 * Joins the processes that serve a database. A separate connection holds the shared lock, carries the messages and the heartbeats
 * of the election.
 * @param fence see {@link createElection}.
 * @returns undefined if another process still has exclusive use of the database after `waitMs`.
 * @throws the server's error, or AwayError.
 */
export async function joinCluster(
	databaseUrl: string,
	id: string,
	fence: Fence,
	{ waitMs, onLost = () => {}, onBroken = () => {} }: JoinOptions,
): Promise<Cluster | undefined> {
	const messages = createBus(id);
	const election = createElection(id, fence, lose);
	let connection: OwnConnection | undefined;
	let hasLeft = false;
	/** Ends the pause between two heartbeats. */
	let endPause = () => {};
	fence.onDeposed = lose;

	/** Ends the part of this process in the cluster. It publishes nothing more. */
	function lose(error: Error) {
		if (hasLeft) return;
		hasLeft = true;
		messages.stopSending();
		onLost(error);
	}

	/** @returns false if another process has exclusive use of the database. */
	async function connect(wait: number): Promise<boolean> {
		const socket = new Socket();
		const client = createClient(databaseUrl, id, socket);
		const abandon = (error: unknown) => {
			// `end` would wait for the server, which may not answer.
			socket.destroy();
			drop(client, error);
		};
		client.on("error", abandon);
		client.on("end", () => abandon(new Error("the connection has ended")));
		let late: NodeJS.Timeout | undefined;
		try {
			await client.connect();
			late = setTimeout(() => socket.destroy(), wait + TIMEOUT_MS);
			await client.query(`${KEEP_ALIVE}; set lock_timeout = 500`);
			if (!(await takeServingLock(client, "shared", wait))) {
				socket.destroy();
				return false;
			}
			await messages.listen(client);
		} catch (error) {
			socket.destroy();
			throw postgresErrorOf(error);
		} finally {
			clearTimeout(late);
		}
		connection = { client, since: performance.now(), abandon };
		if (!hasLeft) messages.sendOn({ client, onFailed: abandon });
		return true;
	}

	function drop(client: Client, error: unknown) {
		if (connection?.client !== client) return;
		connection = undefined;
		messages.stopSending();
		if (hasLeft) return;
		onBroken(postgresErrorOf(error));
		messages.tellWatchers(false);
		endPause();
	}

	async function tryHeartbeat(): Promise<void> {
		const current = connection;
		if (!current) return;
		const late = new AbortController();
		try {
			await Promise.race([
				election.heartbeat(current),
				sleep(TIMEOUT_MS, undefined, { ref: false, signal: late.signal }).then(() => {
					throw new Error("the server does not answer");
				}),
			]);
		} catch (error) {
			if (connection === current) current.abandon(error);
		} finally {
			late.abort();
		}
	}

	const pause = () =>
		new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, fence.epoch === undefined ? CANDIDATE_MS : HEARTBEAT_MS).unref();
			endPause = () => {
				clearTimeout(timer);
				resolve();
			};
		});

	async function runHeartbeats(): Promise<void> {
		while (!hasLeft) {
			if (connection) {
				await pause();
				if (!hasLeft) await tryHeartbeat();
			} else {
				await sleep(RECONNECT_MS, undefined, { ref: false });
				const isAllowed = hasLeft || (await connect(TIMEOUT_MS).catch(() => true));
				if (!isAllowed) lose(new Error("another process has exclusive use of the database"));
				else if (!hasLeft) await tryHeartbeat();
				// A process that has lost the lease publishes nothing.
				if (connection && !hasLeft) messages.tellWatchers(true);
			}
		}
	}

	if (!(await connect(waitMs))) return undefined;
	const connectedClient = (): Client => {
		if (!connection) throw postgresErrorOf(new Error("the connection has ended"));
		return connection.client;
	};
	let heartbeats: Promise<void> | undefined;

	return {
		id,
		isShared: true,
		bus: messages.bus,
		epoch: () => fence.epoch,
		isCurrent: election.isCurrent,
		clockAheadMs: election.clockAheadMs,
		async becomeCandidate(begin) {
			messages.completeListeners();
			await election.enter(connectedClient(), begin);
			await tryHeartbeat();
			heartbeats = runHeartbeats();
			await election.ready();
		},
		async withdraw() {
			election.withdraw();
			await election.ready();
		},
		async runExclusively(change) {
			const client = connectedClient();
			await client.query(`select pg_advisory_unlock_shared(${SERVING_LOCK})`);
			const isAlone = await takeServingLock(client, "exclusive", waitMs);
			try {
				if (isAlone) await change();
			} finally {
				if (!(await takeServingLock(client, "shared", waitMs)))
					lose(new Error("another process has exclusive use of the database"));
				if (isAlone) await client.query(`select pg_advisory_unlock(${SERVING_LOCK})`);
			}
			return isAlone;
		},
		async leave() {
			hasLeft = true;
			messages.stopSending();
			endPause();
			await heartbeats;
			const client = connection?.client;
			connection = undefined;
			if (!client) return;
			try {
				await election.leave(client);
			} catch {
				// Before the first migration the tables are missing. Otherwise the lease becomes free when the row is no longer renewed.
			}
			await client.end().catch(() => {});
		},
	};
}
