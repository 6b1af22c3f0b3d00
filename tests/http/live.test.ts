import { Agent, get } from "node:http";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type EventStream, openStream } from "../support/site/event-stream";
import { newPlayer } from "../support/site/new-player";
import { CookieJar, followRedirects, signInWithCookies } from "../support/site/sign-in";
import { postForm } from "../support/site/single-fetch";
import { type Site, startSite } from "../support/site/site";

const VISITOR = "age-verified=true";

let site: Site;
const streams: EventStream[] = [];

beforeAll(async () => {
	site = await startSite();
});
afterEach(() => {
	for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => site?.close());

async function open(cookie: string, topics: string, headers: Record<string, string> = {}) {
	const own = { cookie, "sec-fetch-site": "same-origin", "accept-encoding": "gzip, deflate, br" };
	const stream = await openStream(site.origin, `/live?topics=${topics}`, { ...own, ...headers });
	streams.push(stream);
	return stream;
}

const play = async (cookie: string) => {
	const fields = { intent: "play", idempotencyKey: crypto.randomUUID(), stake: 10, balls: 1 };
	const { data } = await postForm(`${site.origin}/mini-games/plinko`, { cookie }, fields);
	return (data as { balance: number }).balance;
};

const balances = (stream: EventStream) => stream.dataOf("points.updated") as { points: number; at: number }[];

describe("the event stream", () => {
	it("is sent without caching, compression or buffering until the connection ends", async () => {
		const { head, status, text } = await open(VISITOR, "lobby");
		expect(status).toBe(200);
		expect(head.split("\r\n")).toEqual(
			expect.arrayContaining([
				"content-type: text/event-stream; charset=utf-8",
				"cache-control: no-store, no-transform",
				"x-accel-buffering: no",
				"x-content-type-options: nosniff",
				"connection: close",
			]),
		);
		expect(head).not.toMatch(/content-encoding|transfer-encoding|content-length|set-cookie/);
		expect(text).toMatch(/\r\n\r\nretry:[2-4]\d{3}\n\nevent:lobby\./);
	});

	it("begins with a snapshot", async () => {
		const stream = await open(VISITOR, "live-crash,lobby");
		expect(stream.dataOf("live-crash.state")).toMatchObject([{ active: false, round: null }]);
		expect(stream.dataOf("lobby.live-crash")).toEqual([{ active: false, stopping: false }]);
	});

	it("is refused for pages of other sites and for HEAD requests, and exists at no other URL", async () => {
		const foreign = await open(VISITOR, "lobby", { "sec-fetch-site": "cross-site" });
		expect([foreign.status, foreign.events]).toEqual([403, []]);
		const head = await fetch(`${site.origin}/live?topics=lobby`, { method: "HEAD" });
		expect(head.status).toBe(403);
		const data = await fetch(`${site.origin}/live.data?topics=lobby`, { headers: { cookie: VISITOR } });
		expect(data.headers.get("content-type")).not.toContain("event-stream");
		await data.text();
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
		const expected = [1000];
		for (let round = 0; round < 5; round += 1) expected.push(await play(ana));
		for (const tab of tabs) {
			await tab.until(() => balances(tab).length >= expected.length);
			expect(balances(tab).map(({ points }) => points)).toEqual(expected);
			const instants = balances(tab).map(({ at }) => at);
			expect(instants).toEqual([...instants].sort((a, b) => a - b));
		}
		// An event of their own comes after those of the other viewer.
		const [own] = others as [EventStream];
		const balance = await play(bruno);
		await own.until(() => balances(own).length >= 2);
		expect(balances(own).map(({ points }) => points)).toEqual([1000, balance]);
		expect(others.slice(1).flatMap(balances)).toEqual([]);
	});
});

describe("a sign-out", () => {
	it("ends the streams of its browser in every tab, and no others", async () => {
		const [ana, phone] = [await signInWithCookies(site, "ana"), await signInWithCookies(site, "ana")];
		const bruno = await signInWithCookies(site, "bruno");
		const tabs = [await open(ana, "points"), await open(ana, "live-crash,points")];
		const others = [await open(phone, "points"), await open(bruno, "points"), await open(VISITOR, "lobby")];
		await fetch(`${site.origin}/logout`, {
			method: "POST",
			redirect: "manual",
			headers: { cookie: ana, "sec-fetch-site": "same-origin" },
			body: new URLSearchParams(),
		});
		expect(await Promise.all(tabs.map((tab) => tab.end()))).toEqual(["properly", "properly"]);
		const receivedBefore = tabs.map(({ text }) => text);
		const [own] = others as [EventStream];
		await play(phone);
		await own.until(() => balances(own).length === 2);
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
		await tab.until(() => balances(tab).length === 1);
		await followRedirects(jar, `${site.origin}/login?login_hint=bruno`);
		expect(await tab.end()).toBe("properly");
	});
});

describe("SIGTERM", () => {
	it("ends every stream with a complete response, although a reader has stopped reading", async () => {
		const ana = await signInWithCookies(site, "ana");
		const readers = await Promise.all(
			Array.from({ length: 20 }, (_, i) => open(i < 5 ? ana : VISITOR, "live-crash,points,lobby")),
		);
		const stalled = await open(VISITOR, "live-crash");
		stalled.socket.pause();
		expect(await site.stop()).toMatchObject({ code: 0, signal: null });
		expect(new Set(await Promise.all(readers.map((reader) => reader.end())))).toEqual(new Set(["properly"]));
	});
});
