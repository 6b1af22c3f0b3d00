import { connect } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTILE_STRINGS } from "../../support/data/hostile-strings";
import { type SiteWithContent, startSiteWithContent } from "../../support/data/site-with-content";
import { discover, parametersInCode } from "../../support/discovery";
import { pickFrom, seededRandom, seedFrom } from "../../support/random";
import { builtRoutes, patternOf, routeFinder } from "../../support/site/built-routes";
import {
	type Answer,
	faultsOfAnswer,
	sendUnnormalised,
	type Watch,
	watch,
} from "../../support/site/watched-site";

/** `FUZZ_RUNS=5000 FUZZ_SEED=7 npm test e2e fuzz` runs longer. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 60);
const SEED = seedFrom("FUZZ_SEED");
/** A crawl of every page is slow on a busy machine. */
const FIVE_MINUTES = 300_000;
const HOUR_MS = 60 * 60 * 1000;
const MAX_PER_ADDRESS = 6000;
const MAX_PER_PATH = 1900;
const ROLES = ["visitor", "viewer", "admin"] as const;

/** Headers that the site and its server read, and headers that have been exploited in other software. */
const HEADERS = [
	..."accept accept-encoding accept-language authorization cache-control content-length content-type cookie".split(
		" ",
	),
	..."expect forwarded from host if-match if-modified-since if-none-match if-range last-event-id origin".split(
		" ",
	),
	..."prefer purpose range referer sec-fetch-dest sec-fetch-mode sec-fetch-site sec-purpose te upgrade".split(
		" ",
	),
	..."user-agent via x-forwarded-for x-forwarded-host x-forwarded-port x-forwarded-proto".split(" "),
	..."x-http-method-override x-original-url x-real-ip x-remix-revalidate x-request-id x-rewrite-url".split(
		" ",
	),
];
const COOKIES = [
	..."session language theme age-verified plinko-demo crash-demo return-to notice social-posts".split(" "),
	..."login login:__proto__ __proto__ constructor __Host-session".split(" "),
];

let contentSite: SiteWithContent;
let watched: Watch;
const routes = builtRoutes();
const routeOf = routeFinder(routes);
/** For each route, a URL that it answers. */
const addresses = new Map<string, string>();
/** Every search parameter in links, forms or the code of the site. */
const parameters = new Set(["_routes", "_data", "index"]);

beforeAll(async () => {
	console.log(`FUZZ_SEED=${SEED}`);
	contentSite = await startSiteWithContent();
	watched = watch(contentSite.site);
	// An admin sees all pages.
	const starts = ["/", "/settings", "/analytics"];
	const found = await discover(contentSite.site, contentSite.cookies.admin, routeOf, starts);
	for (const name of found.parameters) parameters.add(name);
	for (const path of found.pages) {
		const pathname = path.replace(/\?.*/, "");
		addresses.set(routeOf(pathname) ?? "", pathname);
	}
	for (const name of parametersInCode()) parameters.add(name);
	for (const route of routes) {
		// The offline page is a constant with a style element.
		if (!addresses.has(route.id) && route.id !== "root" && route.id !== "routes/offline")
			addresses.set(route.id, patternOf(route, routes).replaceAll(/:\w+|\*/g, "none"));
	}
}, FIVE_MINUTES);
afterAll(async () => {
	watched?.close();
	await contentSite?.close();
});

function check(answer: Answer, what: string) {
	const { site } = contentSite;
	const faults = faultsOfAnswer(answer, site.origin, [site.provider.issuer]);
	expect(faults, `${what}\n${answer.text.slice(0, 500)}`).toEqual([]);
	expect(watched.newErrors(), what).toEqual([]);
	const moved = watched.newEntries().filter(({ reason }) => !reason.startsWith("live-crash"));
	expect(moved, what).toEqual([]);
	const type = answer.headers.get("content-type") ?? "";
	if (type.startsWith("application/json")) JSON.parse(answer.text);
}

async function get(path: string, headers: Record<string, string>) {
	const answer = await sendUnnormalised(contentSite.site, path, headers);
	check(answer, `GET ${path} ${JSON.stringify(headers)} answers ${answer.status}`);
	return answer;
}

/** As UTF-8 bytes, without those that are invalid in headers, which the client would not send. */
const asHeader = (text: string): string =>
	Buffer.from(text.slice(0, 3000))
		.toString("latin1")
		.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "");

const cookieOf = (role: (typeof ROLES)[number]) => contentSite.cookies[role];
const asData = (path: string) => (path === "/" ? "/_root.data" : `${path}.data`);

const texts = fc.oneof(
	{ arbitrary: fc.constantFrom(...HOSTILE_STRINGS), weight: 4 },
	{ arbitrary: fc.string({ unit: "binary", maxLength: 60 }), weight: 2 },
	{ arbitrary: fc.json({ maxDepth: 2 }), weight: 2 },
	{ arbitrary: fc.double().map(String), weight: 1 },
);

/** Percent-encoded once, twice, or as it is as far as an address can be. */
const encodings: readonly ((text: string) => string)[] = [
	encodeURIComponent,
	(text) => encodeURIComponent(encodeURIComponent(text)),
	(text) =>
		text
			.replaceAll(/[^\x21-\x7e]/gu, (letter) => encodeURIComponent(letter))
			.replaceAll(/[?#]/g, encodeURIComponent),
];
/** A lone half of a pair is no text that could be encoded. */
const whole = (text: string) => Buffer.from(text).toString();
const MALFORMED_PATHS = [
	"%",
	"%z",
	"%ff%fe",
	"%00",
	"%c0%ae%c0%ae",
	"..%2f..%2f",
	"%5c..%5c",
	".%2e",
	"a%0d%0aX-Run:%20yes",
	";a=b",
	"a;b",
	"%252e%252e",
	"%u0041",
	"//",
	"/./",
	"a//b",
	"con",
	"~",
	"*",
	"(x)",
	"'",
	"%e2%80%ae",
	"a".repeat(5000),
	"%2f".repeat(1500),
];

describe("a fuzzed request", { timeout: process.env.FUZZ_RUNS ? 24 * HOUR_MS : FIVE_MINUTES }, () => {
	it("gets a valid response for every search parameter of every route, all together and in small sets", async () => {
		const random = seededRandom(SEED);
		for (const [id, path] of addresses) {
			for (let run = 0; run < Math.ceil(RUNS / 60); run++) {
				const value = pickFrom(HOSTILE_STRINGS, random);
				const size = Math.max(
					1,
					Math.floor(MAX_PER_ADDRESS / (encodeURIComponent(whole(value)).length + 12)),
				);
				const names = [...parameters].sort(() => random() - 0.5).slice(0, random() < 0.5 ? size : 3);
				const query = new URLSearchParams(names.map((name) => [name, value])).toString();
				const role = pickFrom(ROLES, random);
				const place = random() < 0.4 ? asData(path) : path;
				const { status } = await get(`${place}?${query.slice(0, MAX_PER_ADDRESS)}`, {
					cookie: cookieOf(role),
				});
				expect(status, id).toBeGreaterThanOrEqual(200);
			}
		}
	});

	it("gets a valid response for made-up search parameters of any route", () =>
		fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...addresses.values()),
				fc.array(fc.tuple(fc.constantFrom(...parameters), texts), { minLength: 1, maxLength: 5 }),
				fc.constantFrom(...ROLES),
				async (path, pairs, role) => {
					const query = new URLSearchParams(pairs).toString().slice(0, MAX_PER_ADDRESS);
					await get(`${path}?${query}`, { cookie: cookieOf(role) });
				},
			),
			{ seed: SEED, numRuns: RUNS },
		));

	it("gets a valid response for any path parameter of a route in any encoding", async () => {
		const open = routes.map((route) => patternOf(route, routes)).filter((pattern) => /[:*]/.test(pattern));
		expect(open.length).toBeGreaterThan(15);
		const pathsOf = (segment: string) =>
			open.map((pattern) => pattern.replace(/:\w+|\*/, () => segment).replaceAll(/:\w+/g, "none"));
		const random = seededRandom(SEED);
		for (const malformed of MALFORMED_PATHS) {
			await get(pickFrom(pathsOf(malformed), random), { cookie: cookieOf("admin") });
			await get(`/${malformed}`, { cookie: cookieOf("visitor") });
		}
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...open),
				texts,
				fc.constantFrom(...encodings),
				fc.constantFrom(...ROLES),
				async (pattern, text, encode, role) => {
					const segment = encode(whole(text)).slice(0, MAX_PER_PATH);
					const path = pattern.replace(/:\w+|\*/, () => segment).replaceAll(/:\w+/g, "none");
					await get(path, { cookie: cookieOf(role) });
				},
			),
			{ seed: SEED, numRuns: RUNS },
		);
	});

	it("gets a valid response for any cookie and header", () =>
		fc.assert(
			fc.asyncProperty(
				fc.constantFrom(
					"/",
					"/store",
					"/mini-games/plinko",
					"/mini-games/crash",
					"/social",
					"/login",
					"/login/callback?code=x&state=x",
					"/api/bonus-hunt-slots?user=streamer",
					"/slot-images/none.webp",
					"/points",
					"/favicon.svg",
					"/live?topics=lobby",
				),
				fc.array(fc.tuple(fc.constantFrom(...COOKIES), texts), { maxLength: 3 }),
				fc.array(fc.tuple(fc.constantFrom(...HEADERS), texts), { maxLength: 3 }),
				fc.constantFrom(...ROLES),
				async (path, cookies, headers, role) => {
					const pairs = cookies.map(([name, value]) => `${name}=${asHeader(value)}`);
					const malformed = Object.fromEntries(headers.map(([name, value]) => [name, asHeader(value)]));
					// Node would wait for a body that never arrives, or for a 100 Continue.
					for (const name of ["content-length", "expect", "upgrade", "te"]) delete malformed[name];
					await get(path, { cookie: [cookieOf(role), ...pairs].join("; "), ...malformed });
				},
			),
			{ seed: SEED, numRuns: RUNS },
		));
});

/** Sends raw bytes. @returns the response bytes until either side closes the connection. */
function sendBytes(bytes: Uint8Array, quietMs: number): Promise<string> {
	const { port } = new URL(contentSite.site.origin);
	return new Promise((resolve) => {
		const socket = connect(Number(port), "localhost");
		let text = "";
		const end = () => {
			socket.destroy();
			resolve(text);
		};
		socket.setTimeout(quietMs, end).once("error", end).once("close", end);
		socket.on("data", (chunk) => {
			text += chunk.toString("latin1");
		});
		socket.write(bytes);
	});
}

const lines = (...all: string[]) => `${all.join("\r\n")}\r\n\r\n`;
const GARBAGE: readonly string[] = [
	"\r\n\r\n\r\n",
	"\0".repeat(1000),
	"GET\r\n\r\n",
	"GET /\r\n\r\n",
	lines("GET / HTTP/9.9", "Host: x"),
	lines("GET / HTTP/1.1"),
	lines("GET / HTTP/1.1", "Host: a", "Host: b"),
	lines("GET / HTTP/1.1", "Host: \0"),
	lines("GET / HTTP/1.1", "Host: a b:c@[::"),
	lines("GET / HTTP/1.1", "Host: x", "Cookie: a\0=b"),
	lines("GET / HTTP/1.1", "Host: x", " folded: yes"),
	lines("GET / HTTP/1.1", "Host : x"),
	lines("GET http://evil.example/ HTTP/1.1", "Host: localhost"),
	lines("GET //evil.example/%2f.. HTTP/1.1", "Host: localhost"),
	lines("GET * HTTP/1.1", "Host: localhost"),
	lines("OPTIONS * HTTP/1.1", "Host: localhost"),
	lines("CONNECT evil.example:443 HTTP/1.1", "Host: evil.example"),
	lines("TRACE / HTTP/1.1", "Host: localhost"),
	lines("RUN / HTTP/1.1", "Host: localhost"),
	lines("get / HTTP/1.1", "Host: localhost"),
	lines(`GET /${"a".repeat(40_000)} HTTP/1.1`, "Host: localhost"),
	lines("GET / HTTP/1.1", "Host: localhost", ...Array.from({ length: 3000 }, (_, at) => `X-${at}: y`)),
	lines("POST /preferences HTTP/1.1", "Host: localhost", "Content-Length: 5", "Transfer-Encoding: chunked"),
	lines("POST /preferences HTTP/1.1", "Host: localhost", "Content-Length: 5", "Content-Length: 6"),
	lines("POST /preferences HTTP/1.1", "Host: localhost", "Content-Length: -1"),
	lines("POST /preferences HTTP/1.1", "Host: localhost", "Content-Length: 99999999999999999999"),
	`${lines("POST /preferences HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked")}zz\r\nx\r\n0\r\n\r\n`,
	`${lines("POST /preferences HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked")}ffffffffffffffff\r\nx`,
	`${lines("POST /preferences HTTP/1.1", "Host: localhost", "Transfer-Encoding: gzip, chunked")}0\r\n\r\n`,
	`${lines("POST /preferences HTTP/1.1", "Host: localhost", "Transfer-Encoding: \x0bchunked")}0\r\n\r\n`,
	lines("GET / HTTP/1.1", "Host: localhost", "Upgrade: websocket", "Connection: Upgrade"),
	lines(
		"GET / HTTP/1.1",
		"Host: localhost",
		"Upgrade: h2c",
		"Connection: Upgrade, HTTP2-Settings",
		"HTTP2-Settings: AAA",
	),
	lines("GET / HTTP/1.1", "Host: localhost", "Expect: run"),
	lines("GET / HTTP/1.1", "Host: localhost", "Content-Length: 3", "Connection: close").concat("abc"),
	"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
	"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".padEnd(300, "\x00"),
	lines("GET / HTTP/1.1", "Host: localhost").repeat(30),
	"GET / HTTP/1.1\nHost: localhost\n\n",
];

describe("arbitrary bytes on a connection", {
	timeout: process.env.FUZZ_RUNS ? 24 * HOUR_MS : FIVE_MINUTES,
}, () => {
	/**
	 * The status of every response in the text. A body may contain anything, so only lines that form a status line count.
	 */
	const statuses = (text: string) =>
		[...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));

	async function sendAndCheck(bytes: Uint8Array, what: string) {
		const text = await sendBytes(bytes, 150);
		expect(
			statuses(text).filter((status) => status >= 500 && status !== 501 && status !== 505),
			what,
		).toEqual([]);
		expect(watched.newErrors(), what).toEqual([]);
	}

	it("are answered or the connection is closed, for known attacks", async () => {
		for (const text of GARBAGE)
			await sendAndCheck(Buffer.from(text, "latin1"), JSON.stringify(text.slice(0, 300)));
		expect((await get("/healthz", {})).status).toBe(200);
	});

	it("are answered or the connection is closed, for mutations of a valid request", async () => {
		const good = lines(
			"POST /preferences HTTP/1.1",
			"Host: localhost",
			"Sec-Fetch-Site: same-origin",
			"Content-Type: application/x-www-form-urlencoded",
			"Content-Length: 25",
			"Connection: close",
		).concat("theme=light&returnTo=/store");
		await fc.assert(
			fc.asyncProperty(
				fc.array(
					fc.tuple(
						fc.nat(good.length),
						fc.nat(30),
						fc.oneof(
							fc.uint8Array({ maxLength: 12 }),
							fc.constantFrom("\r\n", "\0", ":", " ", "\n", "\r\n\r\n").map((text) => Buffer.from(text)),
						),
					),
					{ minLength: 1, maxLength: 4 },
				),
				async (edits) => {
					let bytes = Buffer.from(good);
					for (const [at, taken, put] of edits)
						bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + taken)]);
					await sendAndCheck(bytes, JSON.stringify(bytes.toString("latin1")));
				},
			),
			{ seed: SEED, numRuns: Math.ceil(RUNS / 2) },
		);
		expect((await get("/healthz", {})).status).toBe(200);
		expect(await watched.broken()).toEqual([]);
	});
});
