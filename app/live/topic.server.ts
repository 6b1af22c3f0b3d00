import { guarded } from "~/lib/guarded";
import { encodeFrame, type Message, type Stream } from "./stream.server";

export interface PublishOptions {
	/** The next event of the same name replaces this one: a reader with a backlog does not get it. */
	latest?: boolean;
	/** The event whose pending `latest` frames are obsolete after this one. Streams that have not been sent them do not get them. */
	supersedes?: string;
}

interface Frame {
	number: number;
	event: string;
	bytes: Buffer;
	latest: boolean;
}

/** Maximum ms of sending without a pause. A cash-out that arrives during this time is decided after it. */
const SLICE_MS = 5;
/** Weight of the earlier measurements at each new one. */
const FORGET = 0.9;

/**
 * The subscribed streams of one topic. A frame is sent to them in time slices, between which the process
 * does other work. Each stream gets the frames in order, except `latest` frames that a newer one has replaced; the
 * stream that has waited longest comes first.
 */
export class Topic {
	readonly name: string;
	readonly #cut: (stream: Stream) => void;
	readonly #sliceMs: number;
	readonly #streams = new Set<Stream>();
	/** Frames that at least one stream has not been sent yet. */
	#frames: Frame[] = [];
	/** Streams that have not been sent all frames, with the first missing number. Oldest number first. */
	readonly #behind = new Map<Stream, number>();
	#count = 0;
	#sweeping = false;
	#waiting: (() => void)[] = [];
	#spentMs = 0;
	#sent = 0;

	/** @param cut disconnects a stream whose backlog is too large. */
	constructor(name: string, cut: (stream: Stream) => void, sliceMs = SLICE_MS) {
		this.name = name;
		this.#cut = cut;
		this.#sliceMs = sliceMs;
	}

	get size(): number {
		return this.#streams.size;
	}

	/** Estimated ms for which sending one frame to all streams keeps the process busy. */
	get fanOutMs(): number {
		return this.#sent === 0 ? 0 : (this.#streams.size * this.#spentMs) / this.#sent;
	}

	has = (stream: Stream): boolean => this.#streams.has(stream);

	/** Subscribes a stream. It gets the frames that are published from now on. */
	add(stream: Stream) {
		this.#streams.add(stream);
	}

	/** Unsubscribes a stream; frames that it has not been sent yet are dropped. Does nothing for an unknown stream. */
	delete(stream: Stream) {
		this.#streams.delete(stream);
		this.#behind.delete(stream);
	}

	/** Sends an event to all current streams: the first slice synchronously, the rest in later event loop iterations. */
	publish(message: Message, { latest = false, supersedes }: PublishOptions = {}) {
		if (this.#streams.size === 0) return;
		const { event } = message;
		const bytes = encodeFrame(this.name, message);
		// It replaces the previous frame of its event for streams that have not been sent that one yet.
		const replaced = latest ? event : supersedes;
		if (replaced) this.#frames = this.#frames.filter((frame) => !frame.latest || frame.event !== replaced);
		const number = ++this.#count;
		this.#frames.push({ number, event, bytes, latest });
		for (const stream of this.#streams) {
			if (!this.#behind.has(stream)) this.#behind.set(stream, number);
		}
		if (!this.#sweeping) this.#sweep();
	}

	/** Sends a frame to one stream, synchronously, after all earlier frames of the topic. Ignores unknown streams. */
	sendTo(stream: Stream, bytes: Buffer, latest = false) {
		if (!this.#streams.has(stream)) return;
		const from = this.#behind.get(stream);
		if (from !== undefined) this.#catchUp(stream, from);
		this.#send(stream, bytes, latest);
	}

	/** Resolves when all streams have been sent all frames. */
	whenSent(): Promise<void> {
		if (!this.#sweeping) return Promise.resolve();
		return new Promise((resolve) => this.#waiting.push(resolve));
	}

	#sweep = () => {
		const since = performance.now();
		let spent = 0;
		let sent = 0;
		try {
			for (const [stream, from] of this.#behind) {
				this.#catchUp(stream, from);
				sent += 1;
				spent = performance.now() - since;
				if (spent >= this.#sliceMs) break;
			}
		} finally {
			// A stream whose write fails is no longer behind; the others get their frames.
			// A slice takes longer only if the process was stopped or had no processor.
			this.#spentMs = this.#spentMs * FORGET + Math.min(spent, this.#sliceMs);
			this.#sent = this.#sent * FORGET + sent;
			this.#sweeping = this.#behind.size > 0;
			if (this.#sweeping) setImmediate(guarded(this.#sweep));
			else for (const resolve of this.#waiting.splice(0)) resolve();
			this.#forgetFrames();
		}
	};

	#catchUp(stream: Stream, from: number) {
		this.#behind.delete(stream);
		const [first] = this.#frames;
		if (this.#frames.length === 1 && first) return void this.#send(stream, first.bytes, first.latest);
		const due = this.#frames.filter(({ number }) => number >= from);
		// A write of several frames costs little more than a write of one.
		if (stream.behind === 0)
			return void this.#send(stream, Buffer.concat(due.map(({ bytes }) => bytes)), false);
		for (const { bytes, latest } of due) if (!this.#send(stream, bytes, latest)) return;
	}

	#send(stream: Stream, bytes: Buffer, latest: boolean): boolean {
		const sent = stream.send(bytes, latest);
		if (!sent) this.#cut(stream);
		return sent;
	}

	/** Drops the frames that all streams have been sent. The first entry of the map has the oldest number. */
	#forgetFrames() {
		const [oldest] = this.#behind.values();
		this.#frames = oldest === undefined ? [] : this.#frames.filter(({ number }) => number >= oldest);
	}
}
