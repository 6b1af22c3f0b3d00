/**
 * A minimal server in a separate process that forwards each frame of the site's stream immediately, with `ws` or
 * `better-sse`. `relay.ts KIND PORT-OF-THE-SITE`
 */
import { createServer } from "node:http";
import { createChannel, createSession } from "better-sse";
import { WebSocketServer } from "ws";
import { Reader } from "./reader";

export type Kind = "ws" | "better-sse";

const [kind, sitePort] = process.argv.slice(2) as [Kind, string];
const server = createServer();

function prepare(): (frame: string) => void {
	if (kind === "ws") {
		const { clients } = new WebSocketServer({ server });
		return (frame) => {
			const bytes = Buffer.from(frame);
			for (const client of clients) client.send(bytes, { binary: false });
		};
	}
	const channel = createChannel();
	server.on("request", async (request, response) => {
		channel.register(await createSession(request, response));
		response.write("retry:2000\n\n");
	});
	return (frame) => {
		const [, event = "", json = ""] = /event:(.*)\ndata:(.*)\n\n/.exec(frame) ?? [];
		if (event) channel.broadcast(JSON.parse(json), event);
	};
}

const send = prepare();
let rest = "";
const request = `GET /live?topics=live-crash HTTP/1.1\r\nHost: localhost:${sitePort}\r\n\r\n`;
new Reader(0, Number(sitePort), request, {
	onText(text) {
		const frames = (rest + text).split(/(?<=\n\n)/);
		rest = frames.at(-1)?.endsWith("\n\n") ? "" : (frames.pop() ?? "");
		for (const frame of frames) send(frame);
	},
	onCrash: () => {},
	onClose: () => {},
});
server.listen(0, () => {
	const address = server.address();
	process.send?.({ port: typeof address === "object" ? address?.port : undefined });
});
process.on("disconnect", () => process.exit());
