import { type WebSocket, WebSocketServer } from "ws";
import { guarded } from "~/lib/guarded";
import { onUpgrade, refuseUpgrade } from "~/lib/upgrades.server";
import { encodeRetry, HEARTBEAT, type Stream } from "~/live/stream.server";
import type { EventFeed, Line } from "./event-feed.server";
import { EVENTS_PATH, type ProgramEvent, readAfter, SOCKET_PROTOCOL } from "./events.server";

const RETRY_MS = 3000;
/** Programs send nothing but control frames. */
const MAX_RECEIVED = 1024;
const CLOSE_CODES = { ended: 1001, revoked: 1008, fault: 1011, full: 1013 } as const;
const TOKEN_PREFIX = "token.";

const encoded = new WeakMap<readonly ProgramEvent[], readonly string[]>();

/** The JSON of events, which programs that share a read share too. */
function textsOf(events: readonly ProgramEvent[]): readonly string[] {
	const texts = encoded.get(events) ?? events.map((event) => JSON.stringify(event));
	encoded.set(events, texts);
	return texts;
}

/**
 * The events as an event stream. It begins with the id after which it goes on, so that a program that reconnects before its first event
 * misses none.
 */
export function streamLine(stream: Stream, cursor: number): Line {
	stream.send(Buffer.concat([Buffer.from(`id:${cursor}\n`), encodeRetry(RETRY_MS)]));
	return {
		send(events) {
			const frames = textsOf(events).map((text, at) => `id:${events[at]?.id}\ndata:${text}\n\n`);
			return stream.sent(Buffer.from(frames.join("")));
		},
		heartbeat: () => stream.send(HEARTBEAT),
		end: () => stream.end(),
		cut: () => stream.cut(),
	};
}

function socketLine(socket: WebSocket): Line {
	let isAnswering = true;
	socket.on(
		"pong",
		guarded(() => {
			isAnswering = true;
		}),
	);
	return {
		async send(events) {
			const texts = textsOf(events);
			await new Promise<void>((done) => {
				for (const text of texts.slice(0, -1)) socket.send(text);
				socket.send(texts.at(-1) ?? "", () => done());
			});
		},
		heartbeat() {
			if (!isAnswering) return false;
			isAnswering = false;
			socket.ping();
			return true;
		},
		end: (why) => socket.close(CLOSE_CODES[why], why),
		cut: () => socket.terminate(),
	};
}

interface Tools {
	feed: Pick<EventFeed, "isFull" | "startAfter" | "connect">;
	/** Checks the token of a request. Rejects with a response if it must not read events. */
	requireToken(request: Request): Promise<{ id: string }>;
}

/** The token: a header, or for programs that cannot set one a subprotocol or a part of the address. */
function tokenIn(
	address: URL,
	{ authorization, protocol = "" }: { authorization?: string; protocol?: string },
) {
	const offered = protocol.split(",").map((one) => one.trim());
	const token = offered.find((one) => one.startsWith(TOKEN_PREFIX))?.slice(TOKEN_PREFIX.length);
	return authorization ?? `Bearer ${token ?? address.searchParams.get("token") ?? ""}`;
}

/** Serves the events as a WebSocket: one message per event. A program goes on after an event by `?after=ID`. */
export function serveEventSocket({ feed, requireToken }: Tools): void {
	const sockets = new WebSocketServer({
		...{ noServer: true, clientTracking: false, maxPayload: MAX_RECEIVED },
		// The token is never sent back.
		handleProtocols: (offered) => offered.has(SOCKET_PROTOCOL) && SOCKET_PROTOCOL,
	});
	onUpgrade((request, socket, head) => {
		const address = new URL(`http://site${request.url?.startsWith("/") ? request.url : "/"}`);
		const { headers } = request;
		if (address.pathname !== EVENTS_PATH || headers.upgrade?.toLowerCase() !== "websocket") return false;
		const accept = async () => {
			const authorization = tokenIn(address, {
				...(headers.authorization && { authorization: headers.authorization }),
				...(headers["sec-websocket-protocol"] && { protocol: headers["sec-websocket-protocol"] }),
			});
			const asked = new Request(address.origin + EVENTS_PATH, { headers: { authorization } });
			const { id: tokenId } = await requireToken(asked);
			if (feed.isFull(tokenId)) return refuseUpgrade(socket, "429 Too Many Requests", "Retry-After: 30\r\n");
			const after = readAfter(address, headers["last-event-id"]?.toString());
			const cursor = await feed.startAfter(after);
			sockets.handleUpgrade(
				request,
				socket,
				head,
				guarded((opened: WebSocket) => {
					const closed = feed.connect(socketLine(opened), { tokenId, cursor });
					opened.on("close", guarded(closed));
					opened.on(
						"error",
						guarded(() => opened.terminate()),
					);
				}),
			);
		};
		accept().catch((error: unknown) => {
			if (!(error instanceof Response)) return void socket.destroy(error as Error);
			refuseUpgrade(socket, `${error.status} ${error.statusText || "Refused"}`);
		});
		return true;
	});
}
