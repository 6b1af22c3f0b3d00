/** A bare server, as a process of its own, that sends what the site sent: with `ws` or with `better-sse`. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";

export type Kind = "ws" | "better-sse";
export type Order = { do: "play"; frames: [number, string][] };

interface WebSockets {
	WebSocketServer: new (options: {
		server: ReturnType<typeof createServer>;
	}) => {
		clients: Set<{ send(data: Buffer, options: { binary: boolean }): void }>;
	};
}
interface BetterSse {
	createSession(request: IncomingMessage, response: ServerResponse): Promise<unknown>;
	createChannel(): { register(session: unknown): void; broadcast(data: unknown, event: string): void };
}

/** Where they are not installed with the site, a folder beside may have them. */
const folder = process.env.PLATEIA_BENCH_MODULES;
const require = createRequire(folder ? join(folder, "any.js") : import.meta.url);

const kind = process.argv[2] as Kind;
const server = createServer();

function prepare(): (text: string) => void {
	if (kind === "ws") {
		const { WebSocketServer } = require("ws") as WebSockets;
		const { clients } = new WebSocketServer({ server });
		return (text) => {
			const bytes = Buffer.from(text);
			for (const client of clients) client.send(bytes, { binary: false });
		};
	}
	const { createSession, createChannel } = require("better-sse") as BetterSse;
	const channel = createChannel();
	server.on("request", async (request, response) => {
		channel.register(await createSession(request, response));
		response.write("retry:2000\n\n");
	});
	return (text) => {
		for (const [, event = "", json = ""] of text.matchAll(/event:(.*)\ndata:(.*)\n\n/g))
			channel.broadcast(JSON.parse(json), event);
	};
}

const send = prepare();
server.listen(0, () => {
	const address = server.address();
	process.send?.({ port: typeof address === "object" ? address?.port : undefined });
});
process.on("message", ({ frames }: Order) => {
	for (const [after, text] of frames) setTimeout(() => send(text), after);
});
process.on("disconnect", () => process.exit());
