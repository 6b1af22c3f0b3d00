import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addRecords, TABLE } from "../../support/data/access-table";
import { openSocket, sendRaw } from "../../support/site/raw-http";
import { signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

/** A name that only admins may see. */
const MARKED = "marked_person";

let site: Site;
let admin: string;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "100" } });
	addRecords(site);
	admin = await signInWithCookies(site, "admin");
	const marked = await signInWithCookies(site, MARKED);
	const { path, post } = TABLE["routes/store.$id.redeem"] ?? {};
	const redeemed = await submit(path ?? "", post?.fields() ?? {}, { cookie: marked });
	expect(redeemed.headers.get("location")).toContain("order=");
});
afterAll(() => site?.close());

const get = (path: string, headers: Record<string, string> = {}) =>
	fetch(site.origin + path, {
		headers: { accept: "text/html", cookie: "age-verified=true", ...headers },
		redirect: "manual",
	});

function submit(path: string, body: BodyInit | Record<string, string>, headers: Record<string, string> = {}) {
	const isFields = Object.getPrototypeOf(body) === Object.prototype;
	return fetch(site.origin + path, {
		method: "POST",
		headers: { accept: "text/html", "sec-fetch-site": "same-origin", ...headers },
		redirect: "manual",
		body: isFields ? new URLSearchParams(body as Record<string, string>) : (body as BodyInit),
	});
}

const CLOSE = "Host: localhost\r\nConnection: close\r\n";
const FORM = `${CLOSE}Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
const BODY = "theme=light";

describe("a request with an ambiguous length", () => {
	const SMUGGLED = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
	it.each([
		[
			"Content-Length before chunked",
			`Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
		],
		[
			"chunked before Content-Length",
			`Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${SMUGGLED}`,
		],
		[
			"chunked followed by another encoding",
			`Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${SMUGGLED}`,
		],
		["an unknown transfer encoding", `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
		["a space before the colon", `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
		["a vertical tab after the colon", `Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`],
		[
			"two Transfer-Encoding headers",
			`Transfer-Encoding: chunked\r\nTransfer-Encoding: x\r\n\r\n0\r\n\r\n${SMUGGLED}`,
		],
		["two Content-Length headers", `Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef${SMUGGLED}`],
		["a list of lengths", `Content-Length: 11, 11\r\n\r\n${BODY}${SMUGGLED}`],
		["a negative length", `Content-Length: -1\r\n\r\n${SMUGGLED}`],
		["a length with a sign", `Content-Length: +11\r\n\r\n${BODY}${SMUGGLED}`],
		["a length above the integer range", `Content-Length: 99999999999999999999\r\n\r\n${SMUGGLED}`],
		["a chunk without a valid size", `Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n${SMUGGLED}`],
		["a folded header", `X-A: b\r\n Content-Length: 5\r\n\r\n${SMUGGLED}`],
		["lines without a carriage return", `Content-Length: 11\n\n${BODY}${SMUGGLED}`],
	])("is refused, and the bytes after it are ignored: %s", async (_how, rest) => {
		const reply = await sendRaw(site.origin, `POST /preferences HTTP/1.1\r\n${FORM}${rest}`);
		expect(reply.closed, reply.text).toBe(true);
		expect(reply.statuses).toEqual([400]);
	});
});

describe("a malformed request", () => {
	it.each([
		["with an unknown method", `FOO / HTTP/1.1\r\n${CLOSE}\r\n`, [400]],
		["with the method CONNECT", `CONNECT evil.example:443 HTTP/1.1\r\n${CLOSE}\r\n`, []],
		["with the method TRACE", `TRACE / HTTP/1.1\r\n${CLOSE}X-Secret: s\r\n\r\n`, [405]],
		["with the method OPTIONS", `OPTIONS * HTTP/1.1\r\n${CLOSE}\r\n`, [405]],
		["with the method PUT", `PUT /preferences HTTP/1.1\r\n${FORM}Content-Length: 11\r\n\r\n${BODY}`, [405]],
		["without a Host header", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", [400]],
		["with a NUL in its path", `GET /a\0b HTTP/1.1\r\n${CLOSE}\r\n`, [400]],
		["with a NUL in a header", `GET / HTTP/1.1\r\n${CLOSE}X-A: a\0b\r\n\r\n`, [400]],
		["with invalid bytes in its path", `GET /\xff\xfe HTTP/1.1\r\n${CLOSE}\r\n`, [400]],
		["with an HTTP/2 preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
		["with a TLS handshake", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", [400]],
		["with an unknown expectation", `POST /preferences HTTP/1.1\r\n${FORM}Expect: 200-ok\r\n\r\n`, [417]],
		["with a head of 20 KB", `GET / HTTP/1.1\r\n${CLOSE}Cookie: ${"a=b; ".repeat(4000)}\r\n\r\n`, [431]],
		["with a URL of 20 KB", `GET /${"a".repeat(20_000)} HTTP/1.1\r\n${CLOSE}\r\n`, [431]],
		[
			"with an endless chunk extension",
			`POST /preferences HTTP/1.1\r\n${FORM}Transfer-Encoding: chunked\r\n\r\nb;${"x=y;".repeat(10_000)}\r\n`,
			[413],
		],
	])("is refused: %s", async (_how, request, statuses) => {
		const reply = await sendRaw(site.origin, request);
		expect(reply.closed, reply.text).toBe(true);
		expect(reply.statuses).toEqual(statuses);
		expect(reply.text).not.toMatch(/X-Secret|node_modules|\.js:\d/);
	});

	it("with an incomplete body has no effect", async () => {
		const request = `POST /preferences HTTP/1.1\r\n${FORM}Content-Length: 500\r\n\r\n${BODY}`;
		const reply = await sendRaw(site.origin, request, 300);
		expect(reply.text).toBe("");
		expect((await get("/healthz")).status).toBe(200);
	});
});

describe("a manipulated URL", () => {
	const PAGES = ["/orders", "/user-points/export"];
	/** Notations of a path that have bypassed the access checks of other sites. */
	const bypassesOf = (path: string): [string, Record<string, string>?][] => [
		[path],
		[`/${path}`],
		[`${path}/`],
		[`${path}//`],
		[`/.${path}`],
		[`/store/%2e%2e${path}`],
		[`/store/..;${path}`],
		[`${path};a=b`],
		[`${path}%2f`],
		[`${path}%00`],
		[`${path}%20`],
		[`${path}?`],
		[path.toUpperCase()],
		[path.replace("/", "/%")],
		[path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`)],
		[`${path}.data`],
		[`${path}.data?_routes=routes${path.replace("/export", ".export")}`],
		[`/_root.data?_routes=routes${path.replace("/export", ".export")}`],
		[`${path}?_data=routes${path.replace("/export", ".export")}`],
		[`/static/..%2f..${path}`],
		["/", { "x-original-url": path, "x-rewrite-url": path }],
		[path, { "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1", "x-forwarded-host": "localhost" }],
		[path, { "x-http-method-override": "POST", "x-user": "admin", authorization: "Bearer admin" }],
	];

	it.each(PAGES)("does not lead a visitor to %s", async (path) => {
		const shown = await (await get(path, { cookie: `${admin}; age-verified=true` })).text();
		expect(shown, "an admin sees it").toContain(MARKED);
		for (const [address, headers] of bypassesOf(path)) {
			const answer = await get(address, headers);
			expect(answer.status, address).toBeLessThan(500);
			expect(await answer.text(), address).not.toContain(MARKED);
		}
	});

	it.each([
		"/.env",
		"/.git/config",
		"/.vite/manifest.json",
		"/package.json",
		"/assets/../../server/index.js",
		"/assets/%2e%2e/%2e%2e/server/index.js",
		"/assets/..%2f..%2fserver%2findex.js",
		"/assets/..%5c..%5cserver%5cindex.js",
		"/..\\..\\package.json",
		"/favicon.svg%00.txt",
		"/slot-images/..%2fsite.sqlite",
		"/slot-images/%2e%2e%2fsite.sqlite",
		"/slot-images/..%5csite.sqlite",
		"/slot-images/a%00.webp",
		"/slot-images/.webp",
		"/api/image-proxy?name=../site.sqlite",
		"/api/image-proxy?name=http://localhost:1/a.png",
		"/api/image-proxy?name=file:///etc/passwd",
	])("does not return a server file: %s", async (path) => {
		const reply = await sendRaw(site.origin, `GET ${path} HTTP/1.1\r\n${CLOSE}\r\n`);
		expect([302, 400, 404]).toContain(reply.statuses[0]);
		expect(reply.text).not.toMatch(/SQLite format|root:x|"dependencies"|import /);
	});
});

it("no served file reveals source code", () => {
	const files = readdirSync("build/client", { recursive: true, encoding: "utf8" });
	expect(files.filter((name) => /\.map$|(^|\/)\./.test(name))).toEqual([]);
	const scripts = files.filter((name) => name.endsWith(".js"));
	expect(scripts.length).toBeGreaterThan(10);
	for (const name of scripts) {
		const text = readFileSync(join("build/client", name), "utf8");
		expect(/sourceMappingURL|SESSION_SECRET|better-sqlite3|\/work\/|\/tmp\//.exec(text), name).toBeNull();
	}
});

describe("a request with a forged Host header", () => {
	it.each(["evil.example", "evil.example:99999", "a b", "[::", "x/orders?", "%00", "localhost@evil.example"])(
		"gets a response with the site's own origin only: %s",
		async (host) => {
			for (const path of ["/fairness", "/login", "/orders"]) {
				const head = `Host: ${host}\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\nForwarded: host=evil.example`;
				const request = `GET ${path} HTTP/1.1\r\n${head}\r\nReferer: https://evil.example/\r\nConnection: close\r\nCookie: age-verified=true\r\n\r\n`;
				const reply = await sendRaw(site.origin, request);
				expect([200, 302], path).toContain(reply.statuses[0]);
				expect(reply.text).not.toContain("evil.example");
			}
		},
	);
});

describe("a malformed body", () => {
	const urlEncoded = { "content-type": "application/x-www-form-urlencoded" };
	const inParts = { "content-type": "multipart/form-data; boundary=b" };
	const part = (name: string, more = "") =>
		`--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`;
	const bodies: [string, BodyInit, Record<string, string>, number][] = [
		["with 32,000 fields of one name", "a&".repeat(32_000), urlEncoded, 400],
		["with a thousand parts", `${part("a").repeat(1000)}--b--`, inParts, 400],
		["multipart without a boundary", part("a"), { "content-type": "multipart/form-data" }, 400],
		["multipart with another boundary", "--c\r\n\r\n--c--", inParts, 400],
		["multipart without an end", part("theme"), inParts, 400],
		["with 7,000 part headers", `--b\r\n${"X-A: b\r\n".repeat(7000)}\r\n\r\n--b--`, inParts, 400],
		["of a megabyte", "x".repeat(1_000_000), urlEncoded, 413],
		[
			"with a content encoding",
			Buffer.from("1f8b08", "hex"),
			{ ...urlEncoded, "content-encoding": "gzip" },
			400,
		],
		["with invalid UTF-8", Buffer.from("theme=\xff\xfe\xc3", "latin1"), urlEncoded, 400],
		["with a NUL", "theme=light%00", urlEncoded, 400],
		["with the content type JSON", '{"theme":"light"}', { "content-type": "application/json" }, 400],
		[
			"with the content type XML",
			"<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>",
			{ "content-type": "text/xml" },
			400,
		],
		["with deeply nested field names", `theme${"[a]".repeat(5000)}=x`, urlEncoded, 400],
		[
			"with names of the prototype",
			"__proto__[theme]=light&constructor.prototype.theme=light",
			urlEncoded,
			400,
		],
		["with a duplicate theme", "theme=dark&theme=light", urlEncoded, 400],
		["with an instruction for the form parser", "theme=light&__intent__=%7B%7D", urlEncoded, 400],
	];

	it.each(bodies)(
		"is refused immediately, and other requests are served during that time: %s",
		async (_how, body, headers, expectedStatus) => {
			const started = performance.now();
			const [answer, health] = await Promise.all([submit("/preferences", body, headers), get("/healthz")]);
			expect(answer.status).toBe(expectedStatus);
			expect(health.status).toBe(200);
			expect(answer.headers.getSetCookie().join()).not.toContain("theme=");
			expect(await answer.text()).not.toMatch(/root:x|node_modules|\.js:\d/);
			// A complete parse takes 8 s.
			expect(performance.now() - started).toBeLessThan(7000);
		},
	);
});

it("idle and slow clients do not block the site", async () => {
	const heads = Array.from({ length: 200 }, () =>
		openSocket(site.origin, "GET / HTTP/1.1\r\nHost: localhost\r\n"),
	);
	const bodies = Array.from({ length: 200 }, () =>
		openSocket(
			site.origin,
			`POST /preferences HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nt`,
		),
	);
	const silent = Array.from({ length: 200 }, () => openSocket(site.origin));
	const dripping = setInterval(() => {
		for (const socket of heads) socket.write("X-A: b\r\n");
		for (const socket of bodies) socket.write("h");
	}, 100);
	try {
		for (let time = 0; time < 3; time += 1) {
			expect((await get("/store")).status).toBe(200);
			expect((await submit("/preferences", { theme: "light" })).status).toBe(302);
			expect((await get("/healthz")).status).toBe(200);
		}
	} finally {
		clearInterval(dripping);
		for (const socket of [...heads, ...bodies, ...silent]) socket.destroy();
	}
});

it("hostile cookies do not break the site", async () => {
	const values = [
		"",
		"%00",
		"%E0%A4%A",
		"a.b",
		"__proto__",
		"{}",
		'"><script>',
		"a".repeat(3000),
		"null.null",
		"é",
	];
	const names = [
		"session",
		"language",
		"theme",
		"age-verified",
		"notice",
		"return-to",
		"plinko-demo",
		"crash-demo",
	];
	const more = ["login", "__proto__", "constructor", "social-posts", "toString"];
	for (const value of values) {
		const cookie = [...names, ...more].map((name) => `${name}=${value.slice(0, 900)}`).join("; ");
		for (const path of ["/", "/mini-games/plinko", "/mini-games/crash", "/login/callback", "/live"]) {
			const reply = await sendRaw(
				site.origin,
				Buffer.from(`GET ${path} HTTP/1.1\r\n${CLOSE}Cookie: ${cookie}\r\n\r\n`),
			);
			expect(reply.statuses[0], `${path} ${value.slice(0, 20)}`).toBeLessThan(500);
			expect(reply.text).not.toContain('"><script>');
		}
	}
	const many = Array.from({ length: 2500 }, (_, at) => `a${at}=b`)
		.join("; ")
		.slice(0, 15_000);
	expect((await get("/", { cookie: many })).status).toBe(200);
});

it("duplicate parameters and names of prototypes do not break a page", async () => {
	const polluted =
		"q=1&q=2&status=__proto__&status=created&sort=__proto__&sort=constructor&order=1&order=2&edit=__proto__&after=%7B%22__proto__%22%3A1%7D&before=1&user=a&user=b&show=toString&language=__proto__&round=__proto__&period=__proto__&board=constructor&page=-1&page=1e999&__proto__[polluted]=1&constructor[prototype][polluted]=1&__proto__.polluted=1&nonce=1e999&target=NaN";
	for (const [id, row] of Object.entries(TABLE)) {
		if (/logout|live$/.test(id)) continue;
		const address = `${row.path}${row.path.includes("?") ? "&" : "?"}${polluted}`;
		const answer = await get(address, { cookie: `${admin}; age-verified=true` });
		expect(answer.status, address).toBeLessThan(500);
		expect(await answer.text(), address).not.toContain('polluted":"1');
	}
});

it("the log has a separate valid line for each request, independent of its content", async () => {
	const reply = await sendRaw(
		site.origin,
		`GET /x%0a%7b%22level%22:%22error%22%7d%1b[31m?token=secret-value HTTP/1.1\r\n${CLOSE}User-Agent: {"level":"error"}\r\n\r\n`,
	);
	expect([302, 404]).toContain(reply.statuses[0]);
	await expect.poll(() => site.logs()).toContain("/x%0a");
	const lines = site.logs().split("\n").filter(Boolean);
	const others = lines.filter((line) => {
		try {
			return typeof JSON.parse(line).event !== "string";
		} catch {
			return !line.startsWith("[remix-serve] http://");
		}
	});
	expect(others).toEqual([]);
	expect(site.logs()).not.toContain("secret-value");
	expect(site.logs()).not.toContain("\u001b");
	const failed = lines.filter((line) => line.startsWith("{") && JSON.parse(line).level === "error");
	expect(failed).toEqual([]);
});
