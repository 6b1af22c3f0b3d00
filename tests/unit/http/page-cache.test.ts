import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createPageCache } from "~/http/page-cache.server";
import type { RequestContext } from "~/lib/request-context.server";

let time: number;
let shown: unknown[];
let cache: ReturnType<typeof createPageCache>;

beforeEach(() => {
	vi.useFakeTimers();
	time = 1000;
	shown = [];
	cache = createPageCache({
		keyOf: ({ url }) => (url === "/own" ? undefined : url),
		onShared: ({ request }) => void shown.push(request.url),
		now: () => time,
	});
});
afterEach(() => void vi.useRealTimers());

/** Sends one request through the cache. */
function ask(url = "/store") {
	const answer = { headers: {} as Record<string, unknown>, body: undefined as Buffer | undefined, passed: 0 };
	const response = Object.assign(new EventEmitter(), {
		destroyed: false,
		setHeaders(headers: Headers) {
			Object.assign(answer.headers, Object.fromEntries(headers));
			return this;
		},
		end(body: Buffer) {
			answer.body = body;
		},
	});
	const context = { request: { url, method: "GET" }, response } as unknown as RequestContext;
	cache.middleware(context, () => {
		answer.passed += 1;
	});
	return {
		answer,
		render(text: string, { status = 200, ...headers }: { status?: number; [header: string]: unknown } = {}) {
			const page = {
				status,
				headers: new Headers(headers as Record<string, string>),
				body: Buffer.from(text),
			};
			cache.offer(context, page);
		},
		close() {
			response.destroyed = true;
			response.emit("close");
		},
	};
}

function renderOnce(text: string) {
	const first = ask();
	expect(first.answer.passed).toBe(1);
	first.render(text, { "x-policy": "hash" });
	return first;
}

const isRendered = (url?: string) => ask(url).answer.passed === 1;
const textOf = ({ answer }: ReturnType<typeof ask>) => answer.body?.toString();

describe("a cached page", () => {
	it("is sent with the same headers and bytes to the next requests, and counted as a view", () => {
		renderOnce("mug");
		const [one, other] = [ask(), ask()];
		expect(one.answer).toMatchObject({
			passed: 0,
			headers: { "x-policy": "hash" },
			body: Buffer.from("mug"),
		});
		expect(other.answer.body).toBe(one.answer.body);
		expect(shown).toEqual(["/store", "/store"]);
		expect(cache.counts()).toEqual({ hits: 2, misses: 1, shared: 0, pages: 1 });
	});

	it("is served for its key only; a request without a key is always rendered", () => {
		renderOnce("mug");
		expect(isRendered("/slots")).toBe(true);
		expect([isRendered("/own"), isRendered("/own")]).toEqual([true, true]);
	});

	it("lives one second from the start of its render", () => {
		const first = ask();
		time += 600;
		first.render("mug");
		time += 399;
		expect(isRendered()).toBe(false);
		time += 1;
		expect(isRendered()).toBe(true);
	});

	it.each([
		["sets a cookie", "mug", { "Set-Cookie": "a=b" }],
		["failed", "broken", { status: 500 }],
		["was not found", "missing", { status: 404 }],
		["redirects", "", { status: 302 }],
		["was overloaded", "busy", { status: 503 }],
		["is too large", "x".repeat(100_001), {}],
	])("is no page that %s", (_, text, about) => {
		ask().render(text, about);
		expect(isRendered()).toBe(true);
	});

	it("is evicted when there are more than 100, the oldest first", () => {
		for (let page = 0; page <= 100; page += 1) ask(`/slots?page=${page}`).render("slots");
		expect(cache.counts().pages).toBe(100);
		expect(isRendered("/slots?page=100")).toBe(false);
		expect(isRendered("/slots?page=0")).toBe(true);
	});
});

describe("while a page is rendered", () => {
	it("requests for it wait and get the same bytes", () => {
		const first = ask();
		const others = [ask(), ask()];
		expect(others.map(({ answer }) => answer.passed)).toEqual([0, 0]);
		first.render("mug");
		expect(others.map(textOf)).toEqual(["mug", "mug"]);
		expect(cache.counts()).toMatchObject({ misses: 1, shared: 2 });
	});

	it("for longer than a second, a new request starts a render; neither loses its waiting requests", () => {
		const slow = ask();
		const waiting = ask();
		time += 1000;
		const next = ask();
		const waitingForNext = ask();
		expect(next.answer.passed).toBe(1);
		slow.render("old");
		expect([waiting, waitingForNext].map(textOf)).toEqual(["old", undefined]);
		next.render("new");
		expect(textOf(waitingForNext)).toBe("new");
		expect(textOf(ask())).toBe("new");
	});

	it.each([
		["its client leaves", (one: ReturnType<typeof ask>) => one.close()],
		["it fails", (one: ReturnType<typeof ask>) => one.render("broken", { status: 500 })],
		["it is not found", (one: ReturnType<typeof ask>) => one.render("missing", { status: 404 })],
		["it redirects", (one: ReturnType<typeof ask>) => one.render("", { status: 302 })],
		["it sets a cookie", (one: ReturnType<typeof ask>) => one.render("mug", { "Set-Cookie": "a=b" })],
		["it is too large", (one: ReturnType<typeof ask>) => one.render("x".repeat(100_001))],
		["it does not end within five seconds", () => vi.advanceTimersByTime(5000)],
	])("and %s, the waiting requests are rendered one by one, and later ones share again", (_, end) => {
		const first = ask();
		const waiting = ask();
		end(first);
		expect(waiting.answer).toMatchObject({ passed: 1, body: undefined });
		// These pages are too late to be cached, or belong to a request without a shared render.
		first.render("late");
		waiting.render("own");
		expect(isRendered()).toBe(true);
		expect(isRendered()).toBe(false);
	});

	it("a waiting request whose client has disconnected gets nothing", () => {
		const first = ask();
		const waiting = ask();
		waiting.close();
		first.render("mug");
		expect(waiting.answer).toMatchObject({ passed: 0, body: undefined });
		expect(shown).toEqual([]);
	});
});
