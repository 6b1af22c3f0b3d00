import { transact } from "db/transact";
import pLimit from "p-limit";
import { announce } from "~/announcements/announce.server";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { inBackground } from "~/lib/guarded";
import type { Site } from "~/lib/site";
import type { Hub } from "~/live/hub.server";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import { STREAM_TOPIC, type StreamState } from "./stream";

type Tools = Pick<Site, "db" | "now" | "leads"> & {
	log: Pick<Site["log"], "info">;
	hub: Pick<Hub, "openTopic" | "publish">;
	/** The state of the connected channels; undefined if there are none, and admins switch it by hand. */
	connectedStream(): StreamState | undefined;
	/** Called after the stream was switched. */
	settingsSaved?(): void;
};

/** The setting that holds since when the stream is live: an ISO instant, or null. */
const SETTING = "liveSince";
/** The setting that holds the {@link LastStream}. */
const LAST_STREAM = "lastStream";
/** A stream that begins again within this time after its end is the same one. */
const PAUSE_MS = 10 * 60 * 1000;
/** A stream with another start, whose predecessor's end the site has not seen, is another one if it began so much later. */
const OTHER_STREAM_MS = 6 * 60 * 60 * 1000;
/** A start that the site learns of later is not announced. */
const LATE_MS = 60 * 60 * 1000;
/** A stream that an admin forgot to end counts as ended after this long. */
const MAX_LIVE_MS = 24 * 60 * 60 * 1000;

/** The last stream that the site knew to be live; both are ISO instants. */
interface LastStream {
	startedAt: string;
	/** Null while it is live. */
	endedAt: string | null;
}

const msBetween = (one: string, other: string) => Date.parse(other) - Date.parse(one);

/** Whether a live stream is another one than the last, so that its start is news. */
const isOther = (last: LastStream | undefined, startedAt: string): boolean =>
	!last ||
	msBetween(last.endedAt ?? last.startedAt, startedAt) >= (last.endedAt ? PAUSE_MS : OTHER_STREAM_MS);

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
	const publish = () => {
		hub.publish(STREAM_TOPIC, "changed", streamState());
		if (tools.leads()) inBackground(() => noteInTurn(noteStream));
	};
	const noteInTurn = pLimit(1);
	/** What was noted last, because the state is published for each change of its viewers. */
	let noted: string | undefined;

	/** Stores that the stream has begun or ended, and announces a start once, over restarts and pauses. */
	async function noteStream(): Promise<void> {
		const { isLive, details } = streamState();
		const at = now().toISOString();
		const startedAt = details?.since ?? liveSince ?? at;
		const state = isLive ? startedAt : "";
		if (noted === state) return;
		await transact(db, async (trx) => {
			const last = (await findSettings(trx, [LAST_STREAM]))[LAST_STREAM] as LastStream | undefined;
			const save = (stream: LastStream) => saveSettings(trx, { [LAST_STREAM]: stream }, at);
			if (!isLive) {
				if (last?.endedAt === null) await save({ ...last, endedAt: at });
				return;
			}
			await save({ startedAt, endedAt: null });
			if (!isOther(last, startedAt) || msBetween(startedAt, at) >= LATE_MS) return;
			await announce(trx, { type: "stream.started", reference: startedAt, data: { startedAt }, at });
		});
		noted = state;
	}

	hub.openTopic(STREAM_TOPIC, {
		snapshot: () => [{ event: "changed", data: streamState() }],
	});

	return {
		/** The state of the stream. If it was switched by hand, it is live for at most 24 hours. */
		streamState,
		/** Publishes the state. Must be called when that of a connected channel has changed. */
		publishStream: publish,
		/** Resolves when what was published is noted. */
		noted: (): Promise<void> => noteInTurn(async () => {}),
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
