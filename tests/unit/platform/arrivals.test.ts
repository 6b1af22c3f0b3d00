import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { trackArrivals } from "~/platform/arrivals.server";
import { createLog } from "~/platform/log.server";
import { serve } from "./front-door.setup";

const log = createLog({ LOG_LEVEL: "silent" });
const warnings = vi.spyOn(log, "warn");

let responses: Map<string, ServerResponse>;
let port: number;
const closing: (() => unknown)[] = [];

const track = (mostMs?: number) =>
	trackArrivals({ isTracked: ({ method }) => method === "POST", log, ...(mostMs && { mostMs }) });

beforeEach(async () => {
	warnings.mockClear();
	responses = new Map();
	const server = await serve((request, response) => void responses.set(request.url ?? "", response));
	port = Number(new URL(server.origin).port);
	closing.push(server.close);
});
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close();
});

async function send(packet: string): Promise<Socket> {
	const socket = connect(port, "127.0.0.1").setNoDelay();
	closing.push(() => socket.destroy());
	await once(socket, "connect");
	socket.write(packet);
	return socket;
}

const post = (path: string, body = "x") =>
	`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n${body}`;

async function responseTo(path: string): Promise<ServerResponse> {
	await vi.waitFor(() => expect([...responses.keys()]).toContain(path));
	// The end of a message is parsed after the listener has run.
	await sleep(1);
	return responses.get(path) as ServerResponse;
}

/** Whether the promise resolves within a short while. */
const isSettled = (promise: Promise<unknown>) =>
	Promise.race([promise.then(() => true), sleep(30).then(() => false)]);

it("has nothing to wait for when nothing is asked", async () => {
	const arrivalsBefore = track();
	expect(await isSettled(arrivalsBefore(performance.now()))).toBe(true);
});

it("waits for the answer of a request that had arrived whole", async () => {
	const arrivalsBefore = track();
	await send(post("/cash-out"));
	const response = await responseTo("/cash-out");
	const waiting = arrivalsBefore(performance.now());
	expect(await isSettled(waiting)).toBe(false);
	response.end("paid");
	await waiting;
	expect(await isSettled(arrivalsBefore(performance.now())), "nor for one that has its answer").toBe(true);
});

it("does not wait for one that came after the moment, or is not whole", async () => {
	const arrivalsBefore = track();
	const moment = performance.now();
	await sleep(2);
	await send(post("/later"));
	await send(post("/held-back", ""));
	await Promise.all([responseTo("/later"), responseTo("/held-back")]);
	expect(await isSettled(arrivalsBefore(moment))).toBe(true);
	expect(await isSettled(arrivalsBefore(performance.now())), "the whole one counts now").toBe(false);
});

it("counts one from its last byte, however early its head came", async () => {
	const arrivalsBefore = track();
	const socket = await send(post("/held-back", ""));
	await responseTo("/held-back");
	const moment = performance.now();
	await sleep(2);
	socket.write("x");
	await sleep(20);
	expect(await isSettled(arrivalsBefore(moment))).toBe(true);
	expect(await isSettled(arrivalsBefore(performance.now()))).toBe(false);
});

it("does not wait for requests that are not tracked", async () => {
	const arrivalsBefore = track();
	await send("GET /page HTTP/1.1\r\nHost: x\r\n\r\n");
	await responseTo("/page");
	expect(await isSettled(arrivalsBefore(performance.now()))).toBe(true);
});

it("does not wait for one whose client has left", async () => {
	const arrivalsBefore = track();
	const socket = await send(post("/cash-out"));
	const response = await responseTo("/cash-out");
	const waiting = arrivalsBefore(performance.now());
	socket.destroy();
	await once(response, "close");
	await waiting;
});

it("is content with a decided answer, even one that waits behind another of its connection", async () => {
	const arrivalsBefore = track();
	await send(`GET /endless HTTP/1.1\r\nHost: x\r\n\r\n${post("/cash-out")}`);
	(await responseTo("/cash-out")).end("paid");
	expect(await isSettled(arrivalsBefore(performance.now()))).toBe(true);
});

it("gives up after a while, with a warning that names who was late", async () => {
	const arrivalsBefore = track(50);
	await send(post("/cash-out"));
	await responseTo("/cash-out");
	const since = performance.now();
	await arrivalsBefore(since);
	expect(performance.now() - since).toBeGreaterThan(45);
	expect(warnings).toHaveBeenCalledExactlyOnceWith({
		event: "answers-late",
		requestIds: [expect.stringMatching(/^[0-9a-f-]{36}$/)],
	});
});
