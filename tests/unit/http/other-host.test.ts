import { beforeEach, expect, it } from "vitest";
import { rejectMalformedRequests } from "~/http/malformed-requests.server";
import { redirectOtherHosts } from "~/http/other-host.server";
import { serveBehind } from "../../support/serve-behind";
import { sendRaw } from "../../support/site/raw-http";

const APP_ORIGIN = "http://plateia.lan:8080";
const OTHER = "www.plateia.lan:8080";

let origin: string;

beforeEach(async () => {
	const middlewares = [
		rejectMalformedRequests({ APP_ORIGIN }),
		redirectOtherHosts({ APP_ORIGIN }, new Set(["/assets/a.js"])),
	];
	({ origin } = await serveBehind(middlewares, (_request, response) => response.end("page")));
});

/** @returns the address of the redirect; undefined for a response of the site. */
async function locationOf(path: string, host: string, { method = "GET", headers = "" } = {}) {
	const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`;
	const { text } = await sendRaw(origin, head);
	const location = /^Location: (.*)\r$/m.exec(text)?.[1];
	expect(text).toMatch(location === undefined ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 302 /);
	return { location, cookie: /^Set-Cookie: ([^;]*); Max-Age=(\d+)/m.exec(text)?.slice(1) };
}

it.each([
	["/", OTHER],
	["/store?sort=newest", OTHER],
	["//evil.example/%2e%2e", OTHER],
	["/", "192.168.1.5:8080"],
	["/", "[2001:db8::5]:8080"],
	["/", "plateia.lan."],
	["/login?returnTo=%2Fstore", OTHER],
])("a page of another host is redirected to the same address of the site: %s at %s", async (path, host) => {
	for (const method of ["GET", "HEAD"])
		expect((await locationOf(path, host, { method })).location).toBe(APP_ORIGIN + path);
});

it.each([
	["the site's own host", "/", "plateia.lan:8080"],
	["its host at another port, which proxies leave out", "/", "plateia.lan"],
	["a health check by an address of the machine", "/", "127.0.0.1:3000"],
	["a browser at the machine", "/login", "localhost:3000"],
	["a browser at the machine", "/", "[::1]:3000"],
	["a host that is unreadable", "/", "a b"],
	["a proxy that replaces the host by a name of its network", "/", "plateia-1:3000"],
	...[
		...[
			"/healthz?leader",
			"/metrics",
			"/live?topics=points",
			"/api/bonus-hunt-stats?user=x",
			"/hooks/twitch",
		],
		...["/assets/a.js", "/avatars/a.webp", "/store.data", "/bonus-hunt/overlay?parts=slots"],
		...["/codes/overlay/token", "/robots.txt", "/shared/1/picture.png"],
	].map((path) => ["a path that needs no cookie", path, OTHER]),
] as [string, string, string][])("no redirect for %s: %s at %s", async (_what, path, host) => {
	expect((await locationOf(path, host)).location).toBeUndefined();
});

it("a host that a proxy names in X-Forwarded-Host counts, and a form is not redirected", async () => {
	const forwarded = (host: string) => ({ headers: `X-Forwarded-Host: ${host}\r\n` });
	expect((await locationOf("/", "10.0.0.5", forwarded("plateia.lan:8080"))).location).toBeUndefined();
	expect((await locationOf("/", "127.0.0.1", forwarded("plateia.lan"))).location).toBeUndefined();
	expect(
		(await locationOf("/", "10.0.0.5", forwarded("www.x.example, PLATEIA.lan"))).location,
	).toBeUndefined();
	expect((await locationOf("/", "10.0.0.5", forwarded(OTHER))).location).toBe(`${APP_ORIGIN}/`);
	const many = "x.example,".repeat(20);
	expect((await locationOf("/", "10.0.0.5", forwarded(`${many}plateia.lan`))).location).toBeDefined();
	expect((await locationOf("/", "plateia.lan", forwarded(many))).location).toBeUndefined();
	const form = { method: "POST", headers: "Content-Length: 0\r\n" };
	expect((await locationOf("/", OTHER, form)).location).toBeUndefined();
});

it("a browser that comes back each time, as by a proxy that replaces the host, gets the page", async () => {
	let headers = "";
	const ages: (string | undefined)[] = [];
	for (let time = 0; time < 3; time++) {
		const { location, cookie } = await locationOf("/", OTHER, { headers });
		expect(location).toBe(`${APP_ORIGIN}/`);
		ages.push(cookie?.[1]);
		headers = `Cookie: ${cookie?.[0]}\r\n`;
	}
	expect(ages).toEqual(["10", "10", "3600"]);
	expect(await locationOf("/", OTHER, { headers })).toEqual({ location: undefined, cookie: undefined });
});
