import type { Stream } from "./stream.server";

export interface Subscription {
	topics: readonly string[];
	/** Owners whose private frames the stream carries, such as `user:ID`. */
	keys: readonly string[];
	/** Network address of the client, for the limit of streams per address. */
	address?: string;
	/** The larger network that contains the address, for the limit per network. */
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
const MAX_PER_KEY = 20;
/** Households and schools share one address. */
const MAX_PER_ADDRESS = 500;
/** One customer of a provider may hold 65,536 IPv6 /64 networks. */
const MAX_PER_NETWORK = MAX_STREAMS / 10;

export const sessionKey = (sessionId: string) => `session:${sessionId}`;
const addressKey = (address: string) => `address:${address}`;
const networkKey = (network: string) => `network:${network}`;

const NONE: ReadonlySet<Stream> = new Set();

/** The open streams of a process: in an order, and by their owners, which are keys, session, address and network. */
export class Readers {
	readonly #readers = new Map<Stream, Reader>();
	readonly #streamsOf = new Map<string, Set<Stream>>();
	readonly #limitScale: number;

	/** @param limitScale factor for the limits per address and per network. */
	constructor(limitScale: number) {
		this.#limitScale = limitScale;
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
	isFull({ keys, address = "", network = "" }: Omit<Subscription, "topics">): boolean {
		return (
			this.size >= MAX_STREAMS ||
			keys.some((key) => this.ofOwner(key).size >= MAX_PER_KEY) ||
			this.ofOwner(addressKey(address)).size >= MAX_PER_ADDRESS * this.#limitScale ||
			this.ofOwner(networkKey(network)).size >= MAX_PER_NETWORK * this.#limitScale
		);
	}
}

const ownersOf = ({ keys, sessionId, address, network }: Subscription) => [
	...keys,
	...(sessionId ? [sessionKey(sessionId)] : []),
	...(address ? [addressKey(address)] : []),
	...(network ? [networkKey(network)] : []),
];
