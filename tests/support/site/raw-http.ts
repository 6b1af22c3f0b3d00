/** A client that sends raw bytes, including invalid HTTP. */
import { connect, type Socket } from "node:net";

export interface RawReply {
	/** The status of each response. */
	statuses: number[];
	text: string;
	/** Whether the site closed the connection; false after a timeout. */
	closed: boolean;
}

const WAIT_MS = 30_000;

/** Opens a connection to a site and sends `bytes`. The caller must close it. */
export function openSocket(origin: string, bytes: string | Buffer = ""): Socket {
	const socket = connect(Number(new URL(origin).port), "localhost");
	// The site may close the connection during a write.
	socket.on("error", () => {});
	socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
	return socket;
}

/** Sends `bytes` on a new connection. @returns the responses until the site closes it. */
export function sendRaw(origin: string, bytes: string | Buffer, waitMs = WAIT_MS): Promise<RawReply> {
	const socket = openSocket(origin, bytes);
	return new Promise((resolve) => {
		let text = "";
		let closed = false;
		const late = setTimeout(() => socket.destroy(), waitMs);
		socket.setEncoding("latin1").on("data", (more: string) => (text += more));
		socket.on("end", () => (closed = true));
		socket.once("close", (hadError) => {
			clearTimeout(late);
			const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
			resolve({ statuses, text, closed: closed || hadError });
		});
	});
}
