/**
 * Clients in a separate process that send a fixed number of requests per second regardless of the responses (open
 * loop).
 */
import { Agent, request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { needsLeader } from "~/http/unavailable.server";
import { decodeData } from "../../tests/support/site/single-fetch";

export type Order =
	| { do: "open"; origins: string[]; cookies: string[]; itemId: string }
	/** `pages`: the share of requests that read pages; the others play. */
	| { do: "rate"; perSecond: number; pages?: number }
	| { do: "reset" }
	| { do: "report" };

export const KINDS = ["page", "act", "health"] as const;
export type Kind = (typeof KINDS)[number];

export interface Tally {
	sent: number;
	answered: number;
	rejected: number;
	faults: string[];
	/** Sorted times in ms to the last byte of answered requests. */
	waits: number[];
}
export type Report = Record<Kind, Tally> & {
	/** p99 of this process's event loop delay in ms. */
	ownLag: number;
};

const TURN_MS = 5;
const HEALTH_MS = 250;
const TIMEOUT_MS = 30_000;
const PATHS = ["/", "/store", "/mini-games", "/bonus-hunt", "/slots", "/mini-games/plinko"];
const MAX_FLIGHT_MS = 3000;

/** Shorter than the server keeps idle connections, because a request on a connection that it closes would fail. */
const IDLE_MS = 3000;

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, timeout: IDLE_MS });
const lag = monitorEventLoopDelay({ resolution: 10 });
/** The site's processes, the leader first. */
let origins: string[] = [];
let turn = 0;
let cookies: string[] = [];
let itemId = "";
let perSecond = 0;
let pages = 0;
let tallies = emptyTallies();

function emptyTallies(): Record<Kind, Tally> {
	const emptyTally = (): Tally => ({ sent: 0, answered: 0, rejected: 0, faults: [], waits: [] });
	return { page: emptyTally(), act: emptyTally(), health: emptyTally() };
}

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

/** What only the leader answers goes to it, and the rest to each process in turn, as a proxy does. */
const originFor = (path: string): string =>
	origins[needsLeader(path) ? 0 : turn++ % origins.length] as string;

function send(kind: Kind, path: string, cookie: string, form?: string): Promise<Buffer | undefined> {
	const tally = tallies[kind];
	tally.sent += 1;
	const start = performance.now();
	const headers = {
		cookie,
		accept: path.endsWith(".data") ? "*/*" : "text/html",
		"sec-fetch-site": "same-origin",
		"accept-encoding": form ? "identity" : "gzip",
		...(form && { "content-type": "application/x-www-form-urlencoded", "content-length": form.length }),
	};
	return new Promise((resolve) => {
		const fail = (fault: string) => {
			tally.faults.push(`${path}: ${fault}`);
			resolve(undefined);
		};
		const outgoing = request(
			originFor(path) + path,
			{ agent, headers, method: form ? "POST" : "GET", timeout: TIMEOUT_MS },
			(answer) => {
				const parts: Buffer[] = [];
				answer.on("data", (part: Buffer) => void (form && parts.push(part)));
				answer.once("error", (error) => fail(error.message));
				answer.once("end", () => {
					const { statusCode = 0, headers } = answer;
					if (statusCode === 503 && headers["retry-after"]) tally.rejected += 1;
					else if (statusCode >= 500) return fail(String(statusCode));
					else {
						tally.answered += 1;
						tally.waits.push(performance.now() - start);
					}
					resolve(Buffer.concat(parts));
				});
			},
		);
		outgoing.once("timeout", () => outgoing.destroy(new Error("timeout")));
		outgoing.once("error", (error) => fail(error.message));
		outgoing.end(form);
	});
}

function readPage() {
	const cookie = Math.random() < 0.5 ? pick(cookies) : "age-verified=true";
	const path = pick(PATHS);
	const isData = Math.random() < 0.3 && path !== "/";
	void send("page", isData ? `${path}.data` : path, cookie);
}

async function flySolo(cookie: string) {
	const form = `intent=place&idempotencyKey=${crypto.randomUUID()}&stake=10`;
	const body = await send("act", "/mini-games/crash.data", cookie, form);
	const { data } = (body ? await decodeData(new Uint8Array(body)).catch(() => ({})) : {}) as {
		data?: { betId?: string };
	};
	if (!data?.betId) return;
	const cashOut = `intent=cash-out&betId=${data.betId}`;
	setTimeout(() => {
		void send("act", "/mini-games/crash.data", cookie, cashOut);
	}, Math.random() * MAX_FLIGHT_MS);
}

function act() {
	const cookie = pick(cookies);
	const idempotencyKey = crypto.randomUUID();
	const chance = Math.random();
	if (chance < 0.6) {
		const form = `intent=play&idempotencyKey=${idempotencyKey}&stake=10&balls=10`;
		void send("act", "/mini-games/plinko.data", cookie, form);
	} else if (chance < 0.9) void flySolo(cookie);
	else
		void send(
			"act",
			`/store/${itemId}/redeem.data`,
			cookie,
			`idempotencyKey=${idempotencyKey}&revision=1&price=100&stock=1`,
		);
}

let due = 0;
let lastAt = performance.now();
setInterval(() => {
	const now = performance.now();
	due += ((now - lastAt) / 1000) * perSecond;
	lastAt = now;
	for (; due >= 1; due -= 1) {
		if (Math.random() < pages) readPage();
		else act();
	}
}, TURN_MS);
setInterval(() => {
	if (perSecond > 0) void send("health", "/healthz", "");
}, HEALTH_MS);
lag.enable();

process.on("message", (order: Order) => {
	if (order.do === "open") ({ origins, cookies, itemId } = order);
	if (order.do === "rate") ({ perSecond, pages = 0.75 } = order);
	if (order.do === "reset") {
		tallies = emptyTallies();
		lag.reset();
	}
	if (order.do !== "report") return void process.send?.({});
	for (const kind of KINDS) tallies[kind].waits.sort((a, b) => a - b);
	process.send?.({ ...tallies, ownLag: lag.percentile(99) / 1e6 });
});
process.on("disconnect", () => process.exit());
