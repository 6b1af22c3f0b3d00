import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Exchange, onRequest } from "~/platform/node-request.server";
import { serve } from "./front-door.setup";

let exchanges: Exchange[];
let bodies: string[];
let port: number;
const closing: (() => unknown)[] = [];

beforeEach(async () => {
	exchanges = [];
	bodies = [];
	closing.push(onRequest((exchange) => exchanges.push(exchange)));
	const server = await serve(async (request, response) => {
		bodies.push(await text(request).catch(() => "aborted"));
		response.end("read");
	});
	port = Number(new URL(server.origin).port);
	closing.push(server.close);
});
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close();
});

async function open(): Promise<Socket> {
	const socket = connect(port, "127.0.0.1").setNoDelay();
	await once(socket, "connect");
	closing.push(() => socket.destroy());
	return socket;
}

const exchangeOf = async (index = 0): Promise<Exchange> => {
	await vi.waitFor(() => expect(exchanges.length).toBeGreaterThan(index));
	return exchanges[index] as Exchange;
};

const HEAD = "POST /x HTTP/1.1\r\nHost: x\r\n";

it.each([
	["GET", "GET /x HTTP/1.1\r\nHost: x\r\n\r\n", ""],
	["a body of known length", `${HEAD}Content-Length: 5\r\n\r\nstake`, "stake"],
	["a body in chunks", `${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\nstake\r\n0\r\n\r\n`, "stake"],
	["no body", `${HEAD}Content-Length: 0\r\n\r\n`, ""],
])("has arrived whole with its head: %s in one packet", async (_what, packet, body) => {
	const socket = await open();
	socket.write(packet);
	const exchange = await exchangeOf();
	await vi.waitFor(() => expect(bodies).toEqual([body]));
	expect(exchange.wholeAt).toBeGreaterThanOrEqual(exchange.arrivedAt);
	expect((exchange.wholeAt ?? Infinity) - exchange.arrivedAt).toBeLessThan(20);
});

it.each([
	["of known length", "Content-Length: 5\r\n\r\nst", ["a", "ke"]],
	["in chunks", "Transfer-Encoding: chunked\r\n\r\n2\r\nst\r\n", ["3\r\nake\r\n", "0\r\n\r\n"]],
])("has arrived whole with the last byte of its body, not before: %s", async (_what, first, rest) => {
	const socket = await open();
	socket.write(HEAD + first);
	const exchange = await exchangeOf();
	for (const part of rest) {
		await sleep(40);
		expect(exchange.wholeAt).toBeUndefined();
		socket.write(part);
	}
	const sentAt = performance.now();
	await vi.waitFor(() => expect(bodies).toEqual(["stake"]));
	expect(exchange.wholeAt).toBeGreaterThanOrEqual(sentAt - 1);
	expect(exchange.wholeAt).toBeGreaterThan(exchange.arrivedAt + 70);
});

it("never arrives whole when the connection ends before", async () => {
	const socket = await open();
	socket.write(`${HEAD}Content-Length: 5\r\n\r\nst`);
	const exchange = await exchangeOf();
	socket.destroy();
	await once(exchange.response, "close");
	expect(exchange.wholeAt).toBeUndefined();
});

it("tells the requests of one connection apart", async () => {
	const socket = await open();
	socket.write(`${HEAD}Content-Length: 3\r\n\r\none${HEAD}Content-Length: 3\r\n\r\n`);
	const [first, second] = [await exchangeOf(0), await exchangeOf(1)];
	await vi.waitFor(() => expect(bodies).toEqual(["one"]));
	expect(first.wholeAt).toBeDefined();
	expect(second.wholeAt).toBeUndefined();
	socket.write("two");
	await vi.waitFor(() => expect(bodies).toEqual(["one", "two"]));
	expect(second.wholeAt).toBeGreaterThan(first.wholeAt ?? Infinity);
});

it("leaves the request as Node made it", async () => {
	const socket = await open();
	socket.write(`${HEAD}Content-Length: 5\r\n\r\nstake`);
	const { request } = await exchangeOf();
	await vi.waitFor(() => expect(bodies).toEqual(["stake"]));
	expect(Object.hasOwn(request as IncomingMessage, "push")).toBe(false);
});
