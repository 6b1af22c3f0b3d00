import { connect, type Socket } from "node:net";

const NEW_LINE = 10;
const CRASHED = '"phase":"crashed"';
/** Ticks are shorter, so only longer chunks are searched. */
const MIN_PHASE_BYTES = 80;
const BUFFER_BYTES = 64 * 1024;
/** Number of loopback addresses of the readers; each has about 28,000 ports. */
const ADDRESSES = 8;

/** A clock that is the same in all processes of the machine. */
export const clockNow = (): number => performance.timeOrigin + performance.now();

export interface Reading {
	/** Receives one or several whole frames; `at` is the time of {@link clockNow}. */
	onText?(text: string, at: number): void;
	onCrash(at: number): void;
	onClose(): void;
}

/** Shared by all readers of the process, which do not keep received data. */
const buffer = Buffer.alloc(BUFFER_BYTES);

/** A cheap client: it counts frames by their empty lines, and searches for the crash. */
export class Reader {
	frames = 0;
	bytes = 0;
	readonly opened: Promise<void>;
	readonly socket: Socket;
	#last = 0;

	/** @param request the raw head of the request. */
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
