/** Limits per client, on a site whose limits are a tenth of the usual ones and that is behind one proxy. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { round } from "../support/data/access-table";
import { openViewers } from "../support/site/crowd-viewers";
import { type EventStream, openStream } from "../support/site/event-stream";
import { sendRaw } from "../support/site/raw-http";
import { signInWithCookies } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";

/** Forms of the visitors of one address in a minute: 10 × 30, and the sign-ins of an address in ten seconds. */
const FORMS = 30;
const SIGN_INS = 15;
/** Pages of visitors of one address that are rendered at the same time, and that may wait. */
const PAGES = 4 + 24;
const A_MINUTE = 60_000;
const VISITOR = "age-verified=true; language=en";

let site: Site;
let cookie: string;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "0.1", TRUSTED_PROXY_HOPS: "1" } });
	cookie = await signInWithCookies(site, "ana", "en");
});
afterAll(() => site?.close());

interface Client {
	from: string;
	cookie?: string;
}

/** A request as bytes. */
function request(
	path: string,
	{ from, cookie = VISITOR }: Client,
	fields?: Record<string, string>,
	end = "",
): string {
	const body = fields ? new URLSearchParams(fields).toString() : "";
	const head = `${fields ? "POST" : "GET"} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\n`;
	const form = `Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`;
	return `${head}Accept: text/html\r\nCookie: ${cookie}\r\n${fields ? form : ""}${end}\r\n${body}`;
}

it("rejects pages of one address beyond its share, but neither others nor the viewers behind it, and recovers", async () => {
	const FLOOD = 60;
	const flooding = { from: "203.0.113.7" };
	const viewer = { ...flooding, cookie };
	// The site reads all of them before it has rendered the first page, on every machine: they arrive at once.
	const requests = [
		...Array.from({ length: FLOOD }, () => request("/store", flooding)),
		request("/store", { from: "203.0.113.8" }),
		request("/store", viewer),
		request("/mini-games/plinko", viewer, round()),
		// It has no token and needs no database.
		request("/metrics", flooding, undefined, "Connection: close\r\n"),
	];
	const { statuses, text } = await sendRaw(site.origin, requests.join(""), A_MINUTE);
	expect(statuses).toEqual([
		...Array(PAGES).fill(200),
		...Array(FLOOD - PAGES).fill(503),
		...[200, 200, 200, 404],
	]);
	const rejected = text.split("HTTP/1.1 ").filter((answer) => answer.startsWith("503"));
	expect(rejected.filter((answer) => !answer.includes("Very busy right now"))).toEqual([]);
	const delays = rejected.map((answer) => Number(/Retry-After: (\d+)/.exec(answer)?.[1]));
	expect(delays.filter((seconds) => !(seconds >= 2 && seconds <= 8))).toEqual([]);
	expect(new Set(delays).size, "rejected clients return at different times").toBeGreaterThan(1);

	const last = request("/store", flooding, undefined, "Connection: close\r\n");
	const after = await sendRaw(site.origin, last, A_MINUTE);
	expect(after.statuses).toEqual([200]);
	await expect.poll(() => site.logs()).toContain('"event":"overloaded"');
	// One log line per interval, not per request.
	const lines = site.logs().split("\n");
	expect(lines.filter((line) => line.includes('"event":"overloaded"'))).toHaveLength(1);
	expect(lines.filter((line) => line.includes('"status":503'))).toEqual([]);
});

it("counts a form for the address that the proxy reports, despite forged entries", async () => {
	const send = async (forwarded: string) => {
		const { status, headers } = await fetch(`${site.origin}/logout`, {
			method: "POST",
			headers: { "sec-fetch-site": "same-origin", "x-forwarded-for": forwarded },
			redirect: "manual",
			body: new URLSearchParams(),
		});
		return [status, Number(headers.get("retry-after")) > 0];
	};
	for (let at = 0; at < FORMS; at += 1)
		expect(await send(`198.51.100.${at}, 10.0.0.${at}, 203.0.113.17`)).toEqual([302, false]);
	expect(await send("198.51.100.99, 203.0.113.17")).toEqual([429, true]);
	expect(await send("203.0.113.17, 203.0.113.18"), "another client").toEqual([302, false]);
});

it("gives each address a share of the returns from the sign-in provider, and later turns beyond it", async () => {
	const begun = `${VISITOR}; login=${encodeURIComponent(`${"s".repeat(43)}=${"v".repeat(43)}`)}`;
	const come = (from: string, cookie: string) =>
		fetch(`${site.origin}/login/callback?state=x&code=${crypto.randomUUID()}`, {
			headers: { cookie, "x-forwarded-for": from },
			redirect: "manual",
		});
	const expired = "/login/failed?reason=expired";
	const to = (answer: Response) => answer.headers.get("location");
	const answers: Response[] = [];
	// A slow machine answers fewer than the share of one period.
	while (!answers.some(({ status }) => status === 503)) {
		answers.push(...(await Promise.all(Array.from({ length: SIGN_INS }, () => come("203.0.113.27", begun)))));
	}
	const [refused] = answers.filter(({ status }) => status === 503);
	const accepted = answers.filter((answer) => to(answer) === expired);
	expect(accepted.length).toBeGreaterThanOrEqual(SIGN_INS);
	const seconds = Number(refused?.headers.get("retry-after"));
	expect(seconds).toBeGreaterThan(0);
	expect(await refused?.text()).toContain(
		`<meta http-equiv="refresh" content="${seconds};url=/login?returnTo=%2F">`,
	);
	expect(to(await come("203.0.113.27", "")), "without a started sign-in").toBe(expired);
	expect(to(await come("203.0.113.28", begun))).toBe(expired);
});

it("viewers of one full address stream, play and load pages, while visitors there take all that they get", async () => {
	const carrier = "203.0.113.37";
	const crowd = await startSite({ env: { RATE_LIMIT_SCALE: "0.01", TRUSTED_PROXY_HOPS: "1" } });
	const streams: EventStream[] = [];
	const viewers = openViewers(crowd);
	try {
		const stream = async (cookie: string) => {
			const headers = { "x-forwarded-for": carrier, cookie };
			const opened = await openStream(crowd.origin, "/live?topics=points", headers);
			streams.push(opened);
			return opened.status;
		};
		const cookies = viewers.signInAll(viewers.register(5)).map((own) => `${own}; language=en`);
		const get = (cookie: string) =>
			fetch(`${crowd.origin}/store`, { headers: { cookie, "x-forwarded-for": carrier } });
		for (const cookie of cookies) expect((await get(cookie)).status).toBe(200);
		while ((await stream(VISITOR)) === 200);
		const client = (cookie = VISITOR) => ({ from: carrier, cookie });
		const requests = [
			...Array.from({ length: 30 }, () => request("/store", client())),
			...cookies.map((cookie) => request("/store", client(cookie))),
			...cookies.map((cookie) => request("/mini-games/plinko", client(cookie), round())),
			request("/store", client(), undefined, "Connection: close\r\n"),
		];
		const { statuses } = await sendRaw(crowd.origin, requests.join(""), A_MINUTE);
		expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(20);
		expect(statuses.slice(30, -1)).toEqual(Array(10).fill(200));
		for (const cookie of cookies) expect(await stream(cookie)).toBe(200);
		expect(await stream(VISITOR)).toBe(503);
	} finally {
		for (const opened of streams) opened.close();
		viewers.close();
		await crowd.close();
	}
});
