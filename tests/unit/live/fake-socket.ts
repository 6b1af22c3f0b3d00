import type { Socket } from "node:net";
import { Stream } from "~/live/stream.server";

/** A socket whose peer reads immediately, or nothing while it is stalled. */
export class FakeSocket {
	readonly written: Buffer[] = [];
	writableLength = 0;
	ended: "cut" | "properly" | undefined;
	stalled = false;
	readonly #listeners: (() => void)[] = [];

	write(bytes: Buffer) {
		this.written.push(bytes);
		if (this.stalled) this.writableLength += bytes.length;
	}

	drain() {
		this.stalled = false;
		this.writableLength = 0;
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
