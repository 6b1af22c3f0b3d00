import { connect, type Socket } from "node:net";

const NEW_LINE = 10;
const CRASHED = '"phase":"crashed"';
/** A tick is shorter: only longer pieces are looked through. */
const MIN_PHASE_BYTES = 80;
const BUFFER_BYTES = 64 * 1024;
/** From how many addresses of this machine the readers come: each has some 28,000 ports. */
const ADDRESSES = 8;

/** The clock of this machine, the same in all its processes. */
export const clockNow = (): number => performance.timeOrigin + performance.now();

export interface Reading {
	/** A whole frame, or several; `at` as {@link clockNow}. */
	onText?(text: string, at: number): void;
	onCrash(at: number): void;
	onClose(): void;
}

/** All readers of a process share one buffer: what came is looked at, and forgotten. */
const buffer = Buffer.alloc(BUFFER_BYTES);

/** A client that costs little: it counts what ends with an empty line, and looks for the crash. */
export class Reader {
	frames = 0;
	bytes = 0;
	readonly opened: Promise<void>;
	readonly socket: Socket;
	#last = 0;

	/** @param request the head of the request, as it goes over the wire. */
	constructor(index: number, port: number, request: string, reading: Reading) {
		const socket = connect({
			port,
			host: "127.0.0.1",
			localAddress: `127.0.0.${2 + (index % ADDRESSES)}`,
			onread: {
				buffer,
				callback: (size, bytes) => this.#read(bytes as Buffer, size, reading),
			},
		});
		this.socket = socket;
		this.opened = new Promise((resolve, reject) => {
			this.#onFirst = resolve;
			socket.once("error", reject);
		});
		socket.on("connect", () => socket.write(request));
		socket.on("error", () => {});
		socket.on("close", () => reading.onClose());
	}

	#onFirst: () => void = () => {};

	#read(bytes: Buffer, size: number, reading: Reading): boolean {
		this.bytes += size;
		let last = this.#last;
		for (let i = 0; i < size; i += 1) {
			const byte = bytes[i] ?? 0;
			if (byte === NEW_LINE && last === NEW_LINE) this.frames += 1;
			last = byte;
		}
		this.#last = last;
		if (size >= MIN_PHASE_BYTES && bytes.subarray(0, size).includes(CRASHED)) reading.onCrash(clockNow());
		reading.onText?.(bytes.toString("utf8", 0, size), clockNow());
		this.#onFirst();
		return true;
	}
}
