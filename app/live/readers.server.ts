import { hasFairShare } from "~/lib/fair-share";
import type { Stream } from "./stream.server";

export interface Subscription {
	topics: readonly string[];
	/** Owners whose private frames the stream carries, such as `user:ID`. */
	keys: readonly string[];
	/** The network of a visitor's client, whose share of the streams is limited; undefined for a viewer, whose key is limited. */
	network?: string;
	/** The stream is closed when this session ends. */
	sessionId?: string;
	/** The rights with which the stream was opened, see `rankOf`. */
	rank?: string;
	/** The wall clock, in ms, when the session ends. */
	expiresAt?: number;
}

interface Reader extends Subscription {
	stream: Stream;
	heartbeatAt: number;
}

const MAX_STREAMS = 20_000;
/** The streams of visitors, of which each network gets a fair share. The others are kept for viewers. */
const MAX_VISITORS = 15_000;
const MAX_PER_KEY = 20;

export const sessionKey = (sessionId: string) => `session:${sessionId}`;
const networkKey = (network: string) => `network:${network}`;

const NONE: ReadonlySet<Stream> = new Set();

/** The open streams of a process: in an order, and by their owners, which are keys, session and network. */
export class Readers {
	readonly #readers = new Map<Stream, Reader>();
	readonly #streamsOf = new Map<string, Set<Stream>>();
	readonly #shareScale: number;
	#visitors = 0;

	/** @param shareScale multiplies the share of a network. */
	constructor(shareScale: number) {
		this.#shareScale = shareScale;
	}

	get size(): number {
		return this.#readers.size;
	}

	/** The readers in order. The iteration tolerates changes. */
	values(): Iterable<Reader> {
		return this.#readers.values();
	}

	/** Open streams of an owner: a key, or the `sessionKey` of a session. */
	ofOwner(owner: string): ReadonlySet<Stream> {
		return this.#streamsOf.get(owner) ?? NONE;
	}

	/** Adds a reader as the last one of the order. */
	add(reader: Reader) {
		this.#readers.set(reader.stream, reader);
		if (reader.network) this.#visitors += 1;
		for (const owner of ownersOf(reader)) {
			const streams = this.#streamsOf.get(owner) ?? new Set();
			this.#streamsOf.set(owner, streams.add(reader.stream));
		}
	}

	/** @returns undefined, without a change, for an unknown stream. */
	delete(stream: Stream): Reader | undefined {
		const reader = this.#readers.get(stream);
		if (!reader) return undefined;
		this.#readers.delete(stream);
		if (reader.network) this.#visitors -= 1;
		for (const owner of ownersOf(reader)) {
			const streams = this.#streamsOf.get(owner);
			streams?.delete(stream);
			if (streams?.size === 0) this.#streamsOf.delete(owner);
		}
		return reader;
	}

	/** Makes a reader the last one of the order. */
	moveToEnd(reader: Reader) {
		this.#readers.delete(reader.stream);
		this.#readers.set(reader.stream, reader);
	}

	/** Whether a limit is reached, so that the client gets no further stream. */
	isFull({ keys, network }: Omit<Subscription, "topics">): boolean {
		if (this.size >= MAX_STREAMS || keys.some((key) => this.ofOwner(key).size >= MAX_PER_KEY)) return true;
		if (!network) return false;
		const held = this.ofOwner(networkKey(network)).size;
		return !hasFairShare(held, MAX_VISITORS - this.#visitors, this.#shareScale);
	}
}

const ownersOf = ({ keys, sessionId, network }: Subscription) => [
	...keys,
	...(sessionId ? [sessionKey(sessionId)] : []),
	...(network ? [networkKey(network)] : []),
];
