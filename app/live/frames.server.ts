import type { Site } from "~/lib/site";
import { inAllProcesses } from "./all-processes.server";
import { userIn, userKey } from "./audience";
import { publishInOrder } from "./in-order.server";
import type { EventOf, TopicMessage, TopicOf, Topics } from "./topics";

/** Minimum ms between two frames of a public topic. */
const INTERVAL_MS = 500;

type FrameSite = Pick<Site, "hub" | "bus" | "clock" | "log">;
type State<Name extends TopicOf<Topics>, Event extends EventOf<Topics, Name>> = Topics[Name][Event];

const message = (event: string, data: unknown) => ({ event, data }) as TopicMessage<Topics, TopicOf<Topics>>;

/**
 * Reads the states of a topic by their keys, for publications and for the snapshots of new streams. A state that is published
 * during the read of a snapshot reaches the stream before the outcome of the read, and may be newer, so it replaces the outcome.
 * @param read returns undefined for no event.
 * @param nameOf see {@link openFrames}.
 */
function openStates<Value>(
	{ log }: FrameSite,
	topic: string,
	read: (key: string) => Promise<Value | undefined>,
	send: (key: string, state: Value) => void,
	nameOf: (state: Value) => string | undefined = () => undefined,
) {
	const reads = new Set<{ key: string; published?: Value }>();
	/** The name of the state that all streams have; undefined if some may have another. */
	let known: string | undefined;
	return {
		publish: publishInOrder({
			async publish(key) {
				const state = await read(key);
				if (state === undefined) return;
				const name = nameOf(state);
				if (name === undefined || name !== known) send(key, state);
				known = name;
				for (const one of reads) if (one.key === key) one.published = state;
			},
			onError: (error, key) => log.error({ event: "frame-failed", topic, key, err: error }),
		}),
		async snapshot(key: string): Promise<Value | undefined> {
			const one: { key: string; published?: Value } = { key };
			reads.add(one);
			try {
				const state = await read(key);
				// The state may be null.
				const first = "published" in one ? one.published : state;
				// Another one may follow that is again as the last one that was published.
				if (first !== undefined && nameOf(first) !== known) known = undefined;
				return first;
			} finally {
				reads.delete(one);
			}
		},
	};
}

/**
 * Opens a topic with one event, which holds the whole public state. A stream begins with it.
 * @param nameOf names what a state shows: one is not published if all streams have one of its name.
 * @returns the function to call after a commit that changed the state. Each process then reads the state and publishes
 * it to its streams, at most once in `intervalMs`, and reads nothing without a stream. Failures are logged.
 */
export function openFrames<Name extends TopicOf<Topics>, Event extends EventOf<Topics, Name>>(
	site: FrameSite,
	topic: Name,
	event: Event,
	read: () => Promise<State<Name, Event>>,
	intervalMs = INTERVAL_MS,
	nameOf?: (state: State<Name, Event>) => string,
): () => void {
	const { hub, bus, clock } = site;
	let isDue = false;
	const send = (_key: string, state: State<Name, Event>) => void hub.publish(topic, event, state);
	const states = openStates(site, topic, read, send, nameOf);
	hub.openTopic(topic, {
		snapshot: async () => [message(event, await states.snapshot(topic))] as never,
	});
	return inAllProcesses(bus, topic, () => {
		if (isDue) return;
		isDue = true;
		clock.at(clock.now() + intervalMs, () => {
			isDue = false;
			if (hub.countOn(topic) > 0) states.publish(topic);
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
	read: (userId: string) => Promise<State<Name, Event> | undefined>,
): (userId: string) => void {
	const { hub, bus } = site;
	const states = openStates(site, topic, read, (userId, state) =>
		hub.publishTo(userKey(userId), topic, event, state),
	);
	hub.openTopic(topic, {
		async snapshot(keys) {
			const userId = keys.map(userIn).find(Boolean);
			const state = userId && (await states.snapshot(userId));
			return (state === undefined || !userId ? [] : [message(event, state)]) as never;
		},
	});
	return inAllProcesses(bus, topic, (userId: string) => {
		if (hub.isWatched(topic, userKey(userId))) states.publish(userId);
	});
}
