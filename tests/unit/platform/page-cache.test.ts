import { EventEmitter } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import type { Exchange } from "~/platform/node-request.server";
import { createPageCache } from "~/platform/page-cache.server";
import { createTableRevisions } from "~/platform/table-revisions.server";

const READ = 'select * from "store_items"';
const WRITE = 'update "store_items" set "price" = ?';
const OTHER_WRITE = 'insert into "point_entries" ("id") values (?)';

let time: number;
let channel: object;
let broken: boolean;
let shown: string[];
let cache: ReturnType<typeof createPageCache<string>>;

beforeEach(() => {
	time = 1000;
	channel = {};
	broken = false;
	shown = [];
	cache = createPageCache<string>({
		revisions: createTableRevisions(["store_items", "point_entries"]),
		state() {
			if (broken) throw new Error("closed");
			return [channel];
		},
		share: ({ request: { url = "" } }) => (url === "/own" ? undefined : { key: url, about: `about ${url}` }),
		ownOf: ({ id }) => ({ nonce: `nonce-${id}` }),
		onShown: (_, about) => void shown.push(about),
		now: () => time,
	});
});

let asked = 0;

/** One who asks for a page. */
function ask(url = "/store") {
	asked += 1;
	const answer = { headers: {} as Record<string, unknown>, html: undefined as string | undefined, passed: 0 };
	const response = Object.assign(new EventEmitter(), {
		destroyed: false,
		writeHead() {},
		setHeader(name: string, value: unknown) {
			answer.headers[name.toLowerCase()] = value;
		},
		end(body: Buffer) {
			answer.html = gunzipSync(body).toString();
		},
	});
	const exchange = { id: String(asked), request: { url, method: "GET" }, response } as unknown as Exchange;
	cache.gate(exchange, () => {
		answer.passed += 1;
	});
	return {
		answer,
		read: (statement = READ) => cache.note(exchange, statement),
		/** The page is there. */
		render(text: string, headers: Record<string, string> = {}) {
			const nonce = `nonce-${exchange.id}`;
			const own = { nonce };
			cache.offer(exchange, {
				html: `${text} ${nonce}`,
				headers: new Headers({ "X-Policy": nonce, ...headers }),
				own,
			});
		},
		fail: () => response.writeHead(),
		close() {
			response.destroyed = true;
			response.emit("close");
		},
	};
}

function renderOnce(text: string) {
	const first = ask();
	expect(first.answer.passed).toBe(1);
	first.read();
	first.render(text);
	return first;
}

const isRendered = (url?: string) => ask(url).answer.passed === 1;

describe("a page that is kept", () => {
	it("is given to the next who ask, each with values of their own, and counted as shown", () => {
		renderOnce("mug");
		const { answer } = ask();
		expect(answer.passed).toBe(0);
		expect(answer.html).toBe(`mug nonce-${asked}`);
		expect(answer.headers).toMatchObject({
			"x-policy": `nonce-${asked}`,
			"content-encoding": "gzip",
			vary: "Accept-Encoding",
		});
		expect(shown).toEqual(["about /store"]);
		expect(cache.figures()).toEqual({ hits: 1, misses: 1, shared: 0, pages: 1 });
	});

	it("is another one for another key, and none for whoever has a page of their own", () => {
		renderOnce("mug");
		expect(isRendered("/slots")).toBe(true);
		expect(isRendered("/own")).toBe(true);
		expect(isRendered("/own")).toBe(true);
	});

	it("is gone after a second", () => {
		renderOnce("mug");
		time += 999;
		expect(isRendered()).toBe(false);
		time += 1;
		expect(isRendered()).toBe(true);
	});

	it("is gone once a table was written that it was read from, and stays when another was", () => {
		renderOnce("mug");
		cache.note(undefined, OTHER_WRITE);
		expect(isRendered()).toBe(false);
		cache.note(undefined, WRITE);
		expect(isRendered()).toBe(true);
	});

	it("is gone once something in memory is another one", () => {
		renderOnce("mug");
		channel = {};
		expect(isRendered()).toBe(true);
	});

	it("is none while the database cannot be asked", () => {
		renderOnce("mug");
		broken = true;
		for (let time = 0; time < 2; time += 1) renderOnce("mug");
		expect(isRendered()).toBe(true);
	});

	it("is none if it sets a cookie, or was read by a statement that cannot be understood", () => {
		const setter = ask();
		setter.read();
		setter.render("mug", { "Set-Cookie": "a=b" });
		const odd = ask();
		expect(odd.answer.passed).toBe(1);
		odd.read("vacuum");
		odd.render("mug");
		expect(isRendered()).toBe(true);
	});

	it("is forgotten when there are too many, the oldest first", () => {
		for (let page = 0; page <= 100; page += 1) {
			const one = ask(`/slots?page=${page}`);
			one.render("slots");
		}
		expect(cache.figures().pages).toBe(100);
		expect(isRendered("/slots?page=100")).toBe(false);
		expect(isRendered("/slots?page=0")).toBe(true);
	});
});

describe("while a page is rendered", () => {
	it("those who come wait for it", () => {
		const first = ask();
		first.read();
		const others = [ask(), ask()];
		expect(others.map(({ answer }) => answer.passed)).toEqual([0, 0]);
		first.render("mug");
		expect(others.map(({ answer }) => answer.html?.split(" ")[0])).toEqual(["mug", "mug"]);
		expect(cache.figures()).toMatchObject({ misses: 1, shared: 2 });
	});

	it("and something is written, those who have come get one that was read after that, once for all", () => {
		const first = ask();
		first.read();
		cache.note(undefined, WRITE);
		const [second, third] = [ask(), ask()];
		first.render("old");
		expect([second.answer.passed, third.answer.passed]).toEqual([1, 0]);
		second.read();
		// Again, and so on for ever: whoever came before this one was begun need not wait any longer.
		cache.note(undefined, WRITE);
		const fourth = ask();
		second.render("new");
		expect(third.answer.html).toMatch(/^new /);
		expect(fourth.answer.passed).toBe(1);
	});

	it.each(["close", "fail"] as const)(
		"and nothing comes of it (%s), all who wait go their own way",
		async (end) => {
			const first = ask();
			const second = ask();
			first[end]();
			await nextTurn();
			expect(second.answer).toMatchObject({ passed: 1, html: undefined });
		},
	);

	it("those who have left get nothing", () => {
		const first = ask();
		const second = ask();
		second.close();
		first.render("mug");
		expect(second.answer).toMatchObject({ passed: 0, html: undefined });
	});
});
