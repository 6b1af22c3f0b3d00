/** Requests that no browser sends: every method, to every kind of route, in every shape that Node's HTTP server accepts or rejects. */

export interface HostileRequest {
	name: string;
	/** Sent one after the other. `CONTINUE` waits until the site has read the head. */
	parts: readonly (string | typeof CONTINUE)[];
	/** What the client does then: it reads the answer, closes the connection, or resets it. */
	ending: "read" | "close" | "reset";
}

export const CONTINUE = Symbol("100 Continue");

const METHODS = ["POST", "GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];
const WEBHOOKS = ["/hooks/twitch", "/hooks/kick"];
/** One of each kind of route, besides the webhooks and a built file. */
const TARGETS = [
	...["/", "/store", "/preferences", "/preferences.data", "/store.data", "/login", "/points"],
	...["/api/bonus-hunt-stats?user=a", "/live?topics=lobby,store", "/slot-images/a.webp", "/avatars/a.webp"],
	...["/share.png", "/sw.js", "/healthz", "/metrics", "/nothing-here"],
];

/** Above the limit of forms and webhooks, 64 KiB. */
const TOO_LONG = "x".repeat(100_000);
const CHUNK = 8192;
const FORM = "Content-Type: application/x-www-form-urlencoded\r\nSec-Fetch-Site: same-origin\r\n";
const CHUNKED = "Transfer-Encoding: chunked\r\n";
const BODY = "theme=light";
const LAST = "0\r\n\r\n";
const FOLLOWING = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
const chunksOf = (text: string) =>
	Array.from({ length: Math.ceil(text.length / CHUNK) }, (_, index) =>
		chunk(text.slice(index * CHUNK, (index + 1) * CHUNK)),
	);
const lengthOf = (text: string) => `Content-Length: ${text.length}\r\n`;
const head = (start: string, headers = "", connection = "close") =>
	`${start} HTTP/1.1\r\nHost: localhost\r\nConnection: ${connection}\r\n${FORM}${headers}\r\n`;

type Shape = Pick<HostileRequest, "parts" | "ending">;
const read = (...parts: HostileRequest["parts"]): Shape => ({ parts, ending: "read" });
/** The client leaves at this point: it closes the connection or resets it. */
const leaving = (name: string, parts: (start: string) => HostileRequest["parts"]) =>
	(["close", "reset"] as const).map(
		(ending) =>
			[`${name}, then a ${ending}`, (start: string): Shape => ({ parts: parts(start), ending })] as const,
	);

const SHAPES: readonly (readonly [name: string, of: (start: string) => Shape])[] = [
	["a plain request", (start) => read(head(start))],
	["a chunked body", (start) => read(head(start, CHUNKED), chunk(BODY), LAST)],
	["a chunked body that is too long", (start) => read(head(start, CHUNKED), ...chunksOf(TOO_LONG), LAST)],
	[
		"a chunked body that is too long on a connection that is kept",
		(start) => read(head(start, CHUNKED, "keep-alive"), ...chunksOf(TOO_LONG), LAST, FOLLOWING),
	],
	["a length that is too long", (start) => read(head(start, lengthOf(TOO_LONG)), TOO_LONG)],
	["a chunk without a size", (start) => read(head(start, CHUNKED), "zz\r\nabc\r\n", LAST)],
	[
		"a chunk without a size after too much",
		(start) => read(head(start, CHUNKED), ...chunksOf(TOO_LONG), "zz\r\n"),
	],
	["a chunk that is longer than its size", (start) => read(head(start, CHUNKED), "2\r\nabcdef\r\n", LAST)],
	["an expectation of 100", (start) => read(head(start, `Expect: 100-continue\r\n${lengthOf(BODY)}`), BODY)],
	["an unknown expectation", (start) => read(head(start, `Expect: 200-ok\r\n${lengthOf(BODY)}`), BODY)],
	[
		"pipelined requests",
		(start) =>
			read(head(start, lengthOf(BODY), "keep-alive") + BODY + head(start, "", "keep-alive") + FOLLOWING),
	],
	[
		"an upgrade to a WebSocket",
		(start) =>
			read(
				`${start} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
			),
	],
	["16 KB of headers", (start) => read(head(start, `X-A: ${"a".repeat(1000)}\r\n`.repeat(16)))],
	["15 KB of headers", (start) => read(head(start, `X-A: ${"a".repeat(1000)}\r\n`.repeat(14)))],
	...leaving("a part of the first line", (start) => [start]),
	...leaving("a part of the headers", (start) => [head(start, lengthOf(BODY)).slice(0, -20)]),
	...leaving("a part of the body", (start) => [
		head(start, `Expect: 100-continue\r\n${lengthOf(BODY)}`),
		CONTINUE,
		"theme",
	]),
	...leaving("a part of a chunked body that is too long", (start) => [
		head(start, `Expect: 100-continue\r\n${CHUNKED}`),
		CONTINUE,
		...chunksOf(TOO_LONG),
	]),
	...leaving("a whole body", (start) => [head(start, lengthOf(BODY)) + BODY]),
	...leaving("pipelined requests", (start) => [
		head(start, lengthOf(BODY), "keep-alive") + BODY + head(start, "", "keep-alive") + FOLLOWING,
	]),
];

/**
 * @param file the path of a built file.
 * @param isWhole whether to return the whole product; otherwise every pair of method, target and shape occurs at least once, and the
 * webhooks get a POST of every shape.
 */
export function hostileRequests(file: string, isWhole: boolean): HostileRequest[] {
	const targets = [...WEBHOOKS, ...TARGETS, file];
	return METHODS.flatMap((method, m) =>
		targets.flatMap((target, t) =>
			SHAPES.flatMap(([name, of], s) => {
				const isMessage = method === "POST" && WEBHOOKS.includes(target);
				if (!isWhole && !isMessage && (m + t + s) % METHODS.length !== 0) return [];
				const start = `${method} ${target}`;
				return [{ name: `${start}: ${name}`, ...of(start) }];
			}),
		),
	);
}
