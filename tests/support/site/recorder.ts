import { setTimeout as sleep } from "node:timers/promises";
import { decodeData } from "../site/single-fetch";

/** Data that a viewer has received. */
export interface Recorded {
	/** `performance.now()` at its arrival. */
	at: number;
	from: string;
	text: string;
	/** The parsed text, if it is data. */
	values: unknown[];
}

/** Records everything that some viewers receive: streams, pages, data and cookies. */
export class Recorder {
	readonly recorded: Recorded[] = [];
	private readonly ended = new AbortController();
	private readonly listening: Promise<void>[] = [];

	constructor(private readonly origin: string) {}

	/** Records a stream, frame by frame. */
	listen(cookie: string, topics: string): void {
		this.listening.push(this.readStream(cookie, `/live?topics=${topics}`));
	}

	/** Requests URLs in turn, repeatedly. */
	visit(cookie: () => string, paths: () => readonly string[], pauseMs: number): void {
		this.listening.push(this.visitInTurn(cookie, paths, pauseMs));
	}

	/** @returns the recorded response. */
	async fetch(path: string, init: RequestInit = {}): Promise<Response> {
		const response = await fetch(this.origin + path, { ...init, redirect: "manual" });
		const bytes = await response.clone().arrayBuffer();
		const text = new TextDecoder().decode(bytes);
		const isData = path.includes(".data") && response.status < 300;
		this.add(path, text, isData ? [await decodeData(bytes)] : []);
		for (const cookie of response.headers.getSetCookie()) {
			this.add(
				`cookie of ${path}`,
				`${cookie} ${Buffer.from(cookie.split(/[=.]/)[1] ?? "", "base64url")}`,
				[],
			);
		}
		return response;
	}

	async end(): Promise<void> {
		this.ended.abort();
		await Promise.all(this.listening);
	}

	private add(from: string, text: string, values: unknown[]) {
		this.recorded.push({ at: performance.now(), from, text, values });
	}

	private async readStream(cookie: string, path: string) {
		try {
			const { signal } = this.ended;
			const { body } = await fetch(this.origin + path, { headers: { cookie }, signal });
			let rest = "";
			for await (const chunk of (body ?? []) as unknown as AsyncIterable<Uint8Array>) {
				const frames = (rest + Buffer.from(chunk).toString()).split("\n\n");
				rest = frames.pop() ?? "";
				for (const frame of frames) {
					const data = /^data:(.*)$/m.exec(frame)?.[1];
					this.add(/^event:(.*)$/m.exec(frame)?.[1] ?? path, frame, data ? [JSON.parse(data)] : []);
				}
			}
		} catch (error) {
			if (!this.ended.signal.aborted) throw error;
		}
	}

	private async visitInTurn(cookie: () => string, paths: () => readonly string[], pauseMs: number) {
		for (let turn = 0; !this.ended.signal.aborted; turn++) {
			const all = paths();
			const path = all[turn % all.length] ?? "/";
			await this.fetch(path, { headers: { cookie: `${cookie()}; age-verified=true`, accept: "text/html" } });
			await sleep(pauseMs);
		}
	}
}
