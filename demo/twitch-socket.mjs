/** EventSub over WebSocket of the local Twitch. */
import { randomUUID } from "node:crypto";
import { WebSocketServer } from "ws";

/** Close codes with their reasons. Source: dev.twitch.tv/docs/eventsub/handling-websocket-events. */
const REASONS = {
	4000: "internal server error",
	4001: "sent inbound traffic",
	4002: "client failed ping pong",
	4003: "connection unused",
	4004: "client reconnect grace time expired",
	4005: "network timeout",
	4006: "network error",
	4007: "invalid reconnect attempt",
};
const MIN_KEEPALIVE_SECONDS = 10;
const MAX_KEEPALIVE_SECONDS = 600;

/**
 * @param {object} options
 * @param {() => string} options.address of the socket, such as ws://localhost:4001/ws
 * @param {() => Date} options.now
 * @param {number} [options.keepaliveSeconds] by default what the client asks for
 * @param {number} options.subscribeWithinMs
 * @param {number} options.reconnectGraceMs
 * @param {(sessionId: string) => boolean} options.isSubscribed
 * @param {(sessionId: string) => void} options.onEnd
 */
export function createSocketServer(options) {
	const { address, now, subscribeWithinMs, reconnectGraceMs, isSubscribed, onEnd } = options;
	const server = new WebSocketServer({ noServer: true });
	/** @type {Map<string, { socket: import("ws").WebSocket, isSilent: boolean, timers: Set<NodeJS.Timeout> }>} */
	const sessions = new Map();
	/** Sessions that are expected at the reconnect address, by the address's key. @type {Map<string, string>} */
	const reconnects = new Map();
	let opened = 0;

	const message = (type, payload, metadata = {}) => ({
		metadata: {
			message_id: randomUUID(),
			message_type: type,
			message_timestamp: now().toISOString(),
			...metadata,
		},
		payload,
	});
	const sendTo = (session, value) => {
		if (!session.isSilent) session.socket.send(JSON.stringify(value));
	};
	const close = (socket, code) => socket.close(code, REASONS[code]);

	server.on("connection", (socket, request) => {
		opened += 1;
		const query = new URL(request.url ?? "/", "http://localhost").searchParams;
		const key = query.get("reconnect");
		const inherited = key === null ? undefined : reconnects.get(key);
		if (key !== null && !inherited) return close(socket, 4007);
		if (key !== null) reconnects.delete(key);
		const asked = Number(query.get("keepalive_timeout_seconds") ?? MIN_KEEPALIVE_SECONDS);
		const seconds =
			options.keepaliveSeconds ?? Math.min(Math.max(asked, MIN_KEEPALIVE_SECONDS), MAX_KEEPALIVE_SECONDS);

		const old = inherited === undefined ? undefined : sessions.get(inherited);
		const id = inherited ?? randomUUID();
		const session = { socket, isSilent: false, timers: new Set() };
		sessions.set(id, session);
		socket.on("message", () => close(socket, 4001));
		socket.on("close", () => {
			for (const timer of session.timers) clearTimeout(timer);
			if (sessions.get(id) !== session) return;
			sessions.delete(id);
			onEnd(id);
		});
		sendTo(
			session,
			message("session_welcome", {
				session: {
					...{ id, status: "connected", keepalive_timeout_seconds: seconds, reconnect_url: null },
					connected_at: now().toISOString(),
				},
			}),
		);
		session.timers.add(
			setInterval(() => sendTo(session, message("session_keepalive", {})), (seconds * 1000) / 2).unref(),
		);
		if (old) {
			session.timers.add(setTimeout(() => close(old.socket, 4004), reconnectGraceMs).unref());
		} else {
			const unused = () => !isSubscribed(id) && close(socket, 4003);
			session.timers.add(setTimeout(unused, subscribeWithinMs).unref());
		}
	});

	return {
		/** @param {import("node:http").IncomingMessage} request */
		upgrade: (request, socket, head) =>
			server.handleUpgrade(request, socket, head, (opening) => server.emit("connection", opening, request)),
		has: (sessionId) => sessions.has(sessionId),
		/** Sends a notification or revocation. @returns whether the session is connected */
		send(sessionId, type, payload, metadata) {
			const session = sessions.get(sessionId);
			if (session) sendTo(session, message(type, payload, metadata));
			return session !== undefined;
		},
		/** Sends a text to all clients. @param {string} text */
		sendText(text) {
			for (const { socket } of sessions.values()) socket.send(text);
		},
		/** Sends nothing more, not even keepalives, while the connections stay open. */
		silence() {
			for (const session of sessions.values()) session.isSilent = true;
		},
		/** Asks the clients to reconnect. @param {string} [url] another address, such as one that is invalid */
		reconnect(url) {
			for (const [id, session] of sessions) {
				const key = randomUUID();
				reconnects.set(key, id);
				sendTo(
					session,
					message("session_reconnect", {
						session: {
							...{ id, status: "reconnecting", keepalive_timeout_seconds: null },
							reconnect_url: url ?? `${address()}?reconnect=${key}`,
							connected_at: now().toISOString(),
						},
					}),
				);
			}
		},
		/** @param {keyof typeof REASONS} code */
		close(code) {
			for (const { socket } of sessions.values()) close(socket, code);
		},
		/** How many connections were opened. */
		opened: () => opened,
		sessions: () => [...sessions.keys()],
		end() {
			for (const { socket } of sessions.values()) socket.terminate();
			server.close();
		},
	};
}
