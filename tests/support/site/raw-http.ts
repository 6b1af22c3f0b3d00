/** A client that says what no HTTP library would. */
import { connect, type Socket } from "node:net";

export interface Heard {
	/** The status of each answer that came. */
	statuses: number[];
	text: string;
	/** The site has closed the connection, or it was waited for in vain. */
	closed: boolean;
}

const WAIT_MS = 5000;

/** Opens a connection to a site and says `words`; whoever opens it ends it. */
export function openSocket(origin: string, words: string | Buffer = ""): Socket {
	const socket = connect(Number(new URL(origin).port), "localhost");
	// The site may close it while it is written to.
	socket.on("error", () => {});
	socket.write(typeof words === "string" ? Buffer.from(words, "latin1") : words);
	return socket;
}

/** Says `words` on a connection of its own. @returns what is heard until the site closes it. */
export function say(origin: string, words: string | Buffer, waitMs = WAIT_MS): Promise<Heard> {
	const socket = openSocket(origin, words);
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
