/**
 * Attack on the timing of a cash-out: the attacker keeps half-sent forms open and the process busy, sends a cash-out
 * every 90 ms on a separate connection, and aborts the old ones. When the stream reports the crash, the attacker aborts
 * all but the last few.
 */
import { type ClientRequest, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "db/open";
import { afterAll, beforeAll, expect, it } from "vitest";
import { multiplierAt, TICK_MS } from "~/games/crash/engine/curve";
import { addChain } from "../../support/data/crash-rows";
import { openViewers } from "../../support/site/crowd-viewers";
import { EventStream } from "../../support/site/event-stream";
import { openRows } from "../../support/site/rows";
import { signInWithCookies } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import { type Site, startSite } from "../../support/site/site";
import { sized } from "../../support/test-size";

const ROUNDS = sized(3, 10);
/** Starts with 12 flights that end between 1.50x and 5.00x: long enough for the attack, short enough to wait for. */
const CHAIN = { id: "attacked-flights-40335", length: 12 };
const CASH_OUT_EVERY_MS = 90;
const WITHDRAWN_AFTER_MS = 900;
const KEPT_AT_THE_CRASH = 3;
const HALF_SENT = { initial: 75, everyMs: 27, sentBytes: 17_000, totalBytes: 60_000 };
const WALKERS = 6;
/** The log has a resolution of 1 ms, and a tick is decided at its boundary. */
const TOLERANCE_MS = TICK_MS;
/** How long a busy machine may suspend the process between a decision and its line in the log. */
const SUSPENDED_MS = 1000;

let site: Site;
let cookies: string[];
const ends: (() => void)[] = [];

beforeAll(async () => {
	site = await startSite({
		seed: true,
		env: { RATE_LIMIT_SCALE: "1000", LOG_LEVEL: "debug", CRASH_PAUSE_SCALE: "0.2" },
	});
	await site.stop();
	const db = openDatabase(site.databaseUrl);
	await addChain(db, CHAIN.id, CHAIN.length, "2099-01-01T00:00:00.000Z");
	await db.destroy();
	await site.restart();
	const admin = await signInWithCookies(site, "admin");
	await postForm(`${site.origin}/mini-games`, { cookie: admin }, { intent: "start" });
	const viewers = openViewers(site);
	cookies = viewers.signInAll(viewers.register(ROUNDS + 1, 1_000_000));
	viewers.close();
	keepBusy();
});
afterAll(async () => {
	for (const end of ends) end();
	await site?.close();
});

/** Opens a growing number of half-sent game forms and requests the most expensive page in a loop. */
function keepBusy() {
	const { port, host } = new URL(site.origin);
	const sockets = new Set<Socket>();
	const head = `POST /mini-games/crash HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${HALF_SENT.totalBytes}\r\n\r\n`;
	const sendHalf = () => {
		const socket = connect(Number(port), "localhost");
		sockets.add(socket);
		socket.on("error", () => {}).once("close", () => sockets.delete(socket));
		socket.write(head + "a".repeat(HALF_SENT.sentBytes));
		for (const oldest of sockets) {
			if (sockets.size <= 4 * HALF_SENT.initial) break;
			sockets.delete(oldest);
			oldest.destroy();
		}
	};
	for (let at = 0; at < HALF_SENT.initial; at++) sendHalf();
	const timer = setInterval(sendHalf, HALF_SENT.everyMs);
	let isOver = false;
	for (let at = 0; at < WALKERS; at++) void walk();
	async function walk() {
		const hash = "0".repeat(64);
		while (!isOver) {
			await fetch(`${site.origin}/fairness/live-crash?walk=1&hash=${hash}`).then(
				(answer) => answer.arrayBuffer(),
				() => sleep(100),
			);
		}
	}
	ends.push(() => {
		isOver = true;
		clearInterval(timer);
		for (const socket of sockets) socket.destroy();
	});
}

/** Tracks the round and phase that a stream reports. */
function follow(path: string, cookie: string) {
	const stream = new EventStream(site.origin, path, { cookie });
	const seen = { round: "", phase: "" };
	stream.socket.on("data", () => {
		for (const [, round = "", phase = ""] of stream.text.matchAll(/"id":"([\w-]+)","phase":"(\w+)"/g)) {
			Object.assign(seen, { round, phase });
		}
		stream.text = stream.text.slice(-4096);
	});
	ends.push(() => stream.close());
	return {
		seen,
		async until(condition: () => boolean) {
			for (const deadline = Date.now() + 110_000; !condition(); await sleep(2)) {
				if (Date.now() > deadline) throw new Error(`The state stayed ${JSON.stringify(seen)}.`);
			}
		},
	};
}

interface Attempt {
	sentAt: number;
	request: ClientRequest;
}

function sendCashOut(path: string, cookie: string, betId: string): Attempt {
	const body = `intent=cash-out&betId=${betId}`;
	const headers = {
		...{ cookie, "sec-fetch-site": "same-origin", "content-length": body.length },
		"content-type": "application/x-www-form-urlencoded",
	};
	const sent = request(`${site.origin}${path}.data`, { method: "POST", agent: false, headers }, (answer) =>
		answer.resume(),
	);
	sent.on("error", () => {});
	sent.end(body);
	return { sentAt: Date.now(), request: sent };
}

/** @returns the id of the bet that the attack used. */
async function attack(path: string, topic: string, cookie: string): Promise<string> {
	const { seen, until } = follow(`/live?topics=${topic}`, cookie);
	let betId: string | undefined;
	while (betId === undefined) {
		if (path.endsWith("/crash")) await postForm(site.origin + path, { cookie }, { intent: "start" });
		await until(() => seen.phase === "waiting");
		const bet = { intent: "place", idempotencyKey: crypto.randomUUID(), stake: 100 };
		const { data } = await postForm(site.origin + path, { cookie }, bet);
		({ betId } = data as { betId?: string });
		if (betId === undefined) await sleep(50);
	}
	const { round } = seen;
	await until(() => seen.round !== round || seen.phase === "flying" || seen.phase === "crashed");
	const attempts: Attempt[] = [];
	for (let nextAt = Date.now(); seen.round === round && seen.phase === "flying"; await sleep(2)) {
		if (Date.now() >= nextAt) {
			nextAt += CASH_OUT_EVERY_MS;
			attempts.push(sendCashOut(path, cookie, betId));
		}
		for (const { sentAt, request } of attempts) {
			if (Date.now() - sentAt > WITHDRAWN_AFTER_MS) request.destroy();
		}
	}
	for (const { request } of attempts.slice(0, -KEPT_AT_THE_CRASH)) request.destroy();
	// A cash-out after the crash is too late.
	sendCashOut(path, cookie, betId);
	await sleep(500);
	return betId;
}

interface Line {
	time: string;
	event: string;
	roundId: string;
	betId?: string;
	multiplier?: number;
}

/** The engine's decisions about a round, in log order. */
const decisionsOf = (roundId: string): Line[] =>
	site
		.logs()
		.split("\n")
		.filter((line) => line.includes('"event":"crash-') && line.includes(roundId))
		.map((line) => JSON.parse(line) as Line);

function readBet(betId: string) {
	const rows = openRows(site);
	const bet = rows.one(
		`select crash_bets.status, cash_out_multiplier as multiplier, payout, amount, round_id as "roundId", crash_point as "crashPoint"
		from crash_bets join crash_rounds on crash_rounds.id = round_id where crash_bets.id = ?`,
		betId,
	) as Record<string, string | number | null>;
	rows.close();
	return bet;
}

async function checkBet(betId: string) {
	// The stream reports the crash before it is stored and logged.
	await expect.poll(() => readBet(betId).status, { timeout: 30_000 }).not.toBe("active");
	const bet = readBet(betId);
	await expect
		.poll(() => decisionsOf(String(bet.roundId)).map(({ event }) => event), { timeout: 30_000 })
		.toContain("crash-flight-ended");
	const lines = decisionsOf(String(bet.roundId));
	const started = lines.find(({ event }) => event === "crash-flight-started");
	const ended = lines.findIndex(({ event }) => event === "crash-flight-ended");
	const own = lines.filter((line) => line.event === "crash-cash-out" && line.betId === betId);
	if (bet.status === "lost") {
		expect(own, "a lost bet has no accepted cash-out").toEqual([]);
		return { paid: 0, status: "lost" };
	}
	expect(bet.status).toBe("cashed_out");
	expect(own, "a bet has exactly one accepted cash-out").toHaveLength(1);
	const [decided] = own as [Line];
	expect(ended).toBeGreaterThan(-1);
	expect(lines.indexOf(decided), "the cash-out is decided before the crash").toBeLessThan(ended);
	expect(bet.multiplier).toBe(decided.multiplier);
	const elapsed = Date.parse(decided.time) - Date.parse(started?.time ?? "");
	// The multiplier of an honest cash-out that is decided in the same step.
	expect(Number(bet.multiplier)).toBeGreaterThanOrEqual(multiplierAt(Math.max(0, elapsed - SUSPENDED_MS)));
	expect(Number(bet.multiplier)).toBeLessThanOrEqual(
		Math.min(multiplierAt(elapsed + TOLERANCE_MS), Number(bet.crashPoint)),
	);
	expect(bet.payout).toBe(Math.floor((Number(bet.amount) * Number(bet.multiplier)) / 100));
	return { paid: Number(bet.payout), status: "cashed_out" };
}

it(`pays no cash-out that was decided after the crash, in ${ROUNDS} solo and ${ROUNDS} live rounds under attack`, async () => {
	const solo = cookies
		.slice(0, ROUNDS)
		.map(async (cookie) => checkBet(await attack("/mini-games/crash", "solo-crash", cookie)));
	const live = async () => {
		const outcomes: { paid: number; status: string }[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const betId = await attack("/mini-games/live-crash", "live-crash", cookies[ROUNDS] ?? "");
			outcomes.push(await checkBet(betId));
		}
		return outcomes;
	};
	const [soloOutcomes, liveOutcomes] = await Promise.all([Promise.all(solo), live()]);
	expect([soloOutcomes.length, liveOutcomes.length]).toEqual([ROUNDS, ROUNDS]);
}, 600_000);
