import type { Cluster } from "db/engine";
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
	/** Connects this process with the other processes of the site, and knows the epoch in which this one leads. */
	cluster?: Pick<Cluster, "bus" | "epoch">;
}

/** The options of a topic, without the types of its messages. */
interface Source {
	snapshot?(keys: readonly string[]): Message[] | Promise<Message[]>;
	privateState?(key: string): Message[];
	onFrame?(message: Message, key: string | null): void;
	isRelayed?: boolean;
}

/** A frame of a relayed topic on the bus. */
type Relayed = readonly [
	epoch: number,
	topic: string,
	event: string,
	data: unknown,
	latest: boolean,
	/** The key of a private frame. */
	key: string | null,
];

interface TopicOptions<Map, Name extends TopicOf<Map>> {
	/**
	 * Returns the first messages of a stream: the public state, and the private state of the stream's keys. A
	 * promised snapshot is sent when it resolves; frames that are published before are sent before it.
	 */
	snapshot?(keys: readonly string[]): TopicMessage<Map, Name>[] | Promise<TopicMessage<Map, Name>[]>;
	/** Returns the private state of a key. Streams of the key get it after the snapshot. */
	privateState?(key: string): TopicMessage<Map, Name>[];
	/** Whether the frames also go to the streams of the other processes, which follow the topic. */
	isRelayed?: boolean;
}

interface FollowedOptions<Map, Name extends TopicOf<Map>> {
	/** As in {@link TopicOptions}, from the frames that were received. */
	snapshot?(): TopicMessage<Map, Name>[];
	/** Called with each public frame of the leader, before it is sent to the streams of this process. */
	onFrame?(message: TopicMessage<Map, Name>): void;
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
	/** Whether the stream may carry events for admins. */
	isAdmin?: boolean;
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
const RETRY_MS = { min: 2000, spread: 2000 };
const OVERLOADED = { status: 503, headers: { "Retry-After": "10", "Cache-Control": "no-store" } };

/** A cluster of one, for tests. */
const ALONE: Pick<Cluster, "bus" | "epoch"> = {
	bus: { publish() {}, subscribe() {}, onChange() {} },
	epoch: () => 0,
};

/**
 * All event streams of the process and the topics they subscribe to. A public frame is encoded once and
 * its bytes are shared; a private frame is sent to the streams of its key. A reader whose backlog is too
 * large, or lasts for two heartbeats, is disconnected. Nothing is stored or resent: a reader that reconnects gets a
 * snapshot.
 *
 * With several processes, the leader relays the frames of some topics, and the other processes follow these topics. While this
 * process is not connected to the others it may miss messages, so its streams end, and clients that reconnect get a snapshot.
 * Once it is connected again, the streams of the other processes end too, because they may have missed its messages.
 */
export function createHub<Known = Topics>({
	log,
	now = Date.now,
	heartbeatMs = HEARTBEAT_MS,
	limitScale = 1,
	cluster: { bus, epoch } = ALONE,
}: Tools) {
	const topics = new Map<string, Topic>();
	const sources = new Map<Topic, Source>();
	/** Ordered by the time of the next heartbeat. */
	const readers = new Map<Stream, Reader>();
	/** By owner: key, session, address and network. */
	const streamsOf = new Map<string, Set<Stream>>();
	let closed = false;
	let isConnected = true;
	/** The epoch of the last relayed frame. */
	let lastEpoch = 0;
	let cuts = 0;
	let rejected = 0;

	const topicNamed = (name: string): Topic => {
		const topic = topics.get(name);
		if (!topic) throw new RangeError(`no such topic: ${name}`);
		return topic;
	};
	/** Undefined for a topic that is not open yet: messages of other processes arrive as soon as this process is connected. */
	function sourceOf(name: string): Source | undefined {
		const topic = topics.get(name);
		return topic && sources.get(topic);
	}
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
			const source = sources.get(topic);
			const messages = source?.snapshot?.(subscription.keys) ?? [];
			if (Array.isArray(messages)) first.push(...messages.map((message) => encodeFrame(name, message)));
			else void sendWhenReady(topic, stream, messages);
			for (const key of subscription.keys) {
				first.push(...(source?.privateState?.(key) ?? []).map((message) => encodeFrame(name, message)));
			}
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

	function addTopic(name: string, source: Source) {
		const topic = topics.get(name) ?? new Topic(name, cut);
		topics.set(name, topic);
		sources.set(topic, source);
	}

	function send(name: string, message: Message, { latest = false }: PublishOptions, key: string | null) {
		const topic = topicNamed(name);
		if (key === null) return topic.publish(message, { latest });
		const streams = streamsOf.get(key);
		if (!streams) return;
		const bytes = encodeFrame(name, message);
		for (const stream of streams) topic.sendTo(stream, bytes, latest);
	}

	function relay(name: string, { event, data }: Message, latest = false, key: string | null = null) {
		const leading = epoch();
		if (leading === undefined || !sources.get(topicNamed(name))?.isRelayed) return;
		bus.publish(FRAMES, [leading, name, event, data, latest, key] satisfies Relayed);
	}

	/** Sends the snapshot of a relayed topic to the other processes. */
	function relaySnapshot(name: string) {
		const leading = epoch();
		const { isRelayed, snapshot } = sourceOf(name) ?? {};
		if (leading !== undefined && isRelayed) bus.publish(SNAPSHOT, [leading, name, snapshot?.([]) ?? []]);
	}

	/**
	 * Must be called for each message of a leader. On the first message of an epoch, all private states are requested again.
	 * @returns false if the message must be ignored: it is of an earlier epoch, or this process leads.
	 */
	function acceptEpoch(from: number): boolean {
		if (from < lastEpoch || epoch() !== undefined) return false;
		const isNew = from > lastEpoch;
		lastEpoch = from;
		if (isNew) for (const [{ name }, { onFrame }] of sources) if (onFrame) sendPrivateStates(name);
		return true;
	}

	function receiveFrame([from, name, event, data, latest, key]: Relayed) {
		const source = sourceOf(name);
		if (!source || !acceptEpoch(from)) return;
		source.onFrame?.({ event, data }, key);
		send(name, { event, data }, { latest }, key);
	}

	/** Sends each stream of a topic the private states of the stream's keys. */
	function sendPrivateStates(name: string) {
		const { privateState } = sources.get(topicNamed(name)) ?? {};
		const watched = [...readers.values()].filter((reader) => reader.topics.includes(name));
		for (const key of new Set(watched.flatMap(({ keys }) => keys))) {
			for (const message of privateState?.(key) ?? []) send(name, message, {}, key);
		}
	}

	bus.subscribe(FRAMES, (frame) => receiveFrame(frame as Relayed));
	bus.subscribe(PRIVATE_STATE_WANTED, (wanted) => {
		const [name, key] = wanted as [string, string];
		const source = sourceOf(name);
		for (const { event, data } of (source?.isRelayed && source.privateState?.(key)) || []) {
			relay(name, { event, data }, false, key);
		}
	});
	bus.subscribe(SNAPSHOT_WANTED, (name) => relaySnapshot(name as string));
	bus.subscribe(SNAPSHOT, (answer) => {
		const [from, name, messages] = answer as [number, string, Message[]];
		const { onFrame } = sourceOf(name) ?? {};
		if (!onFrame || !acceptEpoch(from)) return;
		// Streams may have begun without a snapshot, or with one that is older than a lost message.
		for (const message of messages) {
			onFrame(message, null);
			send(name, message, {}, null);
		}
	});
	const endEverything = () => {
		for (const stream of [...readers.keys()]) end(stream);
	};
	bus.subscribe(MISSED, endEverything);
	bus.onChange((isUp) => {
		isConnected = isUp;
		endEverything();
		if (!isUp) return;
		// The other processes have missed the messages that this process could not publish.
		bus.publish(MISSED, null);
		for (const [{ name }, { onFrame }] of sources) {
			if (onFrame) bus.publish(SNAPSHOT_WANTED, name);
			else relaySnapshot(name);
		}
	});

	const heartbeatTimer = setInterval(sendHeartbeats, Math.min(POLL_MS, heartbeatMs)).unref();

	return {
		/**
		 * Registers a topic. Call it before the first publication and the first stream. A second call replaces the options of the
		 * topic and keeps its streams.
		 */
		openTopic<Name extends TopicOf<Known>>(name: Name, options: TopicOptions<Known, Name> = {}) {
			addTopic(name, options);
		},

		/**
		 * Registers a topic that the leader publishes. Private states are requested from the leader.
		 * @param options see {@link FollowedOptions}.
		 */
		followTopic<Name extends TopicOf<Known>>(
			name: Name,
			{ snapshot, onFrame }: FollowedOptions<Known, Name> = {},
		) {
			addTopic(name, {
				...(snapshot && { snapshot }),
				onFrame: (message, key) => key === null && onFrame?.(message as TopicMessage<Known, Name>),
				privateState(key) {
					bus.publish(PRIVATE_STATE_WANTED, [name, key]);
					return [];
				},
			});
			bus.publish(SNAPSHOT_WANTED, name);
		},

		/** Sends each stream of a topic in this process the private states of the stream's keys. */
		sendPrivateStates: (name: TopicOf<Known>) => sendPrivateStates(name),

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
			send(name, { event, data }, options ?? {}, null);
			relay(name, { event, data }, options?.latest);
			return topicNamed(name).fanOutMs;
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
			options: { latest?: boolean } = {},
		) {
			send(name, { event, data }, options, key);
			relay(name, { event, data }, options.latest, key);
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
			if (closed || !isConnected || isFull) {
				rejected += 1;
				return new Response(null, OVERLOADED);
			}
			return answerWithStream(context, (stream) => {
				if (closed || !isConnected) return stream.end();
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

		/** The ids of sessions with streams, and whether one of the streams may carry events for admins. */
		openSessions(): Map<string, boolean> {
			const sessions = new Map<string, boolean>();
			for (const { sessionId, isAdmin = false } of readers.values()) {
				if (sessionId !== undefined) sessions.set(sessionId, isAdmin || sessions.get(sessionId) === true);
			}
			return sessions;
		},
		/** Ends all streams of a session. */
		endSession: (sessionId: string) => endAll(sessionKey(sessionId)),
		/** Ends all streams of a key, such as a user's. The browsers reconnect. */
		endKey: endAll,

		/** Ends all streams, stops the heartbeat, and rejects new streams with 503. For the shutdown. */
		close() {
			closed = true;
			clearInterval(heartbeatTimer);
			endEverything();
		},
	};
}

export type Hub = ReturnType<typeof createHub<Topics>>;

const FRAMES = "frames";
const MISSED = "missed";
const PRIVATE_STATE_WANTED = "private-state-wanted";
const SNAPSHOT_WANTED = "snapshot-wanted";
const SNAPSHOT = "snapshot";

const sessionKey = (sessionId: string) => `session:${sessionId}`;
const addressKey = (address: string) => `address:${address}`;
const networkKey = (network: string) => `network:${network}`;
