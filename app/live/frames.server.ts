import type { Site } from "~/lib/site";
import { inAllProcesses } from "./all-processes.server";
import { userIn, userKey } from "./audience";
import { publishInOrder } from "./in-order.server";
import type { EventOf, TopicMessage, TopicOf, Topics } from "./topics";

/** Minimum ms between two frames of a public topic. */
const INTERVAL_MS = 500;

type FrameSite = Pick<Site, "hub" | "bus" | "clock" | "log">;
type Read<Key extends unknown[], State> = (...key: Key) => Promise<State>;

const message = (event: string, data: unknown) => ({ event, data }) as TopicMessage<Topics, TopicOf<Topics>>;

const publisher = ({ log }: FrameSite, topic: string, publish: (key: string) => Promise<unknown>) =>
	publishInOrder({
		publish: async (key) => void (await publish(key)),
		onError: (error, key) => log.error({ event: "frame-failed", topic, key, err: error }),
	});

/**
 * Reads states for new streams. A state that is published during such a read reaches the stream before the outcome of the read, and
 * may be newer, so it replaces the outcome.
 */
function createSnapshots<State>() {
	const reads = new Set<{ key: string; published?: { state: State } }>();
	return {
		async read(key: string, read: () => Promise<State>): Promise<State> {
			const one: { key: string; published?: { state: State } } = { key };
			reads.add(one);
			try {
				const state = await read();
				return one.published ? one.published.state : state;
			} finally {
				reads.delete(one);
			}
		},
		published(key: string, state: State) {
			for (const one of reads) if (one.key === key) one.published = { state };
		},
	};
}

/**
 * Opens a topic with one event, which holds the whole public state. A stream begins with it.
 * @returns the function to call after a commit that changed the state. Each process then reads the state and publishes
 * it to its streams, at most once in 500 ms, and reads nothing without a stream. Failures are logged.
 */
export function openFrames<Name extends TopicOf<Topics>, Event extends EventOf<Topics, Name>>(
	site: FrameSite,
	topic: Name,
	event: Event,
	read: Read<[], Topics[Name][Event]>,
): () => void {
	const { hub, bus, clock } = site;
	let isDue = false;
	const snapshots = createSnapshots<Topics[Name][Event]>();
	hub.openTopic(topic, {
		snapshot: async () => [message(event, await snapshots.read(topic, read))] as never,
	});
	const publish = publisher(site, topic, async () => {
		if (hub.countOn(topic) === 0) return;
		const state = await read();
		hub.publish(topic, event, state);
		snapshots.published(topic, state);
	});
	return inAllProcesses(bus, topic, () => {
		if (isDue) return;
		isDue = true;
		clock.at(clock.now() + INTERVAL_MS, () => {
			isDue = false;
			publish(topic);
		});
	});
}

/**
 * Opens a topic with one event, which holds the whole state of a user, for that user's streams. A stream begins with it.
 * @param read returns undefined for no event.
 * @returns the function to call after a commit that changed a user's state. Each process then reads it, if the user has a
 * stream there, and publishes it; the last event has the last state. Failures are logged.
 */
export function openUserFrames<Name extends TopicOf<Topics>, Event extends EventOf<Topics, Name>>(
	site: FrameSite,
	topic: Name,
	event: Event,
	read: Read<[userId: string], Topics[Name][Event] | undefined>,
): (userId: string) => void {
	const { hub, bus } = site;
	const snapshots = createSnapshots<Topics[Name][Event] | undefined>();
	hub.openTopic(topic, {
		async snapshot(keys) {
			const userId = keys.map(userIn).find(Boolean);
			const state = userId && (await snapshots.read(userId, () => read(userId)));
			return (state === undefined || !userId ? [] : [message(event, state)]) as never;
		},
	});
	const publish = publisher(site, topic, async (userId) => {
		const state = await read(userId);
		if (state === undefined) return;
		hub.publishTo(userKey(userId), topic, event, state);
		snapshots.published(userId, state);
	});
	return inAllProcesses(bus, topic, (userId: string) => {
		if (hub.isWatched(topic, userKey(userId))) publish(userId);
	});
}
