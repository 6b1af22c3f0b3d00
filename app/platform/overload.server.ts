import { randomInt } from "node:crypto";
import { performance } from "node:perf_hooks";
import { createAdmission, type Lane } from "./admission";
import { untilAnswered } from "./arrivals.server";
import type { Config } from "./config.server";
import type { Log } from "./log.server";
import { clientAddress, type Exchange, putGate, subscriberOf, whenArrived } from "./node-request.server";

export interface BusyAnswer {
	headers: Record<string, string>;
	body: string;
}

interface Tools {
	log: Log;
	config: Pick<Config, "TRUSTED_PROXY_HOPS">;
	/** Where a request that only reads waits; undefined for what costs so little that it never does. */
	laneOfRead(url: string): Lane | undefined;
	/** What those who are turned away get to read. */
	answer(exchange: Exchange): BusyAnswer;
}

const LOOK_MS = 25;
const TELL_MS = 10_000;
/** Part of the time in which a process that has time to spare is busy at most. */
const SPARE = 0.5;
/** Those who were turned away together shall not come back together. */
const RETRY_SECONDS = { least: 2, most: 8 };

/** So long an upload holds a place at most: then it waits for its sender. */
const UPLOAD_MS = 1000;

/** A turn of the event loop accepts one connection, so that a busy one leaves those who come to time out. */
const TURNS = 8;

function afterTurns(turns: number, run: () => void) {
	setImmediate(turns > 1 ? () => afterTurns(turns - 1, run) : run);
}

const isRead = (method: string | undefined) => method === "GET" || method === "HEAD";

/**
 * Keeps the process from taking on more than it can answer: a gate before Express and Remix, at which requests wait
 * for one of a few places and are turned away with 503 when that takes too long. `admission.ts` is the rule.
 */
export function guardAgainstOverload({ log, config, laneOfRead, answer }: Tools) {
	let timer: NodeJS.Timeout | undefined;
	let dueAt = 0;
	let used = performance.eventLoopUtilization();

	/** A look that is due and has not come tells how long this turn of the event loop takes already. */
	const lag = () => (timer ? Math.max(0, performance.now() - dueAt) : 0);
	const admission = createAdmission({
		now: () => performance.now(),
		nextTurn: (run) => afterTurns(TURNS, run),
		lag,
	});
	const tell = createTeller(log, () => ({ ...admission.figures(), lagMs: Math.round(lag()) }));

	function lookSoon() {
		if (timer || !admission.isAnybodyWaiting()) return;
		dueAt = performance.now() + LOOK_MS;
		used = performance.eventLoopUtilization();
		timer = setTimeout(() => {
			const { utilization } = performance.eventLoopUtilization(used);
			admission.look(utilization < SPARE);
			timer = undefined;
			lookSoon();
		}, LOOK_MS);
	}

	function turnAway(exchange: Exchange) {
		const { response } = exchange;
		exchange.isTurnedAway = true;
		tell();
		const { headers, body } = answer(exchange);
		response.writeHead(503, {
			...headers,
			"Content-Length": Buffer.byteLength(body),
			"Cache-Control": "no-store",
			"Retry-After": randomInt(RETRY_SECONDS.least, RETRY_SECONDS.most + 1),
		});
		response.end(body);
	}

	const open = putGate((exchange, pass) => {
		const { method, url = "" } = exchange.request;
		const lane = isRead(method) ? laneOfRead(url) : "act";
		if (!lane) return pass();
		const ask = (isWhole: boolean) => {
			const answered = untilAnswered(exchange);
			const leave = admission.ask({
				lane,
				key: subscriberOf(clientAddress(exchange, config.TRUSTED_PROXY_HOPS)),
				begin() {
					pass();
					if (!isWhole) setTimeout(() => leave(), UPLOAD_MS).unref();
				},
				refuse: () => turnAway(exchange),
			});
			void answered.then(leave);
			lookSoon();
		};
		if (lane !== "act") return ask(true);
		// Whoever sends a form letter by letter holds no place meanwhile. A large one, an upload, is read as it
		// comes, its turn having come like any other's.
		whenArrived(exchange, ask);
	});

	return {
		figures: admission.figures,
		/** Lets everything through again. */
		end() {
			open();
			clearTimeout(timer);
		},
	};
}

/** @returns what is told of each that is turned away; the log hears of the first, then of how many in a while. */
function createTeller(log: Log, figures: () => object) {
	let since: number | undefined;
	let turnedAway = 0;
	let total = 0;

	function sum() {
		if (since === undefined) return;
		if (turnedAway > 0) {
			log.warn({ event: "overloaded", turnedAway, ...figures() });
			turnedAway = 0;
			setTimeout(sum, TELL_MS).unref();
			return;
		}
		const seconds = Math.round((performance.now() - since) / 1000);
		log.info({ event: "overload-over", turnedAway: total, seconds });
		since = undefined;
		total = 0;
	}

	return () => {
		turnedAway += 1;
		total += 1;
		if (since !== undefined) return;
		since = performance.now();
		sum();
	};
}
