import type { Cluster } from "db/engine";
import { guarded, inBackground } from "~/lib/guarded";
import type { RequestContext } from "~/lib/request-context.server";
import type { Log } from "~/observability/log.server";
import { Readers, type Subscription, sessionKey } from "./readers.server";
import { createRelay, type Source } from "./relay.server";
import {
	answerWithStream,
	encodeFrame,
	encodeRetry,
	HEARTBEAT,
	type Message,
	type Stream,
} from "./stream.server";
import { type PublishOptions, Topic } from "./topic.server";
import type { EventOf, TopicMessage, TopicOf, Topics } from "./topics";

interface Tools {
	log: Log;
	/** The wall clock, in ms. */
	now?: () => number;
	heartbeatMs?: number;
	/** Multiplies the share of a network in the streams of visitors. */
	shareScale?: number;
	/** Connects this process with the other processes of the site, and knows the epoch in which this one leads. */
	cluster: Pick<Cluster, "bus" | "epoch">;
}

interface TopicOptions<Known, Name extends TopicOf<Known>> {
	/**
	 * Returns the first messages of a stream: the public state, and the private state of the stream's keys. A
	 * promised snapshot is sent when it resolves; frames that are published before are sent before it.
	 */
	snapshot?(keys: readonly string[]): TopicMessage<Known, Name>[] | Promise<TopicMessage<Known, Name>[]>;
	/** Returns the private state of a key. Streams of the key get it after the snapshot. */
	privateState?(key: string): TopicMessage<Known, Name>[];
	/** Whether the frames also go to the streams of the other processes, which follow the topic. */
	isRelayed?: boolean;
}

interface FollowedOptions<Known, Name extends TopicOf<Known>> {
	/** As in {@link TopicOptions}, from the frames that were received. */
	snapshot?(): TopicMessage<Known, Name>[];
	/** Called with each public frame of the leader, before it is sent to the streams of this process. */
	onFrame?(message: TopicMessage<Known, Name>): void;
}

const HEARTBEAT_MS = 20_000;
const POLL_MS = 1000;
/** Spreads the reconnects of readers that were disconnected at the same time. */
const RETRY_MS = { min: 2000, spread: 2000 };
const OVERLOADED = { status: 503, headers: { "Retry-After": "10", "Cache-Control": "no-store" } };

/**
 * All event streams of the process and the topics they subscribe to. A public frame is encoded once and
 * its bytes are shared; a private frame is sent to the streams of its key. A reader whose backlog is too
 * large, or lasts for two heartbeats, is disconnected. Nothing is stored or resent: a reader that reconnects gets a
 * snapshot. With several processes, {@link createRelay} carries the frames of some topics from the leader to the others.
 */
export function createHub<Known = Topics>({
	log,
	now = Date.now,
	heartbeatMs = HEARTBEAT_MS,
	shareScale = 1,
	cluster,
}: Tools) {
	const topics = new Map<string, Topic>();
	const sources = new Map<string, Source>();
	/** Ordered by the time of the next heartbeat. */
	const readers = new Readers(shareScale);
	const relay = createRelay(cluster, { sources, send, sendPrivateStates, endAll });
	let closed = false;
	let cuts = 0;
	let rejected = 0;

	function topicNamed(name: string): Topic {
		const topic = topics.get(name);
		if (!topic) throw new RangeError(`no such topic: ${name}`);
		return topic;
	}

	function forget(stream: Stream) {
		const reader = readers.delete(stream);
		for (const name of reader?.topics ?? []) topics.get(name)?.delete(stream);
		return reader;
	}

	function end(stream: Stream) {
		forget(stream);
		stream.end();
	}

	function endAll() {
		for (const { stream } of [...readers.values()]) end(stream);
	}

	function endOwner(owner: string) {
		for (const stream of readers.ofOwner(owner)) end(stream);
	}

	function cut(stream: Stream) {
		const { topics: names, network } = forget(stream) ?? {};
		cuts += 1;
		log.info({ event: "stream-cut", behind: stream.behind, topics: names, network });
		stream.cut();
	}

	/** Sends the snapshot and subscribes in one synchronous step, so that no frame is lost between them. */
	function begin(subscription: Subscription, stream: Stream) {
		const first = [encodeRetry(RETRY_MS.min + Math.random() * RETRY_MS.spread)];
		for (const name of subscription.topics) {
			const source = sources.get(name);
			const messages = source?.snapshot?.(subscription.keys) ?? [];
			if (Array.isArray(messages)) first.push(...messages.map((message) => encodeFrame(name, message)));
			else inBackground(() => sendWhenReady(topicNamed(name), stream, messages));
			for (const key of subscription.keys) {
				first.push(...(source?.privateState?.(key) ?? []).map((message) => encodeFrame(name, message)));
			}
		}
		readers.add({ ...subscription, stream, heartbeatAt: performance.now() + heartbeatMs });
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
		for (const reader of readers.values()) {
			const { stream, heartbeatAt, expiresAt } = reader;
			if (heartbeatAt > time) break;
			if (expiresAt !== undefined && expiresAt <= now()) end(stream);
			else if (stream.isStuck() || !stream.send(HEARTBEAT)) cut(stream);
			else {
				reader.heartbeatAt = time + heartbeatMs;
				readers.moveToEnd(reader);
			}
		}
	}

	function addTopic(name: string, source: Source) {
		if (!topics.has(name)) topics.set(name, new Topic(name, cut));
		sources.set(name, source);
	}

	/** Sends a frame to the streams of a topic in this process: to those of a key, or to all. */
	function send(name: string, message: Message, options: PublishOptions, key: string | null) {
		const topic = topicNamed(name);
		if (key === null) return topic.publish(message, options);
		const streams = readers.ofOwner(key);
		if (streams.size === 0) return;
		const bytes = encodeFrame(name, message);
		for (const stream of streams) topic.sendTo(stream, bytes, options.latest);
	}

	function sendAndRelay(...frame: Parameters<typeof send>) {
		send(...frame);
		relay.publish(...frame);
	}

	/** @throws {RangeError} for an unknown topic. */
	function sendPrivateStates(name: string) {
		const { has } = topicNamed(name);
		const watched = [...readers.values()].filter(({ stream }) => has(stream));
		for (const key of new Set(watched.flatMap(({ keys }) => keys))) {
			for (const message of sources.get(name)?.privateState?.(key) ?? []) send(name, message, {}, key);
		}
	}

	const heartbeatTimer = setInterval(guarded(sendHeartbeats), Math.min(POLL_MS, heartbeatMs)).unref();

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
					relay.requestPrivateState(name, key);
					return [];
				},
			});
			relay.requestSnapshot(name);
		},

		/** Sends each stream of a topic in this process the private states of the stream's keys. */
		sendPrivateStates: (name: TopicOf<Known>) => sendPrivateStates(name),

		/**
		 * Publishes an event to all streams of a topic, without waiting: large topics are sent to in time slices.
		 * @param options see {@link PublishOptions}. Only `latest` is relayed to other processes.
		 * @returns the estimated ms for which sending it keeps the process busy.
		 * @throws {RangeError} for an unknown topic.
		 */
		publish<Name extends TopicOf<Known>, Event extends EventOf<Known, Name>>(
			name: Name,
			event: Event,
			data: Known[Name][Event],
			options: PublishOptions = {},
		): number {
			sendAndRelay(name, { event, data }, options, null);
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
			options: PublishOptions = {},
		) {
			sendAndRelay(name, { event, data }, options, key);
		},

		/** Resolves when the streams of a topic in this process have been sent all its frames. @throws {RangeError} for an unknown topic. */
		whenSent: (name: TopicOf<Known>): Promise<void> => topicNamed(name).whenSent(),

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
			return [...readers.ofOwner(key)].some(topic.has);
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
			const isAvailable = () => !closed && relay.isConnected();
			if (!isAvailable() || readers.isFull(subscription)) {
				rejected += 1;
				return new Response(null, OVERLOADED);
			}
			return answerWithStream(context, (stream) => {
				if (!isAvailable()) return stream.end();
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

		/** The ids of sessions with streams, and the rights of their oldest stream: all of them end when the rights change. */
		openSessions(): Map<string, string> {
			const sessions = new Map<string, string>();
			for (const { sessionId, rank = "" } of readers.values()) {
				if (sessionId !== undefined && !sessions.has(sessionId)) sessions.set(sessionId, rank);
			}
			return sessions;
		},
		/** Ends all streams of a session. */
		endSession: (sessionId: string) => endOwner(sessionKey(sessionId)),
		/** Ends all streams of a key, such as a user's. The browsers reconnect. */
		endKey: endOwner,

		/** Ends all streams, stops the heartbeat, and rejects new streams with 503. For the shutdown. */
		close() {
			closed = true;
			clearInterval(heartbeatTimer);
			endAll();
		},
	};
}

export type Hub = ReturnType<typeof createHub<Topics>>;

declare module "~/lib/site" {
	interface Site {
		hub: Hub;
	}
}
