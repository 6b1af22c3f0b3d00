import type { RequestListener } from "node:http";
import { beforeEach, expect, it } from "vitest";
import { createOutgoingFetch } from "~/http/outgoing-fetch.server";
import { FetchRefused } from "~/http/safe-fetch.server";
import { openForEachTest } from "../../support/for-each-test";
import { serve } from "../../support/http-server";

let answer: RequestListener;
let requests: number;
const server = openForEachTest(() =>
	serve((incoming, response) => {
		requests++;
		answer(incoming, response);
	}),
);
let origin: string;

beforeEach(() => {
	requests = 0;
	answer = (_request, response) => response.end("hello");
	({ origin } = server);
});

const request = (signal = AbortSignal.timeout(20_000)) => ({
	headers: { accept: "text/plain" },
	redirect: "manual" as const,
	signal,
});
/** Treats this machine as a public address. */
const reaching = () => createOutgoingFetch(new Set(), (ip) => ip === "127.0.0.1");

it("returns status, headers and body, and follows no redirect", async () => {
	const fetcher = reaching();
	const good = await fetcher(`${origin}/a`, request());
	expect([good.status, await good.text()]).toEqual([200, "hello"]);
	answer = (_request, response) => response.writeHead(302, { location: "/b", "retry-after": "3" }).end();
	const redirected = await fetcher(`${origin}/a`, request());
	expect([redirected.status, redirected.headers.get("retry-after")]).toEqual([302, "3"]);
	answer = (_request, response) => response.writeHead(204).end();
	expect((await fetcher(`${origin}/a`, request())).body).toBeNull();
});

it("sends the method, the headers and the body", async () => {
	let got: unknown;
	answer = async (incoming, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of incoming) chunks.push(chunk as Buffer);
		got = [incoming.method, incoming.headers["x-test"], Buffer.concat(chunks).toString()];
		response.end();
	};
	await reaching()(origin, { ...request(), method: "POST", headers: { "x-test": "1" }, body: "ação" });
	expect(got).toEqual(["POST", "1", "ação"]);
});

it.each(["http://127.0.0.1:PORT/", "file:///etc/passwd"])("does not connect to %s", async (address) => {
	const url = address.replace("PORT", new URL(origin).port);
	const fetching = createOutgoingFetch(new Set())(url, request());
	await expect(fetching).rejects.toMatchObject({ name: "TypeError", cause: expect.any(FetchRefused) });
	expect(requests).toBe(0);
});

it("reaches a private address whose origin is trusted", async () => {
	const response = await createOutgoingFetch(new Set([origin]))(`${origin}/a`, request());
	expect(await response.text()).toBe("hello");
});

it("refuses a compressed answer", async () => {
	answer = (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x");
	await expect(reaching()(origin, request())).rejects.toMatchObject({
		cause: { message: "the answer is compressed" },
	});
});

it("accepts an answer to a POST whatever its encoding, and one that says it has none", async () => {
	answer = (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("x");
	const posted = await reaching()(origin, { ...request(), method: "POST", body: "{}" });
	expect([posted.status, await posted.text()]).toEqual([200, ""]);
	answer = (_request, response) => response.writeHead(200, { "content-encoding": "identity" }).end("x");
	expect(await (await reaching()(origin, request())).text()).toBe("x");
});

it("closes the connection of an answer with an impossible status", async () => {
	let closed = Promise.resolve();
	answer = (_request, response) => {
		closed = new Promise((resolve) => response.on("close", () => resolve()));
		response.writeHead(700).write("x");
	};
	await expect(reaching()(origin, request())).rejects.toMatchObject({ name: "TypeError" });
	await closed;
});

it("rejects with the reason of the signal", async () => {
	const controller = new AbortController();
	answer = () => controller.abort(new DOMException("late", "TimeoutError"));
	await expect(reaching()(origin, request(controller.signal))).rejects.toMatchObject({
		name: "TimeoutError",
	});
	await expect(reaching()(origin, request(controller.signal))).rejects.toMatchObject({
		name: "TimeoutError",
	});
});
