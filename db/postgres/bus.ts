import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Bus } from "../engine";
import { assembler, partsOf } from "./messages";

/** Messages of this time are sent in one statement. */
const GATHER_MS = 10;
/** The number of messages that are kept while the process starts. A process that waits for its setup needs no more. */
const MAX_EARLY = 10_000;
const CHANNEL = "plateia";

/** The connection on which messages are sent. */
interface Sender {
	client: Client;
	/** Called if a message could not be sent. */
	onFailed(error: unknown): void;
}

/**
 * Creates the bus of a process, which sends its messages with NOTIFY and receives those of the others with LISTEN. Its connection
 * can be replaced; messages that are published without one are lost.
 */
export function createBus(id: string) {
	const listeners = new Map<string, (message: unknown) => void>();
	const watchers = new Set<(isUp: boolean) => void>();
	let sender: Sender | undefined;
	let queue: (readonly [channel: string, message: unknown])[] = [];
	let isFlushing = false;
	/** Messages that arrive while the process starts. Undefined once its listeners are complete. */
	let early: [channel: string, message: unknown][] | undefined = [];

	const deliver = (messages: readonly [channel: string, message: unknown][]) => {
		for (const [channel, message] of messages) listeners.get(channel)?.(message);
	};

	function receive(message: ReturnType<ReturnType<typeof assembler>>) {
		if (message === undefined || message.sender === id) return;
		const messages = message.content as [string, unknown][];
		if (!early) deliver(messages);
		else if (early.length < MAX_EARLY) early.push(...messages);
	}

	async function flush(to: Sender): Promise<void> {
		isFlushing = true;
		try {
			await sleep(GATHER_MS);
			while (sender === to && queue.length > 0) {
				const parts = partsOf(id, queue);
				queue = [];
				await to.client.query(
					`select pg_notify('${CHANNEL}', part) from unnest($1::text[]) with ordinality as parts (part, n) order by n`,
					[parts],
				);
			}
		} catch (error) {
			if (sender === to) to.onFailed(error);
		} finally {
			isFlushing = false;
		}
		if (sender && queue.length > 0) void flush(sender);
	}

	const bus: Bus = {
		publish(channel, message) {
			if (!sender) return;
			queue.push([channel, message]);
			if (!isFlushing) void flush(sender);
		},
		subscribe: (channel, listener) => void listeners.set(channel, listener),
		onChange: (watch) => void watchers.add(watch),
	};

	return {
		bus,
		/** Receives the messages of the other processes on a connection. @throws the server's error. */
		async listen(client: Client): Promise<void> {
			const assemble = assembler();
			client.on("notification", ({ payload = "" }) => receive(assemble(payload)));
			await client.query(`listen ${CHANNEL}`);
		},
		sendOn(next: Sender) {
			sender = next;
		},
		/** Sends nothing more; messages that were not sent are lost. */
		stopSending() {
			sender = undefined;
			queue = [];
		},
		/** Delivers the messages that arrived while the process started. From now on, each is delivered when it arrives. */
		completeListeners() {
			deliver(early ?? []);
			early = undefined;
		},
		/** Tells the watchers whether this process is connected with the others. */
		tellWatchers(isUp: boolean) {
			for (const watch of watchers) watch(isUp);
		},
	};
}
