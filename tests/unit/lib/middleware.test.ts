import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { addMiddleware, currentContext, type Middleware, onRequest } from "~/lib/request-context.server";
import { eventually } from "../../support/eventually";
import { serve } from "../../support/http-server";

let origin: string;
/** The requests that reached the server's request listener. */
let reached: (string | undefined)[];
const closing: (() => unknown)[] = [];

const add = (middleware: Middleware) => closing.push(addMiddleware(middleware));

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

const get = async (path: string) => (await fetch(origin + path)).text();

it("a middleware answers requests before the server's request listener, including the first one", async () => {
	add(({ response }) => void response.end("at the middleware"));
	expect(await get("/first")).toBe("at the middleware");
	expect(await get("/second")).toBe("at the middleware");
	expect(reached).toEqual([]);
});

it("middlewares run in order after the request observers, and unanswered requests are passed on", async () => {
	const seen: string[] = [];
	closing.push(onRequest(() => void seen.push("observer")));
	add((_context, pass) => {
		seen.push("one");
		pass();
	});
	add(({ request, response }, pass) => {
		seen.push("two");
		if (request.url === "/two") response.end("two");
		else pass();
	});
	expect(await get("/two")).toBe("two");
	expect(await get("/x")).toBe("own /x");
	expect(seen).toEqual(["observer", "one", "two", "observer", "one", "two"]);
	expect(reached).toEqual(["/x"]);
});

it("a request that is passed on later keeps its context even if its connection has received the next request", async () => {
	const waiting: (() => void)[] = [];
	add((_context, pass) => void waiting.push(pass));
	const socket = connect(Number(new URL(origin).port), "127.0.0.1").setEncoding("utf8");
	closing.push(() => socket.destroy());
	await once(socket, "connect");
	let answer = "";
	socket.on("data", (text: string) => (answer += text));
	socket.write("GET /one HTTP/1.1\r\nHost: x\r\n\r\nGET /two HTTP/1.1\r\nHost: x\r\n\r\n");
	await eventually(() => expect(waiting).toHaveLength(2));
	expect(reached).toEqual([]);
	for (const pass of waiting) pass();
	await eventually(() => expect(answer).toContain("own /two"));
	expect(answer).toContain("own /one");
});

it("a request is passed on once even if its middleware calls pass repeatedly", async () => {
	add((_context, pass) => {
		pass();
		pass();
	});
	expect(await get("/once")).toBe("own /once");
	expect(reached).toEqual(["/once"]);
});

it("a removed middleware does not run", async () => {
	addMiddleware(({ response }) => void response.end("at the middleware"))();
	expect(await get("/x")).toBe("own /x");
});
