import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import type { Bus } from "../engine";
import { assembler, partsOf, type Received } from "./messages";

/** Messages that are published within this time are sent in one statement. */
const GATHER_MS = 10;
/** The number of messages that are kept while the process starts. A process that waits for its setup needs no more. */
const MAX_EARLY = 10_000;
const CHANNEL = "plateia";

type Message = readonly [channel: string, message: unknown];

/**
 * Creates the bus of a process, which sends its messages with NOTIFY and receives those of the others with LISTEN. Its connection
 * can be replaced; messages that are published without one are lost.
 * @param onFailed called if a message could not be sent or read. Must replace the connection.
 */
export function createBus(id: string, onFailed: (error: unknown) => void) {
	const listeners = new Map<string, (message: unknown) => void>();
	const watchers = new Set<(isUp: boolean) => void>();
	/** The connection on which messages are sent. */
	let sender: Client | undefined;
	let queue: Message[] = [];
	let flushing: Promise<void> | undefined;
	/** Messages that arrive while the process starts. Undefined once its listeners are complete. */
	let early: Message[] | undefined = [];

	function deliver(messages: readonly Message[]) {
		for (const [channel, message] of messages) listeners.get(channel)?.(message);
	}

	function receive(received: Received | undefined) {
		if (received === undefined || received.sender === id) return;
		const messages = received.content as Message[];
		if (!early) deliver(messages);
		else if (early.length < MAX_EARLY) early.push(...messages);
	}

	async function flush(): Promise<void> {
		await sleep(GATHER_MS);
		while (sender && queue.length > 0) {
			const to = sender;
			const parts = partsOf(id, queue);
			queue = [];
			try {
				await to.query(
					`select pg_notify('${CHANNEL}', part) from unnest($1::text[]) with ordinality as parts (part, n) order by n`,
					[parts],
				);
			} catch (error) {
				if (sender === to) onFailed(error);
			}
		}
		flushing = undefined;
	}

	function notifyWatchers(isUp: boolean) {
		for (const watch of watchers) watch(isUp);
	}

	function stopSending() {
		sender = undefined;
		queue = [];
	}

	const bus: Bus = {
		publish(channel, message) {
			if (!sender) return;
			queue.push([channel, message]);
			flushing ??= flush();
		},
		subscribe: (channel, listener) => void listeners.set(channel, listener),
		onChange: (watch) => void watchers.add(watch),
	};

	return {
		...bus,
		/** Receives the messages of the other processes on a connection. @throws the server's error. */
		async listen(client: Client): Promise<void> {
			const assemble = assembler();
			client.on("notification", ({ payload = "" }) => {
				try {
					receive(assemble(payload));
				} catch (error) {
					// Sent by another program, or by a faulty one. A new connection begins with complete states.
					onFailed(error);
				}
			});
			await client.query(`listen ${CHANNEL}`);
		},
		/** Sends messages on a connection from now on. */
		resume(client: Client) {
			sender = client;
			notifyWatchers(true);
		},
		/** Sends no messages until `resume`, because the connection has ended. */
		suspend() {
			stopSending();
			notifyWatchers(false);
		},
		/** Sends no more messages, not even those that are published already. */
		stopSending,
		/** Resolves when what was published is sent or lost. */
		flushed: async () => await flushing,
		/** Delivers the messages that arrived while the process started. From now on, each is delivered when it arrives. */
		completeListeners() {
			deliver(early ?? []);
			early = undefined;
		},
	};
}
