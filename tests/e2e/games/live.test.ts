import { Agent, get } from "node:http";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { expectQuiet, newPage } from "../../support/browser/browser";
import { newPlayer } from "../../support/browser/plinko-page";
import { workerBrowser } from "../../support/browser/worker-browser";
import { type EventStream, openStream } from "../../support/site/event-stream";
import { CookieJar, followRedirects, signInWithCookies } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import { type Site, startSite } from "../../support/site/site";

const PLINKO = "/mini-games/plinko";
const VISITOR = "age-verified=true";

let site: Site;
let browser: Browser;
const streams: EventStream[] = [];
/** Stays open while the other tests run: a heartbeat comes every 20 s. */
let lasting: EventStream;

beforeAll(async () => {
	[site, browser] = await Promise.all([startSite(), workerBrowser()]);
	lasting = await openStream(site.origin, "/live?topics=live-crash,lobby", { cookie: VISITOR });
});
afterEach(() => {
	for (const stream of streams.splice(0)) stream.close();
});
afterAll(async () => {
	lasting?.close();
	await site?.close();
});

async function open(cookie: string, topics: string, headers: Record<string, string> = {}) {
	const own = { cookie, "sec-fetch-site": "same-origin", "accept-encoding": "gzip, deflate, br" };
	const stream = await openStream(site.origin, `/live?topics=${topics}`, { ...own, ...headers });
	streams.push(stream);
	return stream;
}

const play = async (cookie: string) => {
	const idempotencyKey = crypto.randomUUID();
	const fields = { intent: "play", idempotencyKey, stake: 10, balls: 1 };
	const { data } = await postForm(site.origin + PLINKO, { cookie }, fields);
	return (data as { balance: number }).balance;
};

/** A ball that pays back its stake leaves the balance unchanged. */
async function playUntilChanged(cookie: string) {
	const before = await play(cookie);
	for (;;) {
		const balance = await play(cookie);
		if (balance !== before) return balance;
	}
}

const signOut = (cookie: string) =>
	fetch(`${site.origin}/logout`, {
		method: "POST",
		redirect: "manual",
		headers: { cookie, "sec-fetch-site": "same-origin" },
		body: new URLSearchParams(),
	});

describe("the event stream", () => {
	it("is sent without caching, compression or buffering until the connection ends", async () => {
		const { head, status, text } = await open(VISITOR, "lobby");
		expect(status).toBe(200);
		const headers = head.split("\r\n");
		for (const line of [
			"content-type: text/event-stream; charset=utf-8",
			"cache-control: no-store, no-transform",
			"x-accel-buffering: no",
			"x-content-type-options: nosniff",
			"connection: close",
		]) {
			expect(headers).toContain(line);
		}
		expect(head).not.toMatch(/content-encoding|transfer-encoding|content-length|set-cookie/);
		expect(text).toMatch(/\r\n\r\nretry:[2-4]\d{3}\n\nevent:lobby\./);
	});

	it("begins with a snapshot", async () => {
		const stream = await open(VISITOR, "live-crash,lobby");
		expect(stream.dataOf("live-crash.state")).toMatchObject([{ active: false, round: null }]);
		expect(stream.dataOf("lobby.live-crash")).toEqual([{ active: false }]);
	});

	it("is refused for pages of other sites and for HEAD requests", async () => {
		const foreign = await open(VISITOR, "lobby", { "sec-fetch-site": "cross-site" });
		expect([foreign.status, foreign.events]).toEqual([403, []]);
		const head = await fetch(`${site.origin}/live?topics=lobby`, { method: "HEAD" });
		expect(head.status).toBe(403);
	});

	it("exists at no other URL", async () => {
		const response = await fetch(`${site.origin}/live.data?topics=lobby`, { headers: { cookie: VISITOR } });
		expect(response.headers.get("content-type")).not.toContain("event-stream");
		await response.text();
	});

	it("leaves connections free for other requests", async () => {
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		const send = () =>
			new Promise<string>((resolve, reject) => {
				const request = get(`${site.origin}/healthz`, { agent }, (response) => {
					response.resume().once("end", () => resolve(`${response.statusCode} ${request.reusedSocket}`));
				}).once("error", reject);
			});
		await open(VISITOR, "lobby");
		expect([await send(), await send(), await send()]).toEqual(["200 false", "200 true", "200 true"]);
		agent.destroy();
	});
});

describe("balance events", () => {
	it("reach every tab of their viewer in order, and no other user", async () => {
		const [ana, bruno] = [
			await signInWithCookies(site, newPlayer()),
			await signInWithCookies(site, newPlayer()),
		];
		const tabs = [await open(ana, "points"), await open(ana, "points,lobby")];
		const others = [await open(bruno, "points"), await open(VISITOR, "points,lobby")];
		const balances = [1000];
		for (let round = 0; round < 5; round += 1) balances.push(await play(ana));
		const balanceEvents = (stream: EventStream) =>
			stream.dataOf("points.updated") as { points: number; at: number }[];
		for (const tab of tabs) {
			await tab.until(() => balanceEvents(tab).length >= balances.length);
			expect(balanceEvents(tab).map(({ points }) => points)).toEqual(balances);
			const instants = balanceEvents(tab).map(({ at }) => at);
			expect(instants).toEqual([...instants].sort((a, b) => a - b));
		}
		await others[0]?.until(() => others[0]?.events.length);
		expect(others.map((stream) => balanceEvents(stream).map(({ points }) => points))).toEqual([[1000], []]);
	});
});

describe("a sign-out", () => {
	it("ends the streams of its browser in every tab, and no others", async () => {
		const [ana, phone] = [await signInWithCookies(site, "ana"), await signInWithCookies(site, "ana")];
		const bruno = await signInWithCookies(site, "bruno");
		const tabs = [await open(ana, "points"), await open(ana, "live-crash,points")];
		const others = [await open(phone, "points"), await open(bruno, "points"), await open(VISITOR, "lobby")];
		await signOut(ana);
		expect(await Promise.all(tabs.map((tab) => tab.end()))).toEqual(["properly", "properly"]);
		const receivedBefore = tabs.map(({ text }) => text);
		const [own] = others as [EventStream];
		await play(phone);
		await own.until(() => own.dataOf("points.updated").length === 2);
		expect(others.map(({ ended }) => ended)).toEqual([undefined, undefined, undefined]);
		expect(tabs.map(({ text }) => text)).toEqual(receivedBefore);
		const after = await open(ana, "live-crash,points");
		expect(after.text, "the remaining stream belongs to a visitor").not.toMatch(
			/points\.updated|live-crash\.own/,
		);
	});

	it("also ends streams when the browser signs in as another user", async () => {
		const jar = new CookieJar();
		await followRedirects(jar, `${site.origin}/login?login_hint=carla`);
		const tab = await open(jar.header(site.origin), "points");
		await tab.until(() => tab.dataOf("points.updated").length === 1);
		await followRedirects(jar, `${site.origin}/login?login_hint=bruno`);
		expect(await tab.end()).toBe("properly");
	});
});

const shown = (page: Page) => page.getByTestId("balance").textContent();
const digits = async (page: Page) => Number((await shown(page))?.replace(/\D/g, ""));

async function expectShown(page: Page, balance: number) {
	await vi.waitFor(async () => expect(await digits(page)).toBe(balance), { timeout: 15_000 });
}

async function signedIn(path: string) {
	const page = await newPage(browser, site.origin);
	await page.goto(`${site.origin}/login?login_hint=bruno&returnTo=${path}`);
	return page;
}

describe("the live client in a browser", () => {
	it("keeps the balance from the stream when older page data arrives after it", async () => {
		const page = await signedIn("/");
		const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
		await expectShown(page, await play(cookie));
		await page.route(/fairness\.data/, async (route) => {
			const older = await route.fetch();
			await expectShown(page, await playUntilChanged(cookie));
			await route.fulfill({ response: older });
		});
		await page.locator('a[href="/fairness"]').first().click();
		await page.waitForURL("**/fairness");
		const shownAfter = await digits(page);
		await page.reload();
		expect(shownAfter).toBe(await digits(page));
		await page.context().close();
	});

	it("holds one stream per tab, none on a visitor's page, and releases it when the page is left", async () => {
		const streams: string[] = [];
		const page = await newPage(browser, site.origin);
		page.on("request", (request) => {
			if (request.resourceType() === "eventsource") streams.push(new URL(request.url()).search);
		});
		await page.goto(`${site.origin}/fairness`);
		await page.waitForTimeout(500);
		expect(streams).toEqual([]);
		for (const [index, path] of [
			"/login?login_hint=bruno&returnTo=%2Fhelp",
			"/fairness",
			"/help",
		].entries()) {
			await page.goto(site.origin + path);
			await vi.waitFor(() => expect(streams).toHaveLength(index + 1), { timeout: 10_000 });
			await page.waitForTimeout(300);
			await page.goto("about:blank");
		}
		expect(streams).toEqual(Array(3).fill("?topics=notifications,points"));
		await page.context().close();
	});
});

it("a stream continues with heartbeats", async () => {
	await lasting.until(() => lasting.events.includes("heartbeat 1"), 30_000);
	expect(lasting.ended).toBeUndefined();
});

it("the header of every tab shows the current balance, also after the site was down", async () => {
	const page = await signedIn("/");
	const tab = await page.context().newPage();
	await tab.goto(`${site.origin}/mini-games`);
	const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
	for (let round = 0; round < 3; round += 1) {
		const balance = await play(cookie);
		await expectShown(page, balance);
		await expectShown(tab, balance);
	}
	await site.restart();
	const balance = await play(cookie);
	// The reopened stream is the only source of the new balance.
	await expectShown(page, balance);
	await expectShown(tab, balance);
	await expectQuiet(page, [/live/]);
	await page.context().close();
});

describe("SIGTERM", () => {
	it("ends every stream with a complete response, and the process in time", async () => {
		const ana = await signInWithCookies(site, "ana");
		const open20 = Array.from({ length: 20 }, (_, i) =>
			open(i < 5 ? ana : VISITOR, "live-crash,points,lobby"),
		);
		const readers = await Promise.all(open20);
		const stalled = await open(VISITOR, "live-crash");
		stalled.socket.pause();
		try {
			const { code, signal, milliseconds } = await site.stop();
			expect({ code, signal }).toEqual({ code: 0, signal: null });
			expect(milliseconds).toBeLessThan(5000);
			expect(new Set(await Promise.all(readers.map((reader) => reader.end())))).toEqual(
				new Set(["properly"]),
			);
		} finally {
			await site.restart();
		}
	});
});
