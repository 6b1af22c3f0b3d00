import { request } from "node:http";

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { currentContext } from "~/lib/request-context.server";
import { createMetrics, type Metrics } from "~/observability/metrics.server";
import { logRequests, type RequestLog } from "~/observability/request-log.server";
import { type StatementWatch, watchStatements } from "~/observability/statement-watch.server";
import { eventually } from "../../support/eventually";
import { serve } from "../../support/http-server";
import { testSite } from "../../support/test-site";

const SLOW_MS = 60_000;
const STATUSES: Readonly<Record<string, number>> = { "/broken": 500, "/away": 503, "/leader": 502 };
const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
let metrics: Metrics;
let statements: StatementWatch;
let watch: RequestLog;
let server: Awaited<ReturnType<typeof serve>>;
/** Time that passes without waiting, in ms. */
let passed = 0;

/** Starts the log with new metrics. */
function start() {
	metrics = createMetrics(log);
	statements = watchStatements(testSite({ log, metrics }));
	const patternOf = (path: string) =>
		path.startsWith("/store/") ? "/store/:id" : path.startsWith("/overlay/") ? "/overlay/:token" : path;
	const config = { TRUSTED_PROXY_HOPS: 0 };
	const now = () => performance.now() + passed;
	watch = logRequests({ ...testSite({ log, config, metrics }), statements, patternOf, slowMs: SLOW_MS, now });
}

beforeEach(async () => {
	vi.clearAllMocks();
	passed = 0;
	start();
	server = await serve(async (incoming, response) => {
		const context = currentContext();
		if (incoming.url === "/store/late") passed += SLOW_MS;
		for await (const _ of incoming);
		if (incoming.url?.startsWith("/store/slow")) {
			statements.record("select 1", 30);
			statements.record("select 2", 12.4);
			passed += SLOW_MS;
		}
		if (incoming.url === "/away" && context) context.isRejected = true;
		if (incoming.url === "/leader" && context) context.isElsewhere = true;
		response.statusCode = STATUSES[incoming.url ?? ""] ?? 200;
		response.end("done");
	});
});
afterEach(async () => {
	watch.stop();
	await server.close();
});

async function send(path: string, init?: RequestInit) {
	await (await fetch(server.origin + path, init)).text();
	await eventually(() => expect(watch.open()).toBe(0));
}

it("requests that another process has to answer or that are rejected as overloaded are no failures and have no duration", async () => {
	await send("/leader");
	await send("/away");
	const text = await metrics.text();
	expect(text).toContain('plateia_http_requests_total{method="GET",route="/leader",status="elsewhere"} 1\n');
	expect(text).toContain("plateia_http_requests_rejected_total 1\n");
	expect(text).not.toContain("plateia_http_request_duration_seconds_count");
	expect([watch.failed(), watch.rejected()]).toEqual([0, 1]);
	await send("/assets/entry.js");
	expect(log.info).not.toHaveBeenCalled();
	expect(log.debug.mock.calls.map(([{ path, status }]) => [path, status])).toEqual([
		["/leader", 502],
		["/away", 503],
		["/assets/entry.js", 200],
	]);
});

it("requests are counted by route and status, independent of path parameters and query", async () => {
	await send("/store/mug?secret=1");
	await send("/store/cup", { method: "POST", body: "x" });
	await send("/store/jug", { method: "POST", body: "x" });
	await send("/broken");
	const text = await metrics.text();
	expect(text).toContain('plateia_http_requests_total{method="GET",route="/store/:id",status="200"} 1\n');
	expect(text).toContain('plateia_http_requests_total{method="POST",route="/store/:id",status="200"} 2\n');
	expect(text).toContain('plateia_http_requests_total{method="GET",route="/broken",status="500"} 1\n');
	expect(text).toContain('plateia_http_request_duration_seconds_count{route="/store/:id"} 3\n');
	expect(text).not.toContain("secret");
	expect(watch.failed()).toBe(1);
});

it("a token in the path is not logged", async () => {
	await send("/overlay/secret?a=b");
	expect(log.info).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ path: "/overlay/:token" }));
	expect(watch.loggedPath("/overlay/secret")).toBe("/overlay/:token");
	expect(watch.loggedPath("/store/mug")).toBe("/store/mug");
});

it("a slow request is logged at warn, with the number and time of its SQL statements", async () => {
	await send("/store/slow?token=1");
	expect(log.warn).toHaveBeenCalledExactlyOnceWith({
		event: "request",
		requestId: expect.stringMatching(/^[\w-]{36}$/),
		method: "GET",
		path: "/store/slow",
		status: 200,
		ms: expect.any(Number),
		address: "127.0.0.1",
		slow: true,
		route: "/store/:id",
		statements: 2,
		databaseMs: 42,
		openRequests: 0,
	});
	expect(log.info).not.toHaveBeenCalled();
});

it("the duration starts at the arrival of a request whose body arrived with it, even if it is read late", async () => {
	await send("/store/late", { method: "POST", body: "x" });
	expect(log.warn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ path: "/store/late" }));
});

it("the duration does not include the time that a slow client takes to send", async () => {
	const sending = request(`${server.origin}/store/mug`, { method: "POST", headers: { "content-length": 2 } });
	const responded = new Promise((resolve) =>
		sending.once("response", (response) => resolve(response.resume())),
	);
	sending.write("a");
	await eventually(() => expect(watch.open()).toBe(1));
	passed += 2 * SLOW_MS;
	sending.end("b");
	await responded;
	await eventually(() => expect(watch.open()).toBe(0));
	expect(log.warn).not.toHaveBeenCalled();
	const [{ bodyMs }] = log.info.mock.calls[0] ?? [{}];
	expect(bodyMs).toBeGreaterThanOrEqual(SLOW_MS);
});
