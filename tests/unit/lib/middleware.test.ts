import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { reportFaults } from "~/lib/guarded";
import {
	addMiddleware,
	clientAddress,
	currentContext,
	type Middleware,
	onRequest,
	type RequestContext,
} from "~/lib/request-context.server";
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

describe("an exception", () => {
	const FAULT = new Error("a fault");
	let reported: unknown[];
	beforeEach(() => {
		reported = [];
		reportFaults((error) => reported.push(error));
	});
	afterEach(() => reportFaults((error) => console.error(error)));

	const fails = (): never => {
		throw FAULT;
	};

	it.each<[string, () => void]>([
		["in a middleware", () => add(fails)],
		["in an asynchronous middleware", () => add(async () => fails())],
		[
			"in a middleware to which the request is passed on later",
			() => {
				add((_context, pass) => void setImmediate(pass));
				add(fails);
			},
		],
		["in a listener for requests", () => closing.push(onRequest(fails))],
	])("%s is reported, the request is answered with 500, and others are served", async (_where, fail) => {
		fail();
		const response = await fetch(`${origin}/x`);
		expect(response.status).toBe(500);
		expect(response.headers.get("connection")).toBe("close");
		expect(await response.text()).toBe("");
		expect(reported).toEqual([FAULT]);
		expect(reached).toEqual([]);
		for (const close of closing.splice(1).reverse()) close();
		expect(await get("/y")).toBe("own /y");
	});

	it("after the head of the answer closes the connection", async () => {
		add(({ response }) => {
			response.writeHead(200, { "Content-Length": 10 });
			response.write("half");
			fails();
		});
		await expect(get("/x")).rejects.toThrow();
		expect(reported).toEqual([FAULT]);
	});
});

it("the address of a client is known after its body was left unread, which takes the connection from the request", async () => {
	let context: RequestContext | undefined;
	add(async (current) => {
		context = current;
		for await (const _ of current.request) break;
		current.response.end();
	});
	await fetch(`${origin}/x`, { method: "POST", body: "x" });
	expect(context?.request.socket).toBe(null);
	expect(context && clientAddress(context, 0)).toBe("127.0.0.1");
});
