import { EventStream } from "../support/site/event-stream";
import type { Viewer } from "./load";

/** Length of the text that is kept, so that an event in two chunks is found. */
const KEPT_CHARACTERS = 4096;

/** Watches the streams of both games, and collects the rounds whose end was published. */
export class EndWitness {
	readonly endedRounds = new Set<string>();
	private streams: EventStream[] = [];
	private resolveNext = () => {};

	/** @param viewers each receives the live game and their own solo game. */
	watch(origin: string, viewers: readonly Viewer[]): void {
		this.streams = viewers.map(({ cookie }) => {
			const stream = new EventStream(origin, "/live?topics=live-crash,solo-crash", { cookie });
			stream.socket.on("data", () => {
				for (const [, id = ""] of stream.text.matchAll(/"id":"([\w-]+)","phase":"crashed"/g)) this.see(id);
				stream.text = stream.text.slice(-KEPT_CHARACTERS);
			});
			return stream;
		});
	}

	/** Resolves when the end of another round is published. */
	next(): Promise<void> {
		return new Promise((resolve) => {
			this.resolveNext = resolve;
		});
	}

	close(): void {
		for (const stream of this.streams) stream.close();
		this.resolveNext();
	}

	private see(id: string) {
		if (this.endedRounds.has(id)) return;
		this.endedRounds.add(id);
		this.resolveNext();
	}
}
