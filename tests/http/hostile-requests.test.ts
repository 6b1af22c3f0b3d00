/** Requests that no browser sends, as bytes on a connection. */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CONTINUE, type HostileRequest, hostileRequests } from "../support/data/hostile-requests";
import { openSocket, sendRaw } from "../support/site/raw-http";
import { type Site, startSite } from "../support/site/site";
import { isLong } from "../support/test-size";

const AT_ONCE = 16;
/** After this time without an answer the client closes the connection, such as that of an event stream. */
const READ_MS = 1500;
const HALF_AN_HOUR = 30 * 60_000;

let site: Site;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000" } });
});
afterAll(() => site?.close());

const get = (path: string, cookie = "age-verified=true") =>
	fetch(site.origin + path, { headers: { accept: "text/html", cookie }, redirect: "manual" });

const submit = (body: BodyInit, headers: Record<string, string> = {}) =>
	fetch(`${site.origin}/preferences`, {
		method: "POST",
		headers: { accept: "text/html", "sec-fetch-site": "same-origin", ...headers },
		redirect: "manual",
		body,
	});

/** Errors, and exceptions that end a process: they are printed, and are not JSON. */
const faultsInLog = (from: number) =>
	site
		.logs()
		.slice(from)
		.split("\n")
		.filter((line) => line !== "" && !/^\{"level":"(debug|info|warn)"/.test(line));

const CLOSE = "Host: localhost\r\nConnection: close\r\n";
const FORM = `${CLOSE}Sec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
const BODY = "theme=light";

describe("a request with an ambiguous length", () => {
	const SMUGGLED = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
	const CHUNKED = "Transfer-Encoding: chunked\r\n";
	const EMPTY = `\r\n0\r\n\r\n${SMUGGLED}`;
	it.each([
		["Content-Length before chunked", `Content-Length: 5\r\n${CHUNKED}${EMPTY}`],
		["chunked before Content-Length", `${CHUNKED}Content-Length: 5\r\n${EMPTY}`],
		["chunked followed by another encoding", `Transfer-Encoding: chunked, identity\r\n${EMPTY}`],
		["an unknown transfer encoding", `Transfer-Encoding: xchunked\r\n${EMPTY}`],
		["a space before the colon", `Transfer-Encoding : chunked\r\n${EMPTY}`],
		["a vertical tab after the colon", `Transfer-Encoding:\x0bchunked\r\n${EMPTY}`],
		["two Transfer-Encoding headers", `${CHUNKED}Transfer-Encoding: x\r\n${EMPTY}`],
		["two Content-Length headers", `Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef${SMUGGLED}`],
		["a list of lengths", `Content-Length: 11, 11\r\n\r\n${BODY}${SMUGGLED}`],
		["a negative length", `Content-Length: -1\r\n\r\n${SMUGGLED}`],
		["a length with a sign", `Content-Length: +11\r\n\r\n${BODY}${SMUGGLED}`],
		["a length above the integer range", `Content-Length: 99999999999999999999\r\n\r\n${SMUGGLED}`],
		["a chunk without a valid size", `${CHUNKED}\r\nzz\r\nabc\r\n0\r\n\r\n${SMUGGLED}`],
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

	const lines = (...all: string[]) => `${all.join("\r\n")}\r\n\r\n`;
	const get11 = (...headers: string[]) => lines("GET / HTTP/1.1", ...headers);
	const chunked = (encoding: string) =>
		lines("POST /preferences HTTP/1.1", "Host: localhost", `Transfer-Encoding: ${encoding}`);
	it("causes no error of the server, whatever its bytes are", async () => {
		const before = site.logs().length;
		const requests = [
			...["\r\n\r\n\r\n", "\0".repeat(1000), "GET\r\n\r\n", "GET /\r\n\r\n", "GET / HTTP/1.1\nHost: x\n\n"],
			...[lines("GET / HTTP/9.9", "Host: x"), get11("Host: a", "Host: b"), get11("Host: \0")],
			...[get11("Host: x", "Cookie: a\0=b"), get11("Host: x", " folded: yes"), get11("Host : x")],
			...[lines("GET //evil.example/%2f.. HTTP/1.1", "Host: x"), lines("get / HTTP/1.1", "Host: x")],
			...[lines("GET http://evil.example/ HTTP/1.1", "Host: x"), lines("GET * HTTP/1.1", "Host: x")],
			...[lines("RUN / HTTP/1.1", "Host: x"), get11("Host: x", "Expect: run")],
			get11("Host: x", ...Array.from({ length: 3000 }, (_, at) => `X-${at}: y`)),
			`${chunked("chunked")}ffffffffffffffff\r\nx`,
			`${chunked("gzip, chunked")}0\r\n\r\n`,
			get11("Host: x", "Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAA"),
			get11("Host: x", "Content-Length: 3", "Connection: close").concat("abc"),
			get11("Host: x").repeat(30),
			"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".padEnd(300, "\x00"),
		];
		// Some leave the connection open.
		const replies = await Promise.all(requests.map((bytes) => sendRaw(site.origin, bytes, 1000)));
		const faults = replies.flatMap(({ statuses }, at) =>
			statuses.filter((status) => status >= 500 && status !== 501 && status !== 505).map(() => requests[at]),
		);
		expect(faults).toEqual([]);
		expect((await get("/healthz")).status).toBe(200);
		expect(faultsInLog(before)).toEqual([]);
	});

	it("with an incomplete body gets no answer, and others do", async () => {
		const request = `POST /preferences HTTP/1.1\r\n${FORM}Content-Length: 500\r\n\r\n${BODY}`;
		const socket = openSocket(site.origin, request);
		let answer = "";
		socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
		await once(socket, "connect");
		expect((await submit(new URLSearchParams({ theme: "light" }))).status).toBe(302);
		expect((await get("/healthz")).status).toBe(200);
		expect(answer).toBe("");
		socket.destroy();
	});
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
	const entity = "<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>";
	const prototypes = "__proto__[theme]=light&constructor.prototype.theme=light";
	const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n`;
	it.each<[string, BodyInit, Record<string, string>, number]>([
		["with 32,000 fields of one name", "a&".repeat(32_000), urlEncoded, 400],
		["with a thousand parts", `${part("a").repeat(1000)}--b--`, inParts, 400],
		["multipart without a boundary", part("a"), { "content-type": "multipart/form-data" }, 400],
		["multipart with another boundary", "--c\r\n\r\n--c--", inParts, 400],
		["multipart without an end", part("theme"), inParts, 400],
		["with 7,000 part headers", `--b\r\n${"X-A: b\r\n".repeat(7000)}\r\n\r\n--b--`, inParts, 400],
		["of a megabyte", "x".repeat(1_000_000), urlEncoded, 413],
		["with an encoding", Buffer.from("1f8b08", "hex"), { ...urlEncoded, "content-encoding": "gzip" }, 400],
		["with invalid UTF-8", Buffer.from("theme=\xff\xfe\xc3", "latin1"), urlEncoded, 400],
		["with a NUL", "theme=light%00", urlEncoded, 400],
		["with the content type JSON", '{"theme":"light"}', { "content-type": "application/json" }, 400],
		["with the content type XML", entity, { "content-type": "text/xml" }, 400],
		["with deeply nested field names", `theme${"[a]".repeat(5000)}=x`, urlEncoded, 400],
		["with names of the prototype", prototypes, urlEncoded, 400],
		["with a duplicate theme", "theme=dark&theme=light", urlEncoded, 400],
		["with an instruction for the form parser", "theme=light&__intent__=%7B%7D", urlEncoded, 400],
	])("is refused, and other requests are served: %s", async (_how, body, headers, status) => {
		const [answer, health] = await Promise.all([submit(body, headers), get("/healthz")]);
		expect([answer.status, health.status]).toEqual([status, 200]);
		expect(answer.headers.getSetCookie().join()).not.toContain("theme=");
		expect(await answer.text()).not.toMatch(/root:x|node_modules|\.js:\d/);
	});
});

it("idle and slow clients do not block the site", async () => {
	const openAll = (bytes = "") => Array.from({ length: 200 }, () => openSocket(site.origin, bytes));
	const heads = openAll("GET / HTTP/1.1\r\nHost: localhost\r\n");
	const bodies = openAll(
		`POST /preferences HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100\r\n\r\nt`,
	);
	const silent = openAll();
	try {
		for (let time = 0; time < 3; time += 1) {
			for (const socket of heads) socket.write("X-A: b\r\n");
			for (const socket of bodies) socket.write("h");
			expect((await get("/store")).status).toBe(200);
			expect((await submit(new URLSearchParams({ theme: "light" }))).status).toBe(302);
			expect((await get("/healthz")).status).toBe(200);
		}
	} finally {
		for (const socket of [...heads, ...bodies, ...silent]) socket.destroy();
	}
});

it("hostile cookies do not break the site", async () => {
	const names =
		"session language theme age-verified notice return-to games-demo crash-demo login __proto__ constructor social-posts toString";
	const values = [
		"",
		"%00",
		"%E0%A4%A",
		"a.b",
		"__proto__",
		"{}",
		'"><script>',
		"a".repeat(900),
		"null.null",
	];
	for (const value of [...values, "é"]) {
		const cookie = names
			.split(" ")
			.map((name) => `${name}=${value}`)
			.join("; ");
		for (const path of ["/", "/mini-games/plinko", "/mini-games/crash", "/login/callback", "/live"]) {
			const request = `GET ${path} HTTP/1.1\r\n${CLOSE}Cookie: ${cookie}\r\n\r\n`;
			const reply = await sendRaw(site.origin, Buffer.from(request));
			expect(reply.statuses[0], `${path} ${value.slice(0, 20)}`).toBeLessThan(500);
			expect(reply.text).not.toContain('"><script>');
		}
	}
	const many = Array.from({ length: 2500 }, (_, at) => `a${at}=b`).join("; ");
	expect((await get("/", many.slice(0, 15_000))).status).toBe(200);
});

it("the log has a separate valid line for each request, independent of its content", async () => {
	const reply = await sendRaw(
		site.origin,
		`GET /x%0a%7b%22level%22:%22error%22%7d%1b[31m?token=secret-value HTTP/1.1\r\n${CLOSE}User-Agent: {"level":"error"}\r\n\r\n`,
	);
	expect([302, 404]).toContain(reply.statuses[0]);
	await expect.poll(() => site.logs()).toContain("/x%0a");
	expect(site.logs()).not.toContain("secret-value");
	expect(site.logs()).not.toContain("\u001b");
	const lines = site.logs().split("\n").filter(Boolean);
	const events = lines.filter((line) => !line.startsWith("[remix-serve] http://")).map(eventOf);
	expect(events.filter(({ event, level }) => typeof event !== "string" || level === "error")).toEqual([]);
});

function eventOf(line: string): { line: string; event?: unknown; level?: unknown } {
	try {
		return { line, ...JSON.parse(line) };
	} catch {
		return { line };
	}
}

/** Sends a request as its shape says. Resolves when the connection is closed. */
async function send({ parts, ending }: HostileRequest): Promise<void> {
	const socket = connect(Number(new URL(site.origin).port), "localhost");
	let answer = "";
	socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
	socket.on("error", () => {});
	const closed = new Promise((resolve) => socket.once("close", resolve));
	socket.setTimeout(READ_MS, () => socket.destroy());
	await Promise.race([once(socket, "connect").catch(() => {}), closed]);
	for (const part of parts) {
		if (socket.destroyed) break;
		if (part !== CONTINUE) await new Promise((resolve) => socket.write(part, resolve));
		else if (answer === "") await Promise.race([once(socket, "data").catch(() => {}), closed]);
	}
	if (ending === "close") socket.destroy();
	if (ending === "reset") socket.resetAndDestroy();
	await closed;
}

it("no request ends the process or makes one of its listeners fail", { timeout: HALF_AN_HOUR }, async () => {
	const { pid } = site.process;
	const before = site.logs().length;
	const file = readdirSync("build/client/assets").find((name) => name.endsWith(".js"));
	const waiting = hostileRequests(`/assets/${file}`, isLong);
	const sending = new Set<string>();
	const sendAll = async () => {
		for (let next = waiting.shift(); next; next = waiting.shift()) {
			sending.add(next.name);
			await send(next);
			const what = `after one of\n${[...sending].join("\n")}\n${site.logs().slice(-2000)}`;
			expect(site.process.exitCode, what).toBe(null);
			sending.delete(next.name);
		}
	};
	await Promise.all(Array.from({ length: AT_ONCE }, sendAll));
	expect((await get("/healthz")).status).toBe(200);
	expect(site.process.pid).toBe(pid);
	expect(faultsInLog(before)).toEqual([]);
});
