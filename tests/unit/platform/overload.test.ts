import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createLog } from "~/platform/log.server";
import { guardAgainstOverload } from "~/platform/overload.server";
import { serve } from "./front-door.setup";

const FORMS_AT_A_TIME = 32;

let port: number;
/** What reached the server's own listener, by path. */
let reached: Map<string, ServerResponse>;
let guard: ReturnType<typeof guardAgainstOverload>;
const closing: (() => unknown)[] = [];

beforeEach(async () => {
	reached = new Map();
	guard = guardAgainstOverload({
		log: createLog({ LOG_LEVEL: "silent" }),
		config: { TRUSTED_PROXY_HOPS: 0 },
		laneOfRead: () => "page",
		answer: () => ({ headers: {}, body: "busy" }),
	});
	closing.push(guard.end);
	const server = await serve((request, response) => {
		reached.set(request.url ?? "", response);
		request.resume();
	});
	port = Number(new URL(server.origin).port);
	closing.push(server.close);
});
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close();
});

async function send(words: string): Promise<Socket> {
	const socket = connect(port, "127.0.0.1").setNoDelay();
	socket.on("error", () => {});
	closing.push(() => socket.destroy());
	await once(socket, "connect");
	socket.write(words);
	return socket;
}

const post = (path: string, length: number, body: string) =>
	`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n${body}`;
const arrived = (path: string) => vi.waitFor(() => expect([...reached.keys()]).toContain(path));

it("forms that are sent letter by letter hold no place, however many they are", async () => {
	const slow = [];
	for (let at = 0; at < FORMS_AT_A_TIME * 2; at += 1) slow.push(await send(post(`/slow/${at}`, 3, "a")));
	await send(post("/whole", 3, "abc"));
	await arrived("/whole");
	expect([...reached.keys()]).toEqual(["/whole"]);
	expect(guard.figures().underWay).toBe(1);

	slow[7]?.write("b");
	slow[7]?.write("c");
	await arrived("/slow/7");
	expect([...reached.keys()]).toEqual(["/whole", "/slow/7"]);
});

it("a form of nothing, in pieces or in one, is whole", async () => {
	await send("POST /none HTTP/1.1\r\nHost: x\r\n\r\n");
	await send(post("/empty", 0, ""));
	await send("POST /pieces HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n");
	for (const path of ["/none", "/empty", "/pieces"]) await arrived(path);
	expect(guard.figures().underWay).toBe(3);
});

it("a large one comes in its turn, is read as it comes, and holds no place for long", async () => {
	const size = 1024 * 1024;
	const socket = await send(post("/upload", size, "x".repeat(size / 2)));
	await arrived("/upload");
	expect(guard.figures().underWay).toBe(1);
	await vi.waitFor(() => expect(guard.figures().underWay).toBe(0), { timeout: 10_000 });
	socket.write("x".repeat(size / 2));
	reached.get("/upload")?.end("read");
	const [answer] = await once(socket.setEncoding("latin1"), "data");
	expect(answer).toContain("200 OK");
});

it("one that breaks off is never begun", async () => {
	const socket = await send(post("/broken", 3, "a"));
	socket.destroy();
	await send(post("/next", 1, "a"));
	await arrived("/next");
	expect([...reached.keys()]).toEqual(["/next"]);
});
