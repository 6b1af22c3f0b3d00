import type { Socket } from "node:net";
import { guarded } from "~/lib/guarded";
import type { RequestContext } from "~/lib/request-context.server";

/** One event of a topic before it is encoded. */
export interface Message {
	event: string;
	data: unknown;
}

/** Encodes a server-sent event `topic.event` with JSON data. The data fit on one line, as JSON escapes line breaks. */
export const encodeFrame = (topic: string, { event, data }: Message): Buffer =>
	Buffer.from(`event:${topic}.${event}\ndata:${JSON.stringify(data)}\n\n`);

/** The heartbeat is a named event, because scripts cannot see SSE comments. */
export const HEARTBEAT = Buffer.from("event:heartbeat\ndata:1\n\n");

/** Encodes the field that sets the delay, in ms, after which the browser reconnects. */
export const encodeRetry = (ms: number): Buffer => Buffer.from(`retry:${Math.round(ms)}\n\n`);

/** In bytes. A reader with a larger backlog is disconnected; it reconnects and gets a snapshot. */
export const MAX_BEHIND = 48 * 1024;

/** The name that Node's streams give to bytes instead of an encoding. Node's types have only the encodings of text. */
const BYTES = "buffer" as string as BufferEncoding;

const TYPE = "text/event-stream; charset=utf-8";
const HEADERS = {
	"Content-Type": TYPE,
	// no-transform: remix-serve would compress each stream separately.
	"Cache-Control": "no-store, no-transform",
	// Stops nginx from buffering frames.
	"X-Accel-Buffering": "no",
};

/** One reader's stream of events, written directly to the socket. */
export class Stream {
	readonly #socket: Socket;
	#behind = 0;
	#wasBehind = false;

	constructor(socket: Socket) {
		this.#socket = socket;
	}

	/** Backlog in bytes: written, but not yet accepted by the network. */
	get behind(): number {
		return this.#behind;
	}

	/**
	 * Sends an encoded frame without waiting. The bytes may be shared with other streams.
	 * @param latest skipped for a reader with a backlog, because a later event replaces it.
	 * @returns false if nothing was sent because the backlog would exceed {@link MAX_BEHIND}: the caller must then
	 * disconnect the reader.
	 */
	send(bytes: Buffer, latest = false): boolean {
		if (this.#behind > 0) {
			if (latest) return true;
			if (this.#behind + bytes.length > MAX_BEHIND) return false;
		}
		this.#write(bytes);
		return true;
	}

	/** Sends bytes after the backlog. Resolves when the network has accepted them, or the connection has closed. */
	sent(bytes: Buffer): Promise<void> {
		return new Promise((resolve) => this.#write(bytes, resolve));
	}

	/**
	 * Passes the bytes to the system below the buffer of Node's stream, which takes a tenth of the time of sending a frame. Writes
	 * keep their order. Node keeps what the system does not accept at once; `#behind` counts it.
	 */
	#write(bytes: Buffer, done?: () => void) {
		this.#behind += bytes.length;
		this.#socket._write(bytes, BYTES, (error) => {
			this.#behind -= bytes.length;
			if (error) this.#socket.destroy();
			done?.();
		});
	}

	/** Call it at each heartbeat. @returns whether the reader has a backlog now and had one at the previous call. */
	isStuck(): boolean {
		const isBehind = this.#behind > 0;
		const isStuck = isBehind && this.#wasBehind;
		this.#wasBehind = isBehind;
		return isStuck;
	}

	/** Calls the listener once, when the connection is closed by either side. */
	onClose(listener: () => void) {
		this.#socket.once("close", guarded(listener));
	}

	/** Ends the stream properly if there is no backlog, else destroys the connection. */
	end() {
		if (this.#behind > 0) this.#socket.destroy();
		else this.#socket.destroySoon();
	}

	/** Destroys the connection; its backlog is lost. */
	cut() {
		this.#socket.destroy();
	}
}

/**
 * Answers with an event stream: response headers without a length, so that the body ends with the connection. Remix, Express and
 * Node see a finished response. Node would then close the socket; the stream takes it over instead, and the request context is released.
 *
 * A response body would pass through two web streams, which cost memory and hide the backlog of a slow reader.
 * @param begin called with the stream after the headers are sent; never if the response fails.
 * @returns the response that the loader must return; 503 for a pipelined request.
 */
export function answerWithStream(context: RequestContext, begin: (stream: Stream) => void): Response {
	const { response } = context;
	const { socket } = response;
	// Undefined while an earlier request of the same connection is unanswered (HTTP pipelining).
	if (!socket) return new Response(null, { status: 503 });
	response.useChunkedEncodingByDefault = false;
	// Node sets a length of 0 for an empty body.
	response.removeHeader("Content-Length");
	socket.destroySoon = guarded(() => {
		// Restores the method of the prototype.
		Reflect.deleteProperty(socket, "destroySoon");
		if (response.getHeader("Content-Type") !== TYPE) return socket.destroySoon();
		context.release();
		ignoreInput(socket);
		begin(new Stream(socket));
	});
	return new Response(null, { headers: HEADERS });
}

/** Discards incoming data: Node would parse it as further requests and answer into the stream. */
function ignoreInput(socket: Socket) {
	socket.removeAllListeners("data");
	socket.on("data", () => {});
}
