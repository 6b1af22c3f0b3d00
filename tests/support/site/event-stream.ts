import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const WITHIN_MS = 40_000;

/** A client of one event stream that gives access to the bytes. */
export class EventStream {
	text = "";
	/** How the server ended the connection. */
	ended: "properly" | "cut" | undefined;
	readonly socket: Socket;
	/** Resolves when the response head and, for a stream, the snapshot have arrived. */
	readonly begun: Promise<void>;

	constructor(origin: string, path: string, headers: Record<string, string> = {}) {
		const { port, host } = new URL(origin);
		const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
		this.socket = connect(Number(port), "localhost").setEncoding("utf8");
		this.socket.write(`GET ${path} HTTP/1.1\r\n${lines.join("")}\r\n`);
		this.socket.on("data", (text: string) => {
			this.text += text;
		});
		this.socket.once("end", () => (this.ended ??= "properly"));
		this.socket.once("error", () => (this.ended ??= "cut"));
		this.begun = this.until(() => this.head && (this.status !== 200 || this.text.includes("retry:")));
		// A test that does not wait for the snapshot must not fail with an unhandled rejection.
		this.begun.catch(() => {});
	}

	get status(): number {
		return Number(this.text.split(" ", 2)[1]);
	}

	/** Lower case; empty before the head has arrived. */
	get head(): string {
		return this.text.slice(0, Math.max(0, this.text.indexOf("\r\n\r\n"))).toLowerCase();
	}

	/** The events so far, as `topic.event data`: `table.tick [1]`. */
	get events(): string[] {
		return [...this.text.matchAll(/event:(.*)\ndata:(.*)\n\n/g)].map(([, event, json]) => `${event} ${json}`);
	}

	/** The data of all events with a name. */
	dataOf(event: string): unknown[] {
		return this.events.flatMap((line) =>
			line.startsWith(`${event} `) ? [JSON.parse(line.slice(event.length + 1))] : [],
		);
	}

	async until(condition: () => unknown, withinMs = WITHIN_MS): Promise<void> {
		const deadline = performance.now() + withinMs;
		while (!condition()) {
			if (performance.now() > deadline) throw new Error(`The condition was not met in time:\n${this.text}`);
			await sleep(2);
		}
	}

	/** Waits for exactly these events. */
	async hears(...events: string[]): Promise<void> {
		await this.until(() => this.events.length >= events.length);
		if (this.events.join("\n") !== events.join("\n")) throw new Error(`received ${this.events.join("\n")}`);
	}

	async end(): Promise<"properly" | "cut"> {
		await this.until(() => this.ended);
		return this.ended ?? "cut";
	}

	close() {
		this.socket.destroy();
	}
}

/** Opens a stream and waits for its snapshot. */
export async function openStream(origin: string, path: string, headers?: Record<string, string>) {
	const stream = new EventStream(origin, path, headers);
	await stream.begun;
	return stream;
}
