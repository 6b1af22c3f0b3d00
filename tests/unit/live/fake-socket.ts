import type { Socket } from "node:net";
import { Stream } from "~/live/stream.server";

/** A socket whose peer reads immediately, or nothing while it is stalled. */
export class FakeSocket {
	readonly written: Buffer[] = [];
	ended: "cut" | "properly" | undefined;
	stalled = false;
	readonly #listeners: (() => void)[] = [];
	readonly #pending: ((error?: Error) => void)[] = [];

	_write(bytes: Buffer, _encoding: string, done: (error?: Error) => void) {
		this.written.push(bytes);
		if (this.stalled) this.#pending.push(done);
		else done();
	}

	drain() {
		this.stalled = false;
		for (const done of this.#pending.splice(0)) done();
	}

	/** The connection is lost during a write. */
	reset() {
		for (const done of this.#pending.splice(0)) done(new Error("ECONNRESET"));
	}

	once(_event: "close", listener: () => void) {
		this.#listeners.push(listener);
	}

	destroy() {
		this.#close("cut");
	}

	destroySoon() {
		this.#close("properly");
	}

	#close(how: "cut" | "properly") {
		this.ended ??= how;
		for (const listener of this.#listeners.splice(0)) listener();
	}

	get text(): string {
		return Buffer.concat(this.written).toString();
	}

	/** The events as a browser receives them, such as `game.tick [1]`. */
	get events(): string[] {
		return [...this.text.matchAll(/event:(.*)\ndata:(.*)\n\n/g)].map(([, event, json]) => `${event} ${json}`);
	}
}

export function fakeStream(): { socket: FakeSocket; stream: Stream } {
	const socket = new FakeSocket();
	return { socket, stream: new Stream(socket as unknown as Socket) };
}
