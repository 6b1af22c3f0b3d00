/**
 * The attack on the moment of a cash-out: keep forms half sent and the process busy, send a cash-out every 90 ms on a
 * connection of its own, withdraw the old ones, and once the stream tells of the crash all but the last few.
 */
import { type ClientRequest, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { SQLite } from "db/driver";
import { afterAll, beforeAll, expect, it } from "vitest";
import { multiplierAt, TICK_MS } from "~/games/crash/engine/curve";
import { openViewers } from "../../support/site/crowd-viewers";
import { EventStream } from "../../support/site/event-stream";
import { signInWithCookies } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import { type Site, startSite } from "../../support/site/site";

const ROUNDS = 10;
const CASH_OUT_EVERY_MS = 90;
const WITHDRAWN_AFTER_MS = 900;
const KEPT_AT_THE_CRASH = 3;
const HALF_SENT = { atFirst: 75, everyMs: 27, at: 17_000, of: 60_000 };
const WALKERS = 6;
/** The log has whole ms, and a tick is decided at its border. */
const TOLERANCE_MS = TICK_MS;

let site: Site;
let cookies: string[];
const ends: (() => void)[] = [];

beforeAll(async () => {
	site = await startSite({
		seed: true,
		env: { RATE_LIMIT_SCALE: "1000", LOG_LEVEL: "debug", CRASH_PAUSE_SCALE: "0.2" },
	});
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

/** Half-sent forms of a game, ever more of them, and readers of the costliest page. */
function keepBusy() {
	const { port, host } = new URL(site.origin);
	const sockets = new Set<Socket>();
	const head = `POST /mini-games/crash HTTP/1.1\r\nHost: ${host}\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${HALF_SENT.of}\r\n\r\n`;
	const sendHalf = () => {
		const socket = connect(Number(port), "localhost");
		sockets.add(socket);
		socket.on("error", () => {}).once("close", () => sockets.delete(socket));
		socket.write(head + "a".repeat(HALF_SENT.at));
		for (const oldest of sockets) {
			if (sockets.size <= 4 * HALF_SENT.atFirst) break;
			sockets.delete(oldest);
			oldest.destroy();
		}
	};
	for (let at = 0; at < HALF_SENT.atFirst; at++) sendHalf();
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

/** Follows the phases that a stream tells of. */
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
		async until(isSo: () => boolean) {
			for (const deadline = Date.now() + 110_000; !isSo(); await sleep(2)) {
				if (Date.now() > deadline) throw new Error(`It stayed ${JSON.stringify(seen)}.`);
			}
		},
	};
}

interface Attempt {
	sentAt: number;
	asked: ClientRequest;
}

function sendCashOut(path: string, cookie: string, betId: string): Attempt {
	const body = `intent=cash-out&betId=${betId}`;
	const headers = {
		...{ cookie, "sec-fetch-site": "same-origin", "content-length": body.length },
		"content-type": "application/x-www-form-urlencoded",
	};
	const asked = request(`${site.origin}${path}.data`, { method: "POST", agent: false, headers }, (answer) =>
		answer.resume(),
	);
	asked.on("error", () => {});
	asked.end(body);
	return { sentAt: Date.now(), asked };
}

/** @returns the bet that was attacked with. */
async function attack(path: string, topic: string, cookie: string): Promise<string> {
	const { seen, until } = follow(`/live?topics=${topic}`, cookie);
	let betId: string | undefined;
	while (betId === undefined) {
		if (path.endsWith("/crash")) await postForm(site.origin + path, { cookie }, { intent: "start" });
		await until(() => seen.phase === "waiting");
		const bet = { intent: "place", idempotencyKey: crypto.randomUUID(), stake: 100 };
		const { data } = await postForm(site.origin + path, { cookie }, bet);
		betId = (data as { bet?: { id: string } }).bet?.id;
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
		for (const { sentAt, asked } of attempts) {
			if (Date.now() - sentAt > WITHDRAWN_AFTER_MS) asked.destroy();
		}
	}
	for (const { asked } of attempts.slice(0, -KEPT_AT_THE_CRASH)) asked.destroy();
	// What comes after the crash is too late.
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

/** What the engine decided about a round, in the order of its log. */
const decisionsOf = (roundId: string): Line[] =>
	site
		.logs()
		.split("\n")
		.filter((line) => line.includes('"event":"crash-') && line.includes(roundId))
		.map((line) => JSON.parse(line) as Line);

function checkBet(betId: string) {
	const database = new SQLite(site.database, { readonly: true });
	const bet = database
		.prepare(
			`select crash_bets.status, cash_out_multiplier as multiplier, payout, amount, round_id as roundId, crash_point as crashPoint
			from crash_bets join crash_rounds on crash_rounds.id = round_id where crash_bets.id = ?`,
		)
		.get(betId) as Record<string, string | number | null>;
	database.close();
	const lines = decisionsOf(String(bet.roundId));
	const started = lines.find(({ event }) => event === "crash-flight-started");
	const ended = lines.findIndex(({ event }) => event === "crash-flight-ended");
	const own = lines.filter((line) => line.event === "crash-cash-out" && line.betId === betId);
	if (bet.status === "lost") {
		expect(own, "a lost bet was never decided to be paid").toEqual([]);
		return { paid: 0, status: "lost" };
	}
	expect(bet.status).toBe("cashed_out");
	expect(own, "one cash-out of a bet is decided").toHaveLength(1);
	const [decided] = own as [Line];
	expect(ended).toBeGreaterThan(-1);
	expect(lines.indexOf(decided), "it is decided before the crash").toBeLessThan(ended);
	expect(bet.multiplier).toBe(decided.multiplier);
	const elapsed = Date.parse(decided.time) - Date.parse(started?.time ?? "");
	// What one honest cash-out that is decided in this step would have got.
	expect(Number(bet.multiplier)).toBeGreaterThanOrEqual(multiplierAt(Math.max(0, elapsed - TOLERANCE_MS)));
	expect(Number(bet.multiplier)).toBeLessThanOrEqual(
		Math.min(multiplierAt(elapsed + TOLERANCE_MS), Number(bet.crashPoint)),
	);
	expect(bet.payout).toBe(Math.floor((Number(bet.amount) * Number(bet.multiplier)) / 100));
	return { paid: Number(bet.payout), status: "cashed_out" };
}

it(`pays no bet of ${ROUNDS} solo and ${ROUNDS} live rounds by a cash-out that was decided after the crash`, async () => {
	const solo = cookies
		.slice(0, ROUNDS)
		.map(async (cookie) => checkBet(await attack("/mini-games/crash", "solo-crash", cookie)));
	const live = async () => {
		const outcomes: { paid: number; status: string }[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			outcomes.push(checkBet(await attack("/mini-games/live-crash", "live-crash", cookies[ROUNDS] ?? "")));
		}
		return outcomes;
	};
	const [soloOutcomes, liveOutcomes] = await Promise.all([Promise.all(solo), live()]);
	expect([soloOutcomes.length, liveOutcomes.length]).toEqual([ROUNDS, ROUNDS]);
}, 600_000);
