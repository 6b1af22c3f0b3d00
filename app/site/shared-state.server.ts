/** Keeps the memory and the streams of a process up to date with the database, even if messages of other processes are lost. */
import type { Cluster } from "db/engine";
import { findOpenSessions } from "~/account/sessions.queries.server";
import { staffOf } from "~/account/viewer";
import type { StreamState } from "~/channel/stream";
import { every } from "~/lib/every.server";
import { guarded, inBackground } from "~/lib/guarded";
import { rankOf } from "~/lib/rights";
import type { Site } from "~/lib/site";

/** Sessions, roles and settings are at most this old, plus the time to read them. */
const READ_EVERY_MS = 4000;
const STREAM_CHANNEL = "connected-stream";

type Tools = Pick<Site, "db" | "config" | "log" | "now" | "hub"> & {
	cluster: Cluster;
	/** Functions that each read some settings again. */
	refresh: readonly (() => Promise<void>)[];
	/** The state of the stream, from the channels to which this process is connected. */
	connectedStream(): StreamState | undefined;
	publishStream(): void;
};

/**
 * Reads settings, sessions and roles again every 4 s, and settings also when another process has saved some. Does nothing for a
 * site that one process serves.
 * @returns the state of the stream, which the leader sends to the other processes, and functions of its changes.
 */
export function shareState(tools: Tools) {
	const { db, cluster, config, log, now, hub } = tools;
	const { bus } = cluster;
	const leads = () => cluster.epoch() !== undefined;
	/** As the leader has sent it. */
	let leaderStream: StreamState | undefined;
	/** Whether this process leads and has asked the platforms. Until then, the state that the last leader sent applies. */
	let isStreamKnown = false;

	const refreshSettings = () => Promise.all(tools.refresh.map((refresh) => refresh()));

	/** Ends the streams of sessions that have ended, and of viewers whose rights have changed. */
	async function checkSessions(): Promise<void> {
		const open = hub.openSessions();
		const rows = await findOpenSessions(db, [...open.keys()], now().toISOString());
		const current = new Map(rows.map((row) => [row.id, rankOf(staffOf(row, config))]));
		for (const [id, rank] of open) if (current.get(id) !== rank) hub.endSession(id);
	}

	const connectedStream = () => (isStreamKnown || !cluster.isShared ? tools.connectedStream() : leaderStream);
	const sendStreamState = () => bus.publish(STREAM_CHANNEL, connectedStream() ?? null);

	function publishStream() {
		tools.publishStream();
		if (leads()) sendStreamState();
	}

	function receiveStream(message: unknown) {
		const state = (message as StreamState | null) ?? undefined;
		if (leads() || JSON.stringify(state) === JSON.stringify(leaderStream)) return;
		leaderStream = state;
		tools.publishStream();
	}

	const readSettings = () =>
		refreshSettings().catch((error: unknown) => log.error({ event: "settings-unread", err: error }));
	bus.subscribe(STREAM_CHANNEL, guarded(receiveStream));
	bus.subscribe("settings", guarded(readSettings));

	const end = cluster.isShared
		? every(
				READ_EVERY_MS,
				"shared-state",
				async () => {
					await Promise.all([refreshSettings(), checkSessions()]);
					if (leads()) sendStreamState();
				},
				log,
			)
		: async () => {};

	return {
		connectedStream,
		/**
		 * Must be called when this process begins to lead.
		 * @param connected resolves once the platforms have been asked for the state of their streams.
		 */
		beginToLead(connected: Promise<void>) {
			inBackground(async () => {
				await connected;
				isStreamKnown = true;
				publishStream();
			});
		},
		/** Must be called when the stream of a connected channel has begun, ended or changed. */
		streamChanged: publishStream,
		end,
	};
}
