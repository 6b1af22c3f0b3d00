import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { shedLoad } from "~/http/load-shedding.server";
import { addMiddleware } from "~/lib/request-context.server";
import { createLog } from "~/observability/log.server";
import { eventually } from "../../support/eventually";
import { serve } from "../../support/http-server";

const PAGES_AT_A_TIME = 4;
const log = createLog({ LOG_LEVEL: "silent" });
const warnings = vi.spyOn(log, "warn");

let port: number;
/** The requests that have reached the server's request listener, in order. */
let reached: { path: string; response: ServerResponse }[];
let load: ReturnType<typeof shedLoad>;

beforeEach(async () => {
	reached = [];
	warnings.mockClear();
	load = shedLoad(
		{
			log,
			config: { TRUSTED_PROXY_HOPS: 1, RATE_LIMIT_SCALE: 1 },
			files: new Set(["/assets/root-1234.css"]),
			answerOf: () => ({ headers: { "X-Busy": "yes" }, body: "busy" }),
		},
		// No slot is freed because the machine is slow.
		{ outsideMs: 60_000 },
	);
	onTestFinished(addMiddleware(load.middleware));
	const server = await serve((request, response) => {
		reached.push({ path: request.url ?? "", response });
		request.resume();
	});
	port = Number(new URL(server.origin).port);
	onTestFinished(server.close);
});

async function send(path: string, { from = "10.0.0.1", head = "GET", rest = "" } = {}) {
	const socket = connect(port, "127.0.0.1").setEncoding("latin1");
	onTestFinished(() => void socket.destroy());
	await once(socket, "connect");
	const client = { socket, received: "" };
	socket.on("data", (text: string) => (client.received += text));
	socket.on("error", () => {});
	socket.write(`${head} ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\n${rest}\r\n`);
	return client;
}

const paths = () => reached.map(({ path }) => path);

/** Occupies all slots of pages. */
async function fill() {
	for (let at = 0; at < PAGES_AT_A_TIME; at++) await send(`/page-${at}`, { from: `10.1.0.${at}` });
	await eventually(() => expect(reached).toHaveLength(PAGES_AT_A_TIME));
}

it("a limited number of pages is rendered concurrently, and the others in the order of arrival", async () => {
	await fill();
	await send("/fifth");
	await eventually(() => expect(load.waiting()).toBe(1));
	await send("/sixth.data");
	await eventually(() => expect(load.waiting()).toBe(2));
	reached[2]?.response.end("done");
	await eventually(() => expect(paths().slice(4)).toEqual(["/fifth"]));
	reached[0]?.response.end("done");
	await eventually(() => expect(paths().slice(4)).toEqual(["/fifth", "/sixth.data"]));
});

it("files, forms, streams, pictures and checks never wait behind pages", async () => {
	await fill();
	await send("/waits");
	await eventually(() => expect(load.waiting()).toBe(1));
	const others = ["/assets/root-1234.css", "/live?topics=points", "/slot-images/mug.webp"];
	others.push("/api/image-proxy?name=x", "/healthz", "/metrics");
	for (const path of others) await send(path);
	const forms = ["/store", "/mini-games/crash"];
	for (const path of forms) await send(path, { head: "POST", rest: "Content-Length: 100\r\n" });
	await eventually(() => expect(new Set(paths().slice(4))).toEqual(new Set([...others, ...forms])));
});

it("a missing file, a file with a query and a path that only starts like a stream's wait like a page", async () => {
	await fill();
	for (const [at, path] of ["/assets/none-1234.css", "/assets/root-1234.css?again=1", "/lively"].entries()) {
		await send(path);
		await eventually(() => expect(load.waiting()).toBe(at + 1));
	}
});

it("requests of one address beyond its limit are rejected immediately, and no others", async () => {
	await fill();
	await Promise.all(Array.from({ length: 100 }, (_, at) => send(`/crowd-${at}`, { from: "10.2.0.1" })));
	await eventually(() => expect(load.waiting()).toBe(100));
	const rejected = await send("/one-too-many", { from: "10.2.0.1" });
	await eventually(() => expect(rejected.received).toContain("busy"));
	expect(rejected.received).toMatch(/^HTTP\/1\.1 503 .*\r\nX-Busy: yes\r\n/s);
	expect(rejected.received).toMatch(/\r\nRetry-After: [2-8]\r\n/);
	await send("/another", { from: "10.2.0.2" });
	await eventually(() => expect(load.waiting()).toBe(101));
	const again = await send("/one-more", { from: "10.2.0.1" });
	await eventually(() => expect(again.received).toContain("busy"));
	expect(warnings.mock.calls).toEqual([[{ event: "overloaded", rejected: 1, waiting: 100 }]]);
});

it("a client that disconnects while waiting is removed, and one that disconnects before the response frees its slot", async () => {
	await fill();
	const gone = await send("/gone");
	await eventually(() => expect(load.waiting()).toBe(1));
	gone.socket.destroy();
	await eventually(() => expect(load.waiting()).toBe(0));
	await send("/next");
	await eventually(() => expect(load.waiting()).toBe(1));
	reached[1]?.response.destroy();
	await eventually(() => expect(paths().at(-1)).toBe("/next"));
	expect(paths()).not.toContain("/gone");
});

it("a slot is freed when the response head is written, independent of how slowly the client reads", async () => {
	await fill();
	await send("/next");
	await eventually(() => expect(load.waiting()).toBe(1));
	reached[0]?.response.writeHead(200).write("the rest follows");
	await eventually(() => expect(paths().at(-1)).toBe("/next"));
});
