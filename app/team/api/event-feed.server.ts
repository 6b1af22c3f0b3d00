import { setTimeout as sleep } from "node:timers/promises";
import { findAnnouncementsAfter, findNewestId } from "~/announcements/announcements.queries.server";
import { every } from "~/lib/every.server";
import { inBackground } from "~/lib/guarded";
import type { Site } from "~/lib/site";
import { eventOf, type ProgramEvent } from "./events.server";

/** A connection to a program. */
export interface Line {
	/** Resolves when the network has accepted the events, or the connection has closed. */
	send(events: readonly ProgramEvent[]): Promise<void>;
	/** Keeps the connection open at routers. @returns false if the program no longer answers. */
	heartbeat(): boolean;
	/** Ends the connection properly. */
	end(why: "ended" | "revoked" | "fault" | "full"): void;
	/** Destroys the connection. */
	cut(): void;
}

interface Reader {
	line: Line;
	tokenId: string;
	/** The last event that the network has accepted. */
	cursor: number;
	isReading: boolean;
	isWoken: boolean;
	/** Heartbeats since the network last accepted what was sent. */
	waits: number;
}

/** Events that are read and sent at once, which bounds the backlog of a connection. */
const PAGE = 50;
/** After a full page, so that programs that catch up leave time for visitors. */
const PAUSE_MS = 10;
/** A program whose connection has broken may have two for a while. */
const MAX_PER_TOKEN = 5;
const MAX_READERS = 200;
const MAX_WAITS = 2;
const HEARTBEAT_MS = 20_000;
/** A token that was revoked in another process ends its connections within this time, plus the time to read it. */
const CHECK_MS = 500;
/** A message between processes may be lost. */
const POLL_MS = 5000;

type FeedSite = Pick<Site, "db" | "config" | "log" | "onAnnounced">;

/**
 * The programs that read events, each from its own place in the announcements. An event is sent again only to a program that
 * reconnects without having read it. Nothing is read or checked while none is connected.
 * @param isValid whether the token with an id may still be used.
 */
export function openEventFeed(site: FeedSite, isValid: (tokenId: string) => Promise<boolean>) {
	const { db, log } = site;
	const readers = new Set<Reader>();
	/** Programs that have read the same events share the next read. One read at a time is in progress. */
	const reads = new Map<number, Promise<ProgramEvent[]>>();
	let turn: Promise<unknown> = Promise.resolve();
	let isClosed = false;

	function readAfter(cursor: number) {
		const known = reads.get(cursor);
		if (known) return known;
		const read = turn.then(async () => {
			const rows = await findAnnouncementsAfter(db, cursor, PAGE);
			return Promise.all(rows.map((row) => eventOf(site, row)));
		});
		turn = read.then(
			({ length }) => (length === PAGE ? sleep(PAUSE_MS) : undefined),
			() => {},
		);
		reads.set(cursor, read);
		const forget = () => {
			if (reads.get(cursor) === read) reads.delete(cursor);
		};
		read.then(forget, forget);
		return read;
	}

	function end(reader: Reader, why: Parameters<Line["end"]>[0]) {
		if (readers.delete(reader)) reader.line.end(why);
	}

	/** Sends what the reader has not been sent, one page after the other. */
	async function advance(reader: Reader) {
		reader.isWoken = true;
		if (reader.isReading) return;
		reader.isReading = true;
		try {
			while (reader.isWoken && readers.has(reader)) {
				reader.isWoken = false;
				const events = await readAfter(reader.cursor);
				const last = events.at(-1);
				if (!last || !readers.has(reader)) continue;
				await reader.line.send(events);
				reader.waits = 0;
				reader.cursor = last.id;
				// There may be more.
				reader.isWoken = true;
			}
		} catch (error) {
			log.error({ event: "events-unread", err: error });
			end(reader, "fault");
		} finally {
			reader.isReading = false;
		}
	}

	async function wake() {
		// A read in progress may miss what was just committed.
		reads.clear();
		for (const reader of readers) inBackground(() => advance(reader));
	}

	/** Ends the connections of tokens that may no longer be used. */
	async function checkTokens() {
		for (const id of new Set([...readers].map(({ tokenId }) => tokenId))) {
			if (await isValid(id)) continue;
			for (const reader of readers) if (reader.tokenId === id) end(reader, "revoked");
		}
	}

	async function sendHeartbeats() {
		for (const reader of [...readers]) {
			reader.waits = reader.isReading ? reader.waits + 1 : 0;
			if (reader.waits <= MAX_WAITS && reader.line.heartbeat()) continue;
			readers.delete(reader);
			reader.line.cut();
		}
	}

	const stopListening = site.onAnnounced(() => inBackground(wake));
	const timers = [
		every(CHECK_MS, "event-tokens", checkTokens, log),
		every(HEARTBEAT_MS, "event-heartbeats", sendHeartbeats, log),
		every(POLL_MS, "event-poll", wake, log),
	];
	const isFull = (tokenId: string) =>
		isClosed ||
		readers.size >= MAX_READERS ||
		[...readers].filter((reader) => reader.tokenId === tokenId).length >= MAX_PER_TOKEN;

	return {
		checkTokens,
		sendHeartbeats,
		/** Whether a token gets no further connection. */
		isFull,
		/**
		 * Where a program begins to read: after the event that it names, or without one after the newest. An event that is not there
		 * yet, as after a restored backup, counts as the newest.
		 */
		async startAfter(after: number | undefined): Promise<number> {
			const newest = await findNewestId(db);
			return Math.min(after ?? newest, newest);
		},
		/** Connects a program. @returns a function to call when its connection has closed. */
		connect(line: Line, { tokenId, cursor }: Pick<Reader, "tokenId" | "cursor">): () => void {
			const reader = { line, tokenId, cursor, isReading: false, isWoken: false, waits: 0 };
			// Connections that were asked for at the same time may be too many only now.
			if (isFull(tokenId)) line.end("full");
			else {
				readers.add(reader);
				log.info({ event: "program-connected", tokenId, after: cursor });
				inBackground(() => advance(reader));
			}
			return () => void readers.delete(reader);
		},
		/** Ends all connections; there are no further ones. */
		close() {
			isClosed = true;
			stopListening();
			for (const endTimer of timers) inBackground(endTimer);
			for (const reader of readers) end(reader, "ended");
		},
	};
}

export type EventFeed = ReturnType<typeof openEventFeed>;
