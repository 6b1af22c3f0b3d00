import { z } from "zod";
import { parseOutsideJson } from "~/http/outside-json.server";
import { guarded, inBackground } from "~/lib/guarded";
import type { Log } from "~/observability/log.server";
import type { PlatformSocket, SocketHandlers } from "../channel/adapter";
import type { Message } from "../inbox/platform-event";
import { parseFields } from "../platform-fields";
import type { TwitchMessage } from "./events";
import { notificationIn, revokedIn } from "./webhook.server";

/** The part of a WebSocket that is used; nothing is ever sent, because Twitch closes a connection that sends. */
interface Socket {
	close(): void;
	addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
	addEventListener(type: "close", listener: (event: { code: number }) => void): void;
	addEventListener(type: "error", listener: () => void): void;
}

interface Options {
	/** The address of EventSub. */
	address: string;
	/** The constructor, by default of Node. */
	WebSocket: new (
		address: string,
	) => Socket;
	log: Pick<Log, "info" | "warn" | "error">;
	now: () => Date;
	/** Reads a notification; undefined for one that says nothing. */
	read(notification: TwitchMessage): Message | undefined;
	/** For tests. */
	timing?: Partial<typeof TIMING>;
}

const TIMING = {
	/** Time after which Twitch sends a keepalive message. */
	keepaliveSeconds: 30,
	/** Time within which a connection must have sent its welcome. */
	welcomeWithinMs: 10_000,
	/** The wait before the first new connection; doubled before each further one, with jitter. */
	backoffMs: 1000,
	maxBackoffMs: 120_000,
	random: Math.random,
};

/** A connection counts as dead after its keepalive time and this much more. */
const KEEPALIVE_GRACE = 1.2;

const envelope = z.object({
	metadata: z.object({ message_id: z.string(), message_type: z.string(), message_timestamp: z.string() }),
	payload: z.unknown(),
});
const welcome = z.object({
	session: z.object({ id: z.string().min(1), keepalive_timeout_seconds: z.number().positive() }),
});
const reconnect = z.object({ session: z.object({ reconnect_url: z.string().url() }) });

interface Connection {
	socket: Socket;
	/** Ends a connection that has been silent for too long. */
	timer: NodeJS.Timeout | undefined;
	/** Undefined before the welcome. */
	aliveForMs: number | undefined;
	/** Whether it takes over the subscriptions of another connection. */
	isHandover: boolean;
	isOver: boolean;
}

/**
 * Keeps a connection to EventSub over WebSocket until `end`. A lost connection is opened again with growing waits, and
 * `subscribe` is called again, because subscriptions end with their session. When Twitch asks for a reconnection, the old
 * connection stays open until the new one's welcome, and the subscriptions move to the new one.
 * Source: dev.twitch.tv/docs/eventsub/handling-websocket-events.
 */
export function createTwitchSocket(options: Options, handlers: SocketHandlers): PlatformSocket {
	const { address, WebSocket, log, now, read } = options;
	const { keepaliveSeconds, welcomeWithinMs, backoffMs, maxBackoffMs, random } = {
		...TIMING,
		...options.timing,
	};
	/** The connection whose welcome has arrived, or the first one. */
	let current: Connection | undefined;
	/** The connection that is to replace it. */
	let next: Connection | undefined;
	let retry: NodeJS.Timeout | undefined;
	let failures = 0;
	/** When the last message arrived. */
	let { heardAt } = handlers;
	/** Whether the current session is subscribed. */
	let isListening = false;
	let isEnded = false;

	function connect(url: string, isHandover: boolean): Connection {
		const socket = new WebSocket(url);
		const connection: Connection = {
			socket,
			isHandover,
			timer: undefined,
			aliveForMs: undefined,
			isOver: false,
		};
		const onData = ({ data }: { data: unknown }) => {
			if (!connection.isOver) readData(connection, data);
		};
		const onClose = ({ code }: { code: number }) => lose(connection, `closed with ${code}`);
		const onError = guarded(() => lose(connection, "failed"));
		const giveUp = guarded(() => lose(connection, "no welcome"));
		connection.timer = setTimeout(giveUp, welcomeWithinMs);
		socket.addEventListener("message", guarded(onData));
		socket.addEventListener("close", guarded(onClose));
		// Some failures have no close event.
		socket.addEventListener("error", onError);
		return connection;
	}

	function open() {
		const url = new URL(address);
		url.searchParams.set("keepalive_timeout_seconds", String(keepaliveSeconds));
		current = connect(url.href, false);
	}

	function abandon(connection: Connection | undefined) {
		if (!connection || connection.isOver) return;
		connection.isOver = true;
		clearTimeout(connection.timer);
		connection.socket.close();
	}

	/** A connection has ended. The old one of a handover may end before the new one's welcome. */
	function lose(connection: Connection, reason: string) {
		if (connection.isOver) return;
		abandon(connection);
		log.warn({ event: "twitch-socket-lost", reason, isHandover: connection.isHandover });
		if (connection === current && next) return;
		startAgain();
	}

	function startAgain() {
		abandon(current);
		abandon(next);
		current = undefined;
		next = undefined;
		isListening = false;
		clearTimeout(retry);
		if (isEnded) return;
		const wait = Math.min(backoffMs * 2 ** failures, maxBackoffMs) * (1 + random());
		failures++;
		retry = setTimeout(guarded(open), wait);
	}

	function keepAlive(connection: Connection) {
		if (connection.aliveForMs === undefined) return;
		clearTimeout(connection.timer);
		const giveUp = guarded(() => lose(connection, "silence"));
		connection.timer = setTimeout(giveUp, connection.aliveForMs);
	}

	/** A message may arrive again: the inbox stores each once. */
	const receive = (message: Message | undefined) => inBackground(() => handlers.receive(message));

	function readData(connection: Connection, data: unknown) {
		try {
			const { metadata, payload } = parseFields(envelope, parseOutsideJson(String(data)), "message");
			const { message_id: messageId, message_type: type, message_timestamp: timestamp } = metadata;
			if (type === "session_welcome") welcomed(connection, payload);
			keepAlive(connection);
			if (isListening) heardAt = now();
			if (type === "session_reconnect") handOver(connection, payload);
			else if (type === "notification") receive(read(notificationIn(payload, messageId, timestamp)));
			else if (type === "revocation") receive({ ended: revokedIn(payload) });
		} catch (error) {
			log.error({ event: "twitch-socket-message-invalid", err: error });
		}
	}

	function welcomed(connection: Connection, payload: unknown) {
		const { session } = parseFields(welcome, payload, "welcome");
		connection.aliveForMs = session.keepalive_timeout_seconds * 1000 * KEEPALIVE_GRACE;
		if (connection === next) {
			abandon(current);
			current = connection;
			next = undefined;
			// A handover while subscribing: it is unknown whether the new connection has the subscriptions.
			if (!isListening) lose(connection, "handover before the subscription");
			return;
		}
		inBackground(() => subscribe(connection, session.id));
	}

	async function subscribe(connection: Connection, sessionId: string) {
		try {
			await handlers.subscribe(sessionId);
		} catch (error) {
			log.warn({ event: "twitch-socket-unsubscribed", err: error });
			return lose(connection, "not subscribed");
		}
		if (connection.isOver) return;
		failures = 0;
		isListening = true;
		const at = now();
		if (heardAt) handlers.silent(heardAt, at);
		heardAt = at;
		log.info({ event: "twitch-socket-connected" });
	}

	function handOver(connection: Connection, payload: unknown) {
		if (connection !== current || next) return;
		const { session } = parseFields(reconnect, payload, "reconnect");
		next = connect(session.reconnect_url, true);
	}

	open();

	return {
		state: () => ({ heardAt, isFailing: failures > 1 }),
		/** Closes the connections; no function is called afterwards. */
		end() {
			isEnded = true;
			startAgain();
		},
	};
}
