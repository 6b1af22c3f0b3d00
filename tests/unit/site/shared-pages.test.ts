import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { reportFaults } from "~/lib/guarded";
import type { RequestContext } from "~/lib/request-context.server";
import type { Pages } from "~/site/pages.server";
import { sharedPageKey, shareVisitorPages } from "~/site/shared-pages.server";

const VISITOR = { "accept-encoding": "gzip, br", cookie: "age-verified=true; language=en" };

/** The parameter `page` of the store is shared, as are all queries of the slots. */
const isShared = (path: string, query: string) =>
	path === "/slots" || (path === "/store" && (query === "" || query === "?page=2"));

let time: number;
let views: unknown[];
let cache: ReturnType<typeof shareVisitorPages>;

beforeEach(async () => {
	vi.useFakeTimers();
	time = 1000;
	views = [];
	const pages = { isShared, openToAllAges: new Set() } as unknown as Pages;
	cache = shareVisitorPages([], (_event, path) => void views.push(path), {
		read: async () => pages,
		now: () => time,
	});
	expect(send().answer.passed, "the declarations of the pages are not read yet").toBe(1);
	await Promise.resolve();
});
afterEach(() => void vi.useRealTimers());

/** Sends one request through the cache. */
function send(url = "/store") {
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
	const context = {
		request: { url, method: "GET", headers: VISITOR },
		response,
	} as unknown as RequestContext;
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
		/** Lets the answer fail. */
		fail(error: Error) {
			response.end = () => {
				throw error;
			};
		},
		close() {
			response.destroyed = true;
			response.emit("close");
		},
	};
}

function renderOnce(text: string) {
	const first = send();
	expect(first.answer.passed).toBe(1);
	first.render(text, { "x-policy": "hash" });
	return first;
}

const isRendered = (url?: string) => send(url).answer.passed === 1;
const textOf = ({ answer }: ReturnType<typeof send>) => answer.body?.toString();

describe("a cached page", () => {
	it("is sent with the same headers and bytes to the next requests, each counted as a view", () => {
		renderOnce("mug");
		const [one, other] = [send(), send()];
		expect(one.answer).toMatchObject({
			passed: 0,
			headers: { "x-policy": "hash" },
			body: Buffer.from("mug"),
		});
		expect(other.answer.body).toBe(one.answer.body);
		expect(views).toEqual(["/store", "/store"]);
		expect(cache.counts()).toEqual({ hits: 2, misses: 1, shared: 0, pages: 1 });
	});

	it("is served for its key only; a request without a key is always rendered", () => {
		renderOnce("mug");
		expect(isRendered("/slots")).toBe(true);
		expect([isRendered("/points"), isRendered("/points")]).toEqual([true, true]);
	});

	it("expires one second after the start of its render", () => {
		const first = send();
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
		["is too large", "x".repeat(100_001), {}],
	])("cannot be a page that %s", (_, text, about) => {
		send().render(text, about);
		expect(isRendered()).toBe(true);
	});

	it("is evicted if there are more than 100, the oldest first", () => {
		for (let page = 0; page <= 100; page += 1) send(`/slots?page=${page}`).render("slots");
		expect(cache.counts().pages).toBe(100);
		expect(isRendered("/slots?page=100")).toBe(false);
		expect(isRendered("/slots?page=0")).toBe(true);
	});
});

describe("while a page is rendered", () => {
	it("requests for it wait and get the same bytes", () => {
		const first = send();
		const others = [send(), send()];
		expect(others.map(({ answer }) => answer.passed)).toEqual([0, 0]);
		first.render("mug");
		expect(others.map(textOf)).toEqual(["mug", "mug"]);
		expect(cache.counts()).toMatchObject({ misses: 1, shared: 2 });
	});

	it("for longer than a second, a new request starts another render, and both serve their waiting requests", () => {
		const slow = send();
		const waiting = send();
		time += 1000;
		const next = send();
		const waitingForNext = send();
		expect(next.answer.passed).toBe(1);
		slow.render("old");
		expect([waiting, waitingForNext].map(textOf)).toEqual(["old", undefined]);
		next.render("new");
		expect(textOf(waitingForNext)).toBe("new");
		expect(textOf(send())).toBe("new");
	});

	it.each([
		["its client disconnects", (one: ReturnType<typeof send>) => one.close()],
		["it fails", (one: ReturnType<typeof send>) => one.render("broken", { status: 500 })],
		["it sets a cookie", (one: ReturnType<typeof send>) => one.render("mug", { "Set-Cookie": "a=b" })],
		["it does not end within five seconds", () => vi.advanceTimersByTime(5000)],
	])("and %s, the waiting requests are rendered one by one, and later ones share again", (_, end) => {
		const first = send();
		const waiting = send();
		end(first);
		expect(waiting.answer).toMatchObject({ passed: 1, body: undefined });
		// One page is too late to be cached, the other belongs to a request without a shared render.
		first.render("late");
		waiting.render("own");
		expect(isRendered()).toBe(true);
		expect(isRendered()).toBe(false);
	});

	it("a waiting request whose client has disconnected gets nothing", () => {
		const first = send();
		const waiting = send();
		waiting.close();
		first.render("mug");
		expect(waiting.answer).toMatchObject({ passed: 0, body: undefined });
		expect(views).toEqual([]);
	});
});

it("an answer that fails does not leave the others waiting", () => {
	const faults: unknown[] = [];
	reportFaults((error) => faults.push(error));
	const first = send();
	const [failing, last] = [send(), send()];
	failing.fail(new Error("a fault"));
	first.render("shared");
	reportFaults((error) => console.error(error));
	expect(faults).toEqual([new Error("a fault")]);
	expect(String(last.answer.body)).toBe("shared");
});

const keyOf = (url: string, headers: Record<string, string> = VISITOR, method = "GET") =>
	sharedPageKey({ method, url, headers } as unknown as RequestContext["request"], isShared, [
		"session",
		"notice",
	]);

describe("the key of a shared page", () => {
	it.each<[string, Parameters<typeof keyOf>]>([
		["a page that is not in the list", ["/points"]],
		["the data of a page", ["/store.data"]],
		["another notation of a path", ["/Store/"]],
		["a query string that is not shared", ["/store?page=3"]],
		["a long URL", [`/slots?${"a".repeat(300)}`]],
		["another method", ["/store", VISITOR, "HEAD"]],
		["a body", ["/store", { ...VISITOR, "content-length": "0" }]],
		["a chunked body", ["/store", { ...VISITOR, "transfer-encoding": "chunked" }]],
		["a client without gzip", ["/store", { ...VISITOR, "accept-encoding": "gzip;q=0, br" }]],
		["a session", ["/store", { ...VISITOR, cookie: "session=x" }]],
		["an empty session", ["/store", { ...VISITOR, cookie: "session=" }]],
		["a notice", ["/store", { ...VISITOR, cookie: `${VISITOR.cookie}; notice=x` }]],
	])("is undefined for %s", (_, request) => {
		expect(keyOf(...request)).toBeUndefined();
	});

	it("differs for each address, language, theme and confirmation of the age", () => {
		const cookies = ["", "age-verified=true", "language=pt", "language=en", "theme=light"];
		const keys = cookies.map((cookie) => keyOf("/store", { ...VISITOR, cookie }));
		expect(new Set([...keys, keyOf("/slots"), undefined]).size).toBe(cookies.length + 2);
	});
});
