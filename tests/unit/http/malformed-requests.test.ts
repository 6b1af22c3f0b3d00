import { once } from "node:events";
import { connect } from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { rejectMalformedRequests } from "~/http/malformed-requests.server";
import { serveBehind } from "../../support/serve-behind";

let origin: string;
/** The requests that reached the server's request listener. */
let reached: { method?: string; url?: string; host?: string; forwardedHost?: unknown }[];
/** The header names of the last of them. */
let headerNames: string[];

beforeEach(async () => {
	reached = [];
	const reject = rejectMalformedRequests({ APP_ORIGIN: "https://plateia.example:8443" });
	({ origin } = await serveBehind([reject], ({ method, url, headers }, response) => {
		headerNames = Object.keys(headers);
		reached.push({ method, url, host: headers.host, forwardedHost: headers["x-forwarded-host"] });
		response.end("own");
	}));
});

/** Sends `lines` to the server. @returns the complete response. */
async function send(...lines: string[]): Promise<string> {
	const socket = connect(Number(new URL(origin).port), "127.0.0.1").setEncoding("latin1");
	let answer = "";
	socket.on("data", (text: string) => (answer += text));
	socket.end(Buffer.from([...lines, "Connection: close", "", ""].join("\r\n"), "latin1"));
	await once(socket, "close");
	return answer;
}

describe("a method", () => {
	it.each(["TRACE", "OPTIONS", "PUT", "PROPFIND"])("%s is rejected with 405", async (method) => {
		const answer = await send(`${method} / HTTP/1.1`, "Host: x", "X-Echo: secret");
		expect(answer).toMatch(/^HTTP\/1\.1 405 /);
		expect(answer).toContain("Allow: GET, HEAD, POST\r\n");
		expect(answer).not.toContain("secret");
		expect(reached).toEqual([]);
	});
});

it("headers of conditional and range requests are removed, except If-None-Match", async () => {
	await send(
		"GET /favicon.svg HTTP/1.1",
		...["Host: x", 'If-Match: "x"', "If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT", "Range: bytes=9-1"],
		...['If-Range: "x"', 'If-None-Match: "kept"'],
	);
	expect(headerNames).toEqual(["host", "if-none-match", "connection"]);
});

describe("a request target", () => {
	it.each([
		[414, "a long path", `/${"a".repeat(2000)}`],
		[414, "an address of 8,001 characters", `/store?q=${"a".repeat(7992)}`],
		[414, "a path of slashes", `/${"/".repeat(30)}`],
		[414, "encoded slashes", `/store${"%2F".repeat(10)}${"%5c".repeat(10)}`],
		[414, "slashes in absolute form", `http://localhost${"/".repeat(30)}store`],
		[414, "300 parameters", `/points/history?${"game=x&".repeat(300)}`],
		[400, "Remix's older format for data", "/store?_data=root"],
		[400, "the same, encoded", "/?a=b&%5fdata=routes%2Fstore"],
		[400, "the same without a value", "/?_data"],
		...["/__manifest", "/__MANIFEST", "//__manifest", "/__manifest.data", "/store\\..\\__manifest"].map(
			(target) => [404, "Remix's discovery of routes", target] as const,
		),
		[404, "Remix's discovery of routes", "http://localhost/__manifest#x"],
		[404, "the data of a file", "/slot-images/a.webp.data"],
		[404, "the data of a file", "/store/../avatars/a.webp.data"],
		[404, "the data of a file", "/Points/EXPORT.data"],
		[404, "the data of a file", "/live.data?topics=lobby"],
		[404, "the data of a file", "/LIVE.DATA"],
		[404, "the data of a file", "/Favicon.ico.data"],
	] as const)("is refused with %i if it has %s", async (status, _what, target) => {
		for (const method of ["GET", "HEAD", "POST"])
			expect(await send(`${method} ${target} HTTP/1.1`, "Host: x")).toMatch(
				new RegExp(`^HTTP/1\\.1 ${status} `),
			);
		expect(reached).toEqual([]);
	});

	it.each([
		[
			"the chosen orders of a page",
			`/orders?${"chosen=6b2f7a94-4b0e-4d55-9d4c-0d2f1c7f3a10&".repeat(25)}q=x`,
		],
		["the page of a player with the name of a file", "/players/export.data"],
		["a name of 100 emoji", `/players/${"%F0%9F%98%80".repeat(100)}.data`],
		["a path to return to", `/login?returnTo=${"%2F".repeat(300)}`],
	])("with %s reaches the site", async (_what, target) => {
		expect(await send(`GET ${target} HTTP/1.1`, "Host: x")).toMatch(/^HTTP\/1\.1 200 /);
		expect(reached).toMatchObject([{ url: target }]);
	});

	it.each([
		["/%", "has an incomplete escape"],
		["/players/%E0%A4%A", "ends within a character"],
		["/store?q=a%00b", "contains NUL in its query"],
		["/%C0%AE%C0%AE/etc/passwd", "has an overlong encoding"],
		["*", "is not a path"],
	])("of %s, which %s, is redirected to the start page, and a POST to it is refused", async (target) => {
		const answer = await send(`GET ${target} HTTP/1.1`, "Host: x");
		expect(answer).toMatch(/^HTTP\/1\.1 302 /);
		expect(answer).toContain("Location: /\r\n");
		expect(await send(`POST ${target} HTTP/1.1`, "Host: x", "Content-Length: 0")).toMatch(/^HTTP\/1\.1 400 /);
		expect(reached).toEqual([]);
	});

	it.each([
		["http://evil.example/store?a=1", "/store?a=1"],
		["HTTP://evil.example:99999?q", "/?q"],
		["/100%25?x=%", "/100%25?x=%"],
	])("of %s is normalised to %s", async (target, path) => {
		expect(await send(`GET ${target} HTTP/1.1`, "Host: x")).toMatch(/^HTTP\/1\.1 200 /);
		expect(reached).toMatchObject([{ url: path }]);
	});
});

it.each(["evil.example", "a b", "[::", "x/orders?", "%00", ""])(
	"the Host header %j is replaced by the site's host, and X-Forwarded-Host is removed",
	async (host) => {
		const answer = await send("GET /store HTTP/1.1", `Host: ${host}`, "X-Forwarded-Host: evil.example:99999");
		expect(answer).toMatch(/^HTTP\/1\.1 200 /);
		expect(reached).toEqual([
			{ method: "GET", url: "/store", host: "plateia.example:8443", forwardedHost: undefined },
		]);
	},
);
