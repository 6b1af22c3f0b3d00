import type { RequestContext } from "~/lib/request-context.server";
import type { Log } from "~/observability/log.server";
import { encodeFrame, encodeRetry, HEARTBEAT, type Message } from "./frame.server";
import { answerWithStream, type Stream } from "./stream.server";
import { type PublishOptions, Topic } from "./topic.server";
import type { EventOf, TopicMessage, TopicOf, Topics } from "./topics";

interface Tools {
	log: Log;
	/** The wall clock, in ms. */
	now?: () => number;
	heartbeatMs?: number;
	/** Factor for the stream limits per address and per network. */
	limitScale?: number;
}

type Snapshot = (keys: readonly string[]) => Message[] | Promise<Message[]>;

interface TopicOptions<Map, Name extends TopicOf<Map>> {
	/**
	 * Returns the first messages of a stream: the public state, and the private state of the stream's keys. A
	 * promised snapshot is sent when it resolves; frames that are published before are sent before it.
	 */
	snapshot?(keys: readonly string[]): TopicMessage<Map, Name>[] | Promise<TopicMessage<Map, Name>[]>;
}

interface Subscription {
	topics: readonly string[];
	/** Owners whose private frames the stream carries, such as `user:ID`. */
	keys: readonly string[];
	/** Network address of the client, for the limit of streams per address. */
	address?: string;
	/** The larger network that contains the address, for the limit per network. */
	network?: string;
	/** The stream is closed when this session ends. */
	sessionId?: string;
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
const HEARTBEAT_MS = 20_000;
const POLL_MS = 1000;
/** Spreads the reconnects of readers that were disconnected at the same time. */
const RETRY_MS = { min: 2000, spread: 3000 };
const OVERLOADED = { status: 503, headers: { "Retry-After": "10", "Cache-Control": "no-store" } };

/**
 * All event streams of the process and the topics they subscribe to. A public frame is encoded once and
 * its bytes are shared; a private frame is sent to the streams of its key. A reader whose backlog is too
 * large, or lasts for two heartbeats, is disconnected. Nothing is stored or resent: a reader that reconnects gets a
 * snapshot.
 */
export function createHub<Known = Topics>({
	log,
	now = Date.now,
	heartbeatMs = HEARTBEAT_MS,
	limitScale = 1,
}: Tools) {
	const topics = new Map<string, Topic>();
	const snapshots = new Map<Topic, Snapshot>();
	/** Ordered by the time of the next heartbeat. */
	const readers = new Map<Stream, Reader>();
	/** By owner: key, session, address and network. */
	const streamsOf = new Map<string, Set<Stream>>();
	let closed = false;
	let cuts = 0;
	let rejected = 0;

	const topicNamed = (name: string): Topic => {
		const topic = topics.get(name);
		if (!topic) throw new RangeError(`no such topic: ${name}`);
		return topic;
	};
	const ownersOf = ({ keys, sessionId, address, network }: Subscription) => [
		...keys,
		...(sessionId ? [sessionKey(sessionId)] : []),
		...(address ? [addressKey(address)] : []),
		...(network ? [networkKey(network)] : []),
	];
	const countOf = (owner: string) => streamsOf.get(owner)?.size ?? 0;

	function remember(reader: Reader) {
		readers.set(reader.stream, reader);
		for (const owner of ownersOf(reader)) {
			const own = streamsOf.get(owner) ?? new Set();
			streamsOf.set(owner, own.add(reader.stream));
		}
	}

	function forget(stream: Stream) {
		const reader = readers.get(stream);
		if (!reader) return;
		readers.delete(stream);
		for (const name of reader.topics) topics.get(name)?.delete(stream);
		for (const owner of ownersOf(reader)) {
			const own = streamsOf.get(owner);
			own?.delete(stream);
			if (own?.size === 0) streamsOf.delete(owner);
		}
	}

	function end(stream: Stream) {
		forget(stream);
		stream.end();
	}

	function cut(stream: Stream) {
		const { topics: names, address } = readers.get(stream) ?? {};
		forget(stream);
		cuts += 1;
		log.info({ event: "stream-cut", behind: stream.behind, topics: names, address });
		stream.cut();
	}

	const endAll = (owner: string) => {
		for (const stream of streamsOf.get(owner) ?? []) end(stream);
	};

	/** Sends the snapshot and subscribes in one synchronous step, so that no frame is lost between them. */
	function begin(subscription: Subscription, stream: Stream) {
		const first = [encodeRetry(RETRY_MS.min + Math.random() * RETRY_MS.spread)];
		for (const name of subscription.topics) {
			const topic = topicNamed(name);
			const messages = snapshots.get(topic)?.(subscription.keys) ?? [];
			if (Array.isArray(messages)) first.push(...messages.map((message) => encodeFrame(name, message)));
			else void sendWhenReady(topic, stream, messages);
		}
		remember({ ...subscription, stream, heartbeatAt: performance.now() + heartbeatMs });
		stream.onClose(() => forget(stream));
		stream.send(Buffer.concat(first));
		for (const name of subscription.topics) topicNamed(name).add(stream);
	}

	async function sendWhenReady(topic: Topic, stream: Stream, pending: Promise<Message[]>) {
		try {
			for (const message of await pending) topic.sendTo(stream, encodeFrame(topic.name, message));
		} catch (error) {
			endAfterError(stream, error, [topic.name]);
		}
	}

	/** Logs the error and ends the stream; the browser reconnects. */
	function endAfterError(stream: Stream, error: unknown, names: readonly string[]) {
		log.error({ event: "snapshot-failed", topics: names, err: error });
		end(stream);
	}

	/** Sends the heartbeats that are due. Streams began at different times, which spreads their heartbeats. */
	function sendHeartbeats() {
		const time = performance.now();
		for (const [stream, reader] of readers) {
			if (reader.heartbeatAt > time) break;
			if (reader.expiresAt !== undefined && reader.expiresAt <= now()) end(stream);
			else if (stream.isStuck() || !stream.send(HEARTBEAT)) cut(stream);
			else {
				reader.heartbeatAt = time + heartbeatMs;
				readers.delete(stream);
				readers.set(stream, reader);
			}
		}
	}

	const heartbeatTimer = setInterval(sendHeartbeats, Math.min(POLL_MS, heartbeatMs)).unref();

	return {
		/** Registers a topic. Call it once per topic, before the first publication and the first stream. */
		openTopic<Name extends TopicOf<Known>>(name: Name, { snapshot }: TopicOptions<Known, Name> = {}) {
			const topic = new Topic(name, cut);
			topics.set(name, topic);
			if (snapshot) snapshots.set(topic, snapshot);
		},

		/**
		 * Publishes an event to all streams of a topic, without waiting: large topics are sent to in time slices.
		 * @param options `latest` as in {@link PublishOptions}.
		 * @returns the estimated ms for which sending it keeps the process busy.
		 * @throws {RangeError} for an unknown topic.
		 */
		publish<Name extends TopicOf<Known>, Event extends EventOf<Known, Name>>(
			name: Name,
			event: Event,
			data: Known[Name][Event],
			options?: PublishOptions,
		): number {
			const topic = topicNamed(name);
			topic.publish({ event, data }, options);
			return topic.fanOutMs;
		},

		/**
		 * Publishes an event to the streams of one key that subscribe to the topic, synchronously. Does nothing if there
		 * are none. `latest` as in {@link PublishOptions}.
		 */
		publishTo<Name extends TopicOf<Known>, Event extends EventOf<Known, Name>>(
			key: string,
			name: Name,
			event: Event,
			data: Known[Name][Event],
			{ latest }: { latest?: boolean } = {},
		) {
			const streams = streamsOf.get(key);
			if (!streams) return;
			const topic = topicNamed(name);
			const bytes = encodeFrame(name, { event, data });
			for (const stream of streams) topic.sendTo(stream, bytes, latest);
		},

		/** Open streams of a topic. @throws {RangeError} for an unknown topic. */
		countOn: (name: TopicOf<Known>): number => topicNamed(name).size,

		/** Open streams in total and per topic, and how many were disconnected or rejected since the start. */
		counts: () => ({
			open: readers.size,
			onTopics: Object.fromEntries([...topics.values()].map((topic) => [topic.name, topic.size])),
			cuts,
			rejected,
		}),

		/** Whether a stream of this key subscribes to the topic. @throws {RangeError} for an unknown topic. */
		isWatched(name: TopicOf<Known>, key: string): boolean {
			const topic = topicNamed(name);
			return [...(streamsOf.get(key) ?? [])].some(topic.has);
		},

		/**
		 * Turns a request into a stream, which begins with the snapshots of its topics. Unknown topics are ignored.
		 * @param isStillAllowed called when the stream has begun, because a session that ended while the
		 * request was being processed has closed no stream. False, or an error, ends the stream.
		 * @returns the response of the loader: 200 with the stream, 204 without a known topic, 503 when a limit is reached
		 * or the hub is closed.
		 */
		connect(
			context: RequestContext,
			{ topics: names, ...subscription }: Subscription,
			isStillAllowed?: () => Promise<boolean>,
		): Response {
			const known = [...new Set(names)].filter((name) => topics.has(name));
			// Browsers do not reconnect after 204.
			if (known.length === 0) return new Response(null, { status: 204 });
			const isFull =
				readers.size >= MAX_STREAMS ||
				subscription.keys.some((key) => countOf(key) >= MAX_PER_KEY) ||
				countOf(addressKey(subscription.address ?? "")) >= MAX_PER_ADDRESS * limitScale ||
				countOf(networkKey(subscription.network ?? "")) >= MAX_PER_NETWORK * limitScale;
			if (closed || isFull) {
				rejected += 1;
				return new Response(null, OVERLOADED);
			}
			return answerWithStream(context, (stream) => {
				if (closed) return stream.end();
				try {
					begin({ ...subscription, topics: known }, stream);
				} catch (error) {
					return endAfterError(stream, error, known);
				}
				isStillAllowed?.().then(
					(allowed) => allowed || end(stream),
					() => end(stream),
				);
			});
		},

		/** Ends all streams of a session. */
		endSession: (sessionId: string) => endAll(sessionKey(sessionId)),
		/** Ends all streams of a key, such as a user's. The browsers reconnect. */
		endKey: endAll,

		/** Ends all streams, stops the heartbeat, and rejects new streams with 503. For the shutdown. */
		close() {
			closed = true;
			clearInterval(heartbeatTimer);
			for (const stream of [...readers.keys()]) end(stream);
		},
	};
}

export type Hub = ReturnType<typeof createHub<Topics>>;

const sessionKey = (sessionId: string) => `session:${sessionId}`;
const addressKey = (address: string) => `address:${address}`;
const networkKey = (network: string) => `network:${network}`;
