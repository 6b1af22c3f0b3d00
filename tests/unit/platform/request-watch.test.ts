import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createMetrics, type Metrics } from "~/platform/metrics.server";
import { currentExchange } from "~/platform/node-request.server";
import { type RequestWatch, watchRequests } from "~/platform/request-watch.server";
import { watchStatements } from "~/platform/statement-watch.server";
import { serve } from "./front-door.setup";

const SLOW_MS = 60;
const log = { warn: vi.fn(), error: vi.fn() };
let metrics: Metrics;
let watch: RequestWatch;
let server: Awaited<ReturnType<typeof serve>>;

beforeEach(async () => {
	log.warn.mockClear();
	metrics = createMetrics(log);
	const statements = watchStatements(log, metrics);
	const patternOf = (path: string) => (path.startsWith("/store/") ? "/store/:id" : path);
	watch = watchRequests({ log, metrics, statements, patternOf, slowMs: SLOW_MS });
	server = await serve(async (asked, response) => {
		const exchange = currentExchange();
		for await (const _ of asked);
		if (asked.url?.startsWith("/store/slow")) {
			statements.note("select 1", 30);
			statements.note("select 2", 12.4);
			await sleep(SLOW_MS + 20);
		}
		if (asked.url === "/away" && exchange) exchange.isTurnedAway = true;
		response.statusCode = asked.url === "/broken" ? 500 : asked.url === "/away" ? 503 : 200;
		response.end("done");
	});
});
afterEach(async () => {
	watch.stop();
	await server.close();
});

async function ask(path: string, init?: RequestInit) {
	await (await fetch(server.origin + path, init)).text();
	await vi.waitFor(() => expect(watch.open()).toBe(0));
}

it("counts requests by route and status, whatever the path and the query say", async () => {
	await ask("/store/mug?secret=1");
	await ask("/store/cup", { method: "POST", body: "x" });
	await ask("/store/jug", { method: "POST", body: "x" });
	await ask("/broken");
	const text = await metrics.text();
	expect(text).toContain('plateia_http_requests_total{method="GET",route="/store/:id",status="200"} 1\n');
	expect(text).toContain('plateia_http_requests_total{method="POST",route="/store/:id",status="200"} 2\n');
	expect(text).toContain('plateia_http_requests_total{method="GET",route="/broken",status="500"} 1\n');
	expect(text).toContain('plateia_http_request_duration_seconds_count{route="/store/:id"} 3\n');
	expect(text).not.toContain("secret");
	expect(watch.failed()).toBe(1);
});

it("logs a slow request once, with what it spent and without its query", async () => {
	await ask("/store/slow?token=1");
	expect(log.warn).toHaveBeenCalledExactlyOnceWith({
		event: "request-slow",
		requestId: expect.stringMatching(/^[\w-]{36}$/),
		method: "GET",
		path: "/store/slow",
		route: "/store/:id",
		status: 200,
		ms: expect.any(Number),
		bodyMs: expect.any(Number),
		statements: 2,
		databaseMs: 42,
		others: 0,
	});
});

it("does not blame the site for a client that takes its time to send", async () => {
	const sending = request(`${server.origin}/store/mug`, { method: "POST", headers: { "content-length": 2 } });
	const answered = new Promise((resolve) => sending.once("response", (got) => resolve(got.resume())));
	sending.write("a");
	await sleep(SLOW_MS + 20);
	sending.end("b");
	await answered;
	await vi.waitFor(() => expect(watch.open()).toBe(0));
	expect(log.warn).not.toHaveBeenCalled();
});

it("counts who was turned away apart, neither as a failure nor among the times", async () => {
	await ask("/away");
	expect([watch.turnedAway(), watch.failed()]).toEqual([1, 0]);
	expect(watch.durations.counts().every((count) => count === 0)).toBe(true);
	expect(await metrics.text()).toContain("plateia_http_requests_turned_away_total 1\n");
});

it("names what is under way and what has just ended, once", async () => {
	await ask("/store/mug");
	const [first, ...others] = watch.takeRecent();
	expect(first).toMatchObject({ method: "GET", path: "/store/mug" });
	expect(others).toEqual([]);
	expect(watch.takeRecent()).toEqual([]);
});
