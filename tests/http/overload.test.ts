/** Limits per client, on a site whose limits are a tenth of the usual ones and that is behind one proxy. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { round } from "../support/data/access-table";
import { sendRaw } from "../support/site/raw-http";
import { signInWithCookies } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";

/** Forms of one client in a minute: 60, and so many returns from the sign-in provider. */
const FORMS = 6;
/** Pages of one client that are rendered at the same time, and that may wait. */
const PAGES = 4 + 10;
const A_MINUTE = 60_000;

let site: Site;
let cookie: string;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "0.1", TRUSTED_PROXY_HOPS: "1" } });
	cookie = await signInWithCookies(site, "ana", "en");
});
afterAll(() => site?.close());

/** A request as bytes. */
function request(path: string, from: string, fields?: Record<string, string>, end = ""): string {
	const body = fields ? new URLSearchParams(fields).toString() : "";
	const head = `${fields ? "POST" : "GET"} ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\n`;
	const form = `Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`;
	return `${head}Accept: text/html\r\nCookie: ${cookie}\r\n${fields ? form : ""}${end}\r\n${body}`;
}

it("rejects pages of one address beyond its limit, but no other requests and no forms, and recovers", async () => {
	const FLOOD = 60;
	const [flooding, other] = ["203.0.113.7", "203.0.113.8"];
	// The site reads all of them before it has rendered the first page, on every machine: they arrive at once.
	const requests = [
		...Array.from({ length: FLOOD }, () => request("/store", flooding)),
		request("/store", other),
		request("/mini-games/plinko", flooding, round()),
		// It has no token and needs no database.
		request("/metrics", flooding, undefined, "Connection: close\r\n"),
	];
	const { statuses, text } = await sendRaw(site.origin, requests.join(""), A_MINUTE);
	expect(statuses).toEqual([
		...Array(PAGES).fill(200),
		...Array(FLOOD - PAGES).fill(503),
		...[200, 200, 404],
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
		const { status, headers } = await fetch(`${site.origin}/preferences`, {
			method: "POST",
			headers: { "sec-fetch-site": "same-origin", "x-forwarded-for": forwarded },
			redirect: "manual",
			body: new URLSearchParams({ theme: "dark" }),
		});
		return [status, Number(headers.get("retry-after")) > 0];
	};
	for (let at = 0; at < FORMS; at += 1)
		expect(await send(`198.51.100.${at}, 10.0.0.${at}, 203.0.113.17`)).toEqual([302, false]);
	expect(await send("198.51.100.99, 203.0.113.17")).toEqual([429, true]);
	expect(await send("203.0.113.17, 203.0.113.18"), "another client").toEqual([302, false]);
});

it("limits returns from the sign-in provider per address, which does not affect others", async () => {
	const begun = `login=${encodeURIComponent(`${"s".repeat(43)}=${"v".repeat(43)}`)}`;
	const come = async (from: string, cookie: string) => {
		const { headers } = await fetch(`${site.origin}/login/callback?state=x&code=${crypto.randomUUID()}`, {
			headers: { cookie, "x-forwarded-for": from },
			redirect: "manual",
		});
		return [headers.get("location"), Number(headers.get("retry-after")) > 0];
	};
	const expired = ["/login/failed?reason=expired", false];
	for (let count = 0; count < FORMS; count += 1) expect(await come("203.0.113.27", begun)).toEqual(expired);
	expect(await come("203.0.113.27", begun)).toEqual(["/login/failed?reason=busy", true]);
	expect(await come("203.0.113.27", ""), "without a started sign-in").toEqual(expired);
	expect(await come("203.0.113.28", begun)).toEqual(expired);
});
