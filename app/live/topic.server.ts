import { encodeFrame, type Message } from "./frame.server";
import type { Stream } from "./stream.server";

export interface Manner {
	/** The next one replaces it: whoever is behind does not get it. */
	latest?: boolean;
}

interface Frame {
	number: number;
	event: string;
	bytes: Buffer;
	latest: boolean;
}

/** So long the process may do nothing but send: a cash-out that arrives meanwhile would count late. */
const SLICE_MS = 5;
/** Older measurements count ever less. */
const FORGET = 0.9;

/**
 * The streams that listen to one topic. A frame goes to all of them in slices, between which the process
 * does its other work; each stream still gets every frame in order, those who have waited longest first.
 */
export class Topic {
	readonly name: string;
	readonly #cut: (stream: Stream) => void;
	readonly #sliceMs: number;
	readonly #streams = new Set<Stream>();
	/** The frames that somebody lacks. */
	#frames: Frame[] = [];
	/** Who lacks frames, and from which number on; never rising in the order of the map. */
	readonly #behind = new Map<Stream, number>();
	#count = 0;
	#sweeping = false;
	#spentMs = 0;
	#sent = 0;

	/** @param cut ends a stream whose reader is too far behind. */
	constructor(name: string, cut: (stream: Stream) => void, sliceMs = SLICE_MS) {
		this.name = name;
		this.#cut = cut;
		this.#sliceMs = sliceMs;
	}

	get size(): number {
		return this.#streams.size;
	}

	/** How long, in ms, sending one frame to all keeps the process busy. */
	get fanOutMs(): number {
		return this.#sent === 0 ? 0 : (this.#streams.size * this.#spentMs) / this.#sent;
	}

	has = (stream: Stream): boolean => this.#streams.has(stream);

	add(stream: Stream) {
		this.#streams.add(stream);
	}

	delete(stream: Stream) {
		this.#streams.delete(stream);
		this.#behind.delete(stream);
	}

	publish(message: Message, { latest = false }: Manner = {}) {
		if (this.#streams.size === 0) return;
		const { event } = message;
		const bytes = encodeFrame(this.name, message);
		// It overtakes the one before it, for those whom that has not reached yet.
		if (latest) this.#frames = this.#frames.filter((frame) => !frame.latest || frame.event !== event);
		const number = ++this.#count;
		this.#frames.push({ number, event, bytes, latest });
		for (const stream of this.#streams) {
			if (!this.#behind.has(stream)) this.#behind.set(stream, number);
		}
		if (!this.#sweeping) this.#sweep();
	}

	/** Sends a frame to one stream, after all that came before it. */
	sendTo(stream: Stream, bytes: Buffer, latest = false) {
		if (!this.#streams.has(stream)) return;
		const from = this.#behind.get(stream);
		if (from !== undefined) this.#catchUp(stream, from);
		this.#send(stream, bytes, latest);
	}

	#sweep = () => {
		const since = performance.now();
		let spent = 0;
		let sent = 0;
		for (const [stream, from] of this.#behind) {
			this.#catchUp(stream, from);
			sent += 1;
			spent = performance.now() - since;
			if (spent >= this.#sliceMs) break;
		}
		this.#spentMs = this.#spentMs * FORGET + spent;
		this.#sent = this.#sent * FORGET + sent;
		this.#sweeping = this.#behind.size > 0;
		if (this.#sweeping) setImmediate(this.#sweep);
		this.#forgetFrames();
	};

	#catchUp(stream: Stream, from: number) {
		this.#behind.delete(stream);
		for (const { number, bytes, latest } of this.#frames) {
			if (number >= from && !this.#send(stream, bytes, latest)) return;
		}
	}

	#send(stream: Stream, bytes: Buffer, latest: boolean): boolean {
		const sent = stream.send(bytes, latest);
		if (!sent) this.#cut(stream);
		return sent;
	}

	/** Whoever comes first in the map has waited longest. */
	#forgetFrames() {
		const [oldest] = this.#behind.values();
		this.#frames = oldest === undefined ? [] : this.#frames.filter(({ number }) => number >= oldest);
	}
}
