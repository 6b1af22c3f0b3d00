import type { Trx } from "db/database";
import { transact } from "db/transact";
import pLimit from "p-limit";
import { announce } from "~/announcements/announce.server";
import { hasAnnouncementSince } from "~/announcements/announcements.queries.server";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import type { Hub } from "~/live/hub.server";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import { STREAM_TOPIC, type StreamState } from "./stream";

type Tools = Pick<Site, "db" | "now"> & {
	log: Pick<Site["log"], "info">;
	hub: Pick<Hub, "openTopic" | "publish">;
	/** The state of the connected channels; undefined if there are none, and admins switch it by hand. */
	connectedStream(): StreamState | undefined;
	/** Called after the stream was switched. */
	settingsSaved?(): void;
};

/** The setting that holds since when the stream is live: an ISO instant, or null. */
const SETTING = "liveSince";
/** A stream that an admin forgot to end counts as ended after this long. */
const MAX_LIVE_MS = 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
/** A stream that begins again so soon is the same one, such as after a lost connection or on another platform. */
const SAME_STREAM_MS = 10 * MINUTE_MS;
/** The start of a stream is not announced later than this. */
const MAX_LATE_MS = 30 * MINUTE_MS;

/** Announces the start of a stream, once for each stream. */
async function announceStart(trx: Trx, startedAt: string, at: Date): Promise<void> {
	const ago = (ms: number) => new Date(at.getTime() - ms).toISOString();
	if (startedAt < ago(MAX_LATE_MS)) return;
	if (await hasAnnouncementSince(trx, "stream.started", ago(SAME_STREAM_MS))) return;
	const about = { reference: startedAt, data: { startedAt }, at: at.toISOString() };
	await announce(trx, { type: "stream.started", ...about });
}

/**
 * Opens the state of the stream: that of the connected channels, or without any the one that admins switch by hand. Opens
 * {@link STREAM_TOPIC}. Create it once per process.
 */
export async function openStream(tools: Tools) {
	const { db, now, log, hub } = tools;
	const read = async (from: Parameters<typeof findSettings>[0]) => {
		const since = (await findSettings(from, [SETTING]))[SETTING];
		return typeof since === "string" ? since : null;
	};
	let liveSince = await read(db);
	const isLiveSince = (since: string | null, at: Date) =>
		since !== null && at.getTime() - Date.parse(since) < MAX_LIVE_MS;
	const streamState = (): StreamState => tools.connectedStream() ?? { isLive: isLiveSince(liveSince, now()) };
	/** Switches run one after the other, so that memory and database end in the same state. */
	const inTurn = pLimit(1);
	const publish = () => hub.publish(STREAM_TOPIC, "changed", streamState());
	/** When the last stream of a connected channel began whose start was announced. */
	let announcedStart: string | undefined;

	hub.openTopic(STREAM_TOPIC, {
		snapshot: () => [{ event: "changed", data: streamState() }],
	});

	return {
		/** The state of the stream. If it was switched by hand, it is live for at most 24 hours. */
		streamState,
		/** Publishes the state. Must be called when that of a connected channel has changed. */
		publishStream: publish,
		/** Announces the start of the stream of a connected channel. Only the leader calls it. */
		async announceStream(since: string): Promise<void> {
			if (since === announcedStart) return;
			await transact(db, (trx) => announceStart(trx, since, now()));
			announcedStart = since;
		},
		/** Reads again whether admins have switched the stream to live, and publishes a change. */
		refreshStream: (): Promise<void> =>
			inTurn(async () => {
				const since = await read(db);
				if (since === liveSince) return;
				liveSince = since;
				publish();
			}),

		/**
		 * Switches the stream to live or not, writes the change log and publishes it. Does nothing when it is already so.
		 * @param name the channel's name, for the change log.
		 * @throws {DomainError} `streamConnected` while a channel is connected.
		 */
		switchStream: (adminId: string, isLive: boolean, name: string): Promise<void> =>
			inTurn(async () => {
				if (tools.connectedStream()) throw new DomainError("streamConnected");
				const saved = isLive ? now().toISOString() : null;
				await writeChange(tools, adminId, {
					write: async (trx, at) => {
						if (isLiveSince(await read(trx), at) === isLive) return undefined;
						await saveSettings(trx, { [SETTING]: saved }, at.toISOString());
						if (saved) await announceStart(trx, saved, at);
						return {
							action: isLive ? "stream.start" : "stream.end",
							subject: "stream",
							subjectName: name,
							before: { active: !isLive },
							after: { active: isLive },
						};
					},
					published: () => {
						liveSince = saved;
						log.info({ event: "stream-switched", isLive, adminId });
						publish();
						tools.settingsSaved?.();
					},
				});
			}),
	};
}
