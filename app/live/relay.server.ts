import type { Cluster } from "db/engine";
import { guarded } from "~/lib/guarded";
import type { Message } from "./stream.server";
import type { PublishOptions } from "./topic.server";

const FRAMES = "frames";
const MISSED = "missed";
const PRIVATE_STATE_WANTED = "private-state-wanted";
const SNAPSHOT_WANTED = "snapshot-wanted";
const SNAPSHOT = "snapshot";

/** A frame on the bus. */
type Relayed = readonly [
	epoch: number,
	topic: string,
	event: string,
	data: unknown,
	latest: boolean,
	/** The key of a private frame. */
	key: string | null,
];

/** The options of a topic, without the types of its messages. */
export interface Source {
	snapshot?(keys: readonly string[]): Message[] | Promise<Message[]>;
	privateState?(key: string): Message[];
	/** Called with each frame of the leader. Only a topic that this process follows has it. */
	onFrame?(message: Message, key: string | null): void;
	isRelayed?: boolean;
}

/** The streams of this process. */
interface Streams {
	/** By topic. A topic that is not open yet is missing: messages arrive as soon as this process is connected. */
	sources: ReadonlyMap<string, Source>;
	/** Sends a frame to the topic's streams of one key, or to all streams of the topic. */
	send(name: string, message: Message, options: PublishOptions, key: string | null): void;
	/** Sends each stream of a topic the private states of the stream's keys. */
	sendPrivateStates(name: string): void;
	endAll(): void;
}

/**
 * Carries frames from the leader to the streams of the other processes, which follow the topic. While this process is not
 * connected to the others it may miss messages, so its streams end, and clients that reconnect get a snapshot. Once it is
 * connected again, the streams of the other processes end too, because they may have missed its messages.
 */
export function createRelay(
	{ bus, epoch }: Pick<Cluster, "bus" | "epoch">,
	{ sources, send, sendPrivateStates, endAll }: Streams,
) {
	let isConnected = true;
	/** The epoch of the last frame. */
	let lastEpoch = 0;

	function publish(
		name: string,
		{ event, data }: Message,
		{ latest = false }: PublishOptions,
		key: string | null,
	) {
		const ownEpoch = epoch();
		if (ownEpoch === undefined || !sources.get(name)?.isRelayed) return;
		bus.publish(FRAMES, [ownEpoch, name, event, data, latest, key] satisfies Relayed);
	}

	/** Requests the snapshot of a topic from the leader. It is sent to the streams when it arrives. */
	const requestSnapshot = (name: string) => bus.publish(SNAPSHOT_WANTED, name);

	/** Sends the snapshot of a topic to the other processes. */
	function publishSnapshot(name: string) {
		const ownEpoch = epoch();
		const { isRelayed, snapshot } = sources.get(name) ?? {};
		if (ownEpoch !== undefined && isRelayed) bus.publish(SNAPSHOT, [ownEpoch, name, snapshot?.([]) ?? []]);
	}

	/**
	 * Must be called for each message of a leader. On the first message of an epoch, all private states are requested again.
	 * @returns false if the message must be ignored: it is of an earlier epoch, or this process leads.
	 */
	function acceptEpoch(senderEpoch: number): boolean {
		if (senderEpoch < lastEpoch || epoch() !== undefined) return false;
		const isNew = senderEpoch > lastEpoch;
		lastEpoch = senderEpoch;
		if (isNew) for (const [name, { onFrame }] of sources) if (onFrame) sendPrivateStates(name);
		return true;
	}

	function receiveFrame([senderEpoch, name, event, data, latest, key]: Relayed) {
		const source = sources.get(name);
		if (!source || !acceptEpoch(senderEpoch)) return;
		source.onFrame?.({ event, data }, key);
		send(name, { event, data }, { latest }, key);
	}

	function receiveSnapshot([senderEpoch, name, messages]: readonly [number, string, Message[]]) {
		const { onFrame } = sources.get(name) ?? {};
		if (!onFrame || !acceptEpoch(senderEpoch)) return;
		// Streams may have begun without a snapshot, or with one that is older than a lost message.
		for (const message of messages) {
			onFrame(message, null);
			send(name, message, {}, null);
		}
	}

	function publishPrivateState([name, key]: readonly [string, string]) {
		const source = sources.get(name);
		const messages = (source?.isRelayed && source.privateState?.(key)) || [];
		for (const message of messages) publish(name, message, {}, key);
	}

	function onChange(isUp: boolean) {
		isConnected = isUp;
		endAll();
		if (!isUp) return;
		// The other processes have missed the messages that this process could not publish.
		bus.publish(MISSED, null);
		for (const [name, { onFrame }] of sources) {
			if (onFrame) requestSnapshot(name);
			else publishSnapshot(name);
		}
	}

	const receive = <Content>(channel: string, run: (content: Content) => void) =>
		bus.subscribe(channel, guarded(run as (message: unknown) => void));
	receive(FRAMES, receiveFrame);
	receive(PRIVATE_STATE_WANTED, publishPrivateState);
	receive(SNAPSHOT_WANTED, publishSnapshot);
	receive(SNAPSHOT, receiveSnapshot);
	receive(MISSED, endAll);
	bus.onChange(guarded(onChange));

	return {
		isConnected: () => isConnected,
		/** Sends a frame to the other processes if this process leads and the topic is relayed. */
		publish,
		requestSnapshot,
		/** Requests the private state of a key from the leader. */
		requestPrivateState: (name: string, key: string) => bus.publish(PRIVATE_STATE_WANTED, [name, key]),
	};
}
