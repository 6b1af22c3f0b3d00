import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { addMiddleware, currentContext, type Middleware, onRequest } from "~/lib/request-context.server";
import { serve } from "../forms/create-action.setup";

let origin: string;
/** The requests that reached the server's own listener. */
let reached: (string | undefined)[];
const closing: (() => unknown)[] = [];

const put = (middleware: Middleware) => closing.push(addMiddleware(middleware));

beforeEach(async () => {
	reached = [];
	const server = await serve((request, response) => {
		reached.push(request.url);
		response.end(`own ${currentContext()?.request.url}`);
	});
	origin = server.origin;
	closing.push(server.close);
});
afterEach(async () => {
	for (const close of closing.splice(0).reverse()) await close();
});

const ask = async (path: string) => (await fetch(origin + path)).text();

it("answers a request before the server's own listener sees it, including a server's first request", async () => {
	put(({ response }) => void response.end("at the middleware"));
	expect(await ask("/first")).toBe("at the middleware");
	expect(await ask("/second")).toBe("at the middleware");
	expect(reached).toEqual([]);
});

it("runs middlewares in order, after the request listeners, and passes on what none of them answers", async () => {
	const seen: string[] = [];
	closing.push(onRequest(() => void seen.push("listener")));
	put((_exchange, pass) => {
		seen.push("one");
		pass();
	});
	put(({ request, response }, pass) => {
		seen.push("two");
		if (request.url === "/two") response.end("two");
		else pass();
	});
	expect(await ask("/two")).toBe("two");
	expect(await ask("/x")).toBe("own /x");
	expect(seen).toEqual(["listener", "one", "two", "listener", "one", "two"]);
	expect(reached).toEqual(["/x"]);
});

it("keeps the context of a request that is passed on later, although its connection has read the next request", async () => {
	const waiting: (() => void)[] = [];
	put((_exchange, pass) => void waiting.push(pass));
	const socket = connect(Number(new URL(origin).port), "127.0.0.1").setEncoding("utf8");
	closing.push(() => socket.destroy());
	await once(socket, "connect");
	let answer = "";
	socket.on("data", (text: string) => (answer += text));
	socket.write("GET /one HTTP/1.1\r\nHost: x\r\n\r\nGET /two HTTP/1.1\r\nHost: x\r\n\r\n");
	await vi.waitFor(() => expect(waiting).toHaveLength(2));
	expect(reached).toEqual([]);
	for (const pass of waiting) pass();
	await vi.waitFor(() => expect(answer).toContain("own /two"));
	expect(answer).toContain("own /one");
});

it("passes a request on once, even if its middleware calls pass repeatedly", async () => {
	put((_exchange, pass) => {
		pass();
		pass();
	});
	expect(await ask("/once")).toBe("own /once");
	expect(reached).toEqual(["/once"]);
});

it("does not run after its removal", async () => {
	addMiddleware(({ response }) => void response.end("at the middleware"))();
	expect(await ask("/x")).toBe("own /x");
});
