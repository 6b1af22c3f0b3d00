/**
 * Attack on the timing of a cash-out: the attacker keeps half-sent forms open and the process busy, sends a cash-out
 * every 90 ms on a separate connection, and aborts the old ones. When the stream reports the crash, the attacker aborts
 * all but the last few.
 */
import { type ClientRequest, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { multiplierAt, TICK_MS } from "~/games/crash/engine/curve";
import { addCalmFlights } from "../support/data/crash-rows";
import { chooseFlights } from "../support/data/players";
import { type CrashGame, openCrash } from "../support/site/crash-client";
import { openViewers } from "../support/site/crowd-viewers";
import { openRows, type Rows } from "../support/site/rows";
import { signInWithCookies } from "../support/site/sign-in";
import { NoAnswer, postForm, TextAnswer } from "../support/site/single-fetch";
import { type Site, startSite } from "../support/site/site";
import { sized } from "../support/test-size";

const ROUNDS = sized(1, 10);
/** How long a round of the attacked site may take to start and to end. */
const PATIENCE_MS = sized(60_000, 180_000);
const CASH_OUT_EVERY_MS = 90;
const WITHDRAWN_AFTER_MS = 900;
const KEPT_AT_THE_CRASH = 3;
const HALF_SENT = { initial: 75, everyMs: 27, sentBytes: 17_000, totalBytes: 60_000 };
const WALKERS = sized(2, 6);
/** The log has a resolution of 1 ms, and a tick is decided at its boundary. */
const TOLERANCE_MS = TICK_MS;

let site: Site;
let rows: Rows;
let cookies: string[];
const ends: (() => void)[] = [];

beforeAll(async () => {
	const env = { RATE_LIMIT_SCALE: "1000", LOG_LEVEL: "debug", CRASH_PAUSE_SCALE: "0.2" };
	site = await startSite({ env, prepare: addCalmFlights });
	rows = openRows(site);
	const admin = await signInWithCookies(site, "admin");
	await postForm(`${site.origin}/mini-games`, { cookie: admin }, { intent: "start" });
	const viewers = openViewers(site);
	const players = viewers.register(ROUNDS + 1, 1_000_000);
	for (const player of players) chooseFlights(site, player);
	cookies = viewers.signInAll(players);
	viewers.close();
});
afterAll(async () => {
	for (const end of ends) end();
	rows?.close();
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

/** Opens the stream, which takes long once the process is busy. */
async function enter(game: CrashGame, cookie: string) {
	const player = openCrash(site, game, cookie);
	ends.push(() => player.stream.close());
	await player.stream.begun;
	return { game, cookie, player };
}

type Attacker = Awaited<ReturnType<typeof enter>>;

/** Repeats a form until it is answered: the attacked site refuses some, or takes no connection for seconds. */
async function untilAnswered<Answer>(send: () => Promise<Answer>): Promise<Answer> {
	for (const until = Date.now() + PATIENCE_MS; ; ) {
		try {
			return await send();
		} catch (error) {
			const isBusy = error instanceof NoAnswer || error instanceof TextAnswer;
			if (!isBusy || Date.now() > until) throw error;
		}
	}
}

/** @returns the id of the bet that the attack used. */
async function attack({ game, cookie, player }: Attacker): Promise<string> {
	const betId = await untilAnswered(() => player.place());
	if (game === "crash") await untilAnswered(() => player.post("fly", { betId }));
	const roundId = String(rows.one("select round_id from crash_bets where id = ?", betId).round_id);
	await expect
		.poll(() => player.hasSeen("flying", roundId), { timeout: PATIENCE_MS, interval: 2 })
		.toBe(true);
	const path = `/mini-games/${game}`;
	const attempts: Attempt[] = [];
	// A busy site may end a stream that is read too slowly.
	const until = Date.now() + PATIENCE_MS;
	for (let nextAt = Date.now(); !player.hasSeen("crashed", roundId); await sleep(2)) {
		if (Date.now() > until) break;
		if (Date.now() >= nextAt) {
			nextAt += CASH_OUT_EVERY_MS;
			attempts.push(sendCashOut(path, cookie, betId));
		}
		for (const { sentAt, request } of attempts) {
			if (Date.now() - sentAt > WITHDRAWN_AFTER_MS) request.destroy();
		}
	}
	for (const { request } of attempts.slice(0, -KEPT_AT_THE_CRASH)) request.destroy();
	// A cash-out after the crash is too late. Its answer comes after those that were sent before it.
	await untilAnswered(() => player.post("cash-out", { betId }));
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

const readBet = (betId: string) =>
	rows.one(
		`select crash_bets.status, cash_out_multiplier as multiplier, payout, amount, round_id as "roundId", crash_point as "crashPoint",
			started_at as "startedAt"
		from crash_bets join crash_rounds on crash_rounds.id = round_id where crash_bets.id = ?`,
		betId,
	);

async function checkBet(betId: string) {
	// The stream reports the crash before it is stored and logged.
	await expect.poll(() => readBet(betId).status).not.toBe("active");
	const bet = readBet(betId);
	await expect
		.poll(() => decisionsOf(String(bet.roundId)).map(({ event }) => event))
		.toContain("crash-flight-ended");
	const lines = decisionsOf(String(bet.roundId));
	const ended = lines.findIndex(({ event }) => event === "crash-flight-ended");
	const own = lines.filter((line) => line.event === "crash-cash-out" && line.betId === betId);
	if (bet.status === "lost") {
		expect(own, "a lost bet has no accepted cash-out").toEqual([]);
		return;
	}
	expect(bet.status).toBe("cashed_out");
	expect(own, "a bet has exactly one accepted cash-out").toHaveLength(1);
	const [decided] = own as [Line];
	expect(ended).toBeGreaterThan(-1);
	expect(lines.indexOf(decided), "the cash-out is decided before the crash").toBeLessThan(ended);
	expect(bet.multiplier).toBe(decided.multiplier);
	// At most the multiplier of an honest cash-out that is decided in the same step.
	const elapsed = Date.parse(decided.time) - Date.parse(String(bet.startedAt));
	expect(Number(bet.multiplier)).toBeLessThanOrEqual(
		Math.min(multiplierAt(elapsed + TOLERANCE_MS), Number(bet.crashPoint)),
	);
	expect(bet.payout).toBe(Math.floor((Number(bet.amount) * Number(bet.multiplier)) / 100));
}

it(`pays no cash-out that was decided after the crash, in ${ROUNDS} solo and ${ROUNDS} live rounds under attack`, async () => {
	const [first = "", ...others] = cookies;
	const live = await enter("live-crash", first);
	const solo = await Promise.all(others.map((cookie) => enter("crash", cookie)));
	keepBusy();
	const attackLive = async () => {
		for (let round = 0; round < ROUNDS; round++) await checkBet(await attack(live));
	};
	await Promise.all([attackLive(), ...solo.map(async (player) => checkBet(await attack(player)))]);
}, 600_000);
