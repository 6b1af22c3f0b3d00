import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { shedLoad } from "~/http/load-shedding.server";
import { createLog } from "~/observability/log.server";
import { eventually } from "../../support/eventually";
import { serveBehind } from "../../support/serve-behind";

const PAGES_AT_A_TIME = 4;
const log = createLog({ LOG_LEVEL: "silent" });

let port: number;
/** The requests that have reached the server's request listener, in order. */
let reached: { path: string; response: ServerResponse }[];
let load: ReturnType<typeof shedLoad>;

beforeEach(async () => {
	reached = [];
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
	({ port } = await serveBehind([load.middleware], (request, response) => {
		reached.push({ path: request.url ?? "", response });
		request.resume();
	}));
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

it("pictures that wait for the object store hold up no stream and no API request", async () => {
	for (let at = 0; at < PAGES_AT_A_TIME; at++)
		await send(`/slot-images/${at}.webp`, { from: `10.1.0.${at}` });
	await eventually(() => expect(reached).toHaveLength(PAGES_AT_A_TIME));
	const others = ["/live?topics=points", "/api/v1/viewers"];
	for (const path of others) await send(path);
	await eventually(() => expect(paths().slice(PAGES_AT_A_TIME)).toEqual(others));
});

it("a missing file, a file with a query and a path that only starts like a stream's wait like a page", async () => {
	await fill();
	for (const [at, path] of ["/assets/none-1234.css", "/assets/root-1234.css?again=1", "/lively"].entries()) {
		await send(path);
		await eventually(() => expect(load.waiting()).toBe(at + 1));
	}
});

it("the ranges of one IPv6 network share the places of one client, and leave others theirs", async () => {
	await fill();
	// A third of the waiting requests: after each, less than half as many are held as are free.
	const SHARE = 167;
	for (let at = 0; at < SHARE; at += 1) await send("/store", { from: `2001:db8:7:${at.toString(16)}::1` });
	await eventually(() => expect(load.waiting()).toBe(SHARE));
	const beyond = await send("/store", { from: "2001:db8:7:ffff::1" });
	await eventually(() => expect(beyond.received).toContain("busy"));
	await send("/store", { from: "2001:db8:8::1" });
	await eventually(() => expect(load.waiting()).toBe(SHARE + 1));
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
