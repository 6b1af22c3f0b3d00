import type { Socket } from "node:net";
import type { RequestContext } from "~/lib/request-context.server";

/** A reader with more than this still to be taken is cut off, and comes back to a snapshot. */
export const MAX_BEHIND = 48 * 1024;

const TYPE = "text/event-stream; charset=utf-8";
const HEADERS = {
	"Content-Type": TYPE,
	// Without no-transform remix-serve compresses, each stream by itself.
	"Cache-Control": "no-store, no-transform",
	// nginx would gather frames.
	"X-Accel-Buffering": "no",
};

/** One reader's stream of events, written straight to the socket. */
export class Stream {
	readonly #socket: Socket;
	#wasBehind = false;

	constructor(socket: Socket) {
		this.#socket = socket;
	}

	/** Bytes that the network has not taken yet. */
	get behind(): number {
		return this.#socket.writableLength;
	}

	/**
	 * Sends bytes that may be shared with other streams.
	 * @param latest left out for a reader who is behind: the next will tell more.
	 * @returns false when the reader has to be cut off.
	 */
	send(bytes: Buffer, latest = false): boolean {
		const behind = this.#socket.writableLength;
		if (behind > 0) {
			if (latest) return true;
			if (behind + bytes.length > MAX_BEHIND) return false;
		}
		this.#socket.write(bytes);
		return true;
	}

	/** @returns whether the reader is behind, and was so the last time this was asked. */
	isStuck(): boolean {
		const isBehind = this.#socket.writableLength > 0;
		const isStuck = isBehind && this.#wasBehind;
		this.#wasBehind = isBehind;
		return isStuck;
	}

	onClose(listener: () => void) {
		this.#socket.once("close", listener);
	}

	/** Ends it so that the reader sees a proper end; one who is behind would not see it in time. */
	end() {
		if (this.#socket.writableLength > 0) this.#socket.destroy();
		else this.#socket.destroySoon();
	}

	cut() {
		this.#socket.destroy();
	}
}

/**
 * Answers with an event stream: a head that leaves the end of the body to the end of the connection.
 * Once it is sent, the response is over for Remix, Express and Node, which would now close the
 * connection; that is where the stream takes over, and all that served the request can be forgotten. A
 * body of its own would go through two web streams, which cost memory, and tell nothing of a reader who
 * is behind.
 */
export function answerWithStream(context: RequestContext, begin: (stream: Stream) => void): Response {
	const { response } = context;
	const { socket } = response;
	// None when an earlier request of the same connection still waits for its answer.
	if (!socket) return new Response(null, { status: 503 });
	response.useChunkedEncodingByDefault = false;
	// Or Node would count a body that ends with the head.
	response.removeHeader("Content-Length");
	socket.destroySoon = () => {
		// The prototype's own is back.
		Reflect.deleteProperty(socket, "destroySoon");
		if (response.getHeader("Content-Type") !== TYPE) return socket.destroySoon();
		context.release();
		ignoreInput(socket);
		begin(new Stream(socket));
	};
	return new Response(null, { headers: HEADERS });
}

/** Node would take what the reader sends for further requests, and answer into the stream. */
function ignoreInput(socket: Socket) {
	socket.removeAllListeners("data");
	socket.on("data", () => {});
}
