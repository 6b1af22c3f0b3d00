/**
 * Many players cash out one live flight within one second, against the production build. Measures the time from
 * the arrival of a cash-out to its decision, from sending it to its decision and to its answer, and how long the server was ready to run
 * but had no processor meanwhile, as on a busy machine. `npm run bench -- cash-outs[:PLAYERS]`
 */
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { EventStream } from "../../tests/support/site/event-stream";
import { type Site, startSite } from "../../tests/support/site/site";
import { conclude, printTable, quantile, sized, verdict } from "../lib/measure";
import { cashOut, placeBet, type SentCashOut, signInMany, startLiveGame } from "../lib/players";
import { waitedMs } from "../lib/process-stats";

const players = Number(process.argv[2] ?? sized(500, 5));
/** After the start of the flight, in ms. */
const FROM_MS = sized(500, 50);
const WITHIN_MS = sized(1000, 100);
const MAX_ROUNDS = 40;
/** From arrival to decision, in ms. */
const MOST_MS = { median: 150, p99: 400 };
const WARM_UP_ROUNDS = sized(2, 0);

/** A line of the log. */
interface Line {
	event: string;
	time: string;
	requestId: string;
	ms?: number;
	betId?: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Places bets of all players in the waiting round and cashes them out. @returns undefined if the flight was too short. */
async function playRound(site: Site, stream: EventStream, cookies: readonly string[]) {
	// Placing all bets takes a complete waiting phase.
	stream.text = "";
	await stream.until(() => stream.text.includes('"phase":"waiting"'), 120_000);
	stream.text = "";
	const bets = await Promise.all(cookies.map((cookie) => placeBet(site, cookie, 10)));
	const placed = bets.filter((id) => id !== undefined).length;
	if (placed < cookies.length) console.log(`${placed} of ${cookies.length} bets were placed in time`);
	await stream.until(() => stream.text.includes('"phase":"flying"'), 60_000);
	await sleep(FROM_MS);
	const waitedBefore = waitedMs(site.process.pid ?? 0);
	const sent = await Promise.all(
		cookies.map(async (cookie, at) => {
			await sleep((at / cookies.length) * WITHIN_MS);
			return cashOut(agent, site, cookie, bets[at] ?? "");
		}),
	);
	const waited = waitedMs(site.process.pid ?? 0) - waitedBefore;
	const isComplete = !sent.some(({ text }) => text.includes("tooLate"));
	await stream.until(() => stream.text.includes('"phase":"crashed"'), 120_000);
	return isComplete && placed === cookies.length ? { sent, waited } : undefined;
}

const site = await startSite({
	env: { RATE_LIMIT_SCALE: "1000", LOG_LEVEL: "debug" },
});
try {
	await startLiveGame(site);
	const cookies = signInMany(site, players);
	const stream = new EventStream(site.origin, "/live?topics=live-crash");
	await stream.begun;
	let played: { sent: SentCashOut[]; waited: number } | undefined;
	// In the first rounds V8 has not yet optimised the code.
	for (let round = 0; round < MAX_ROUNDS; round++) {
		played = await playRound(site, stream, cookies);
		if (played && round >= WARM_UP_ROUNDS) break;
	}
	if (!played) throw new Error("no flight lasted long enough");
	const { sent, waited } = played;
	stream.close();

	const lines = site
		.logs()
		.split("\n")
		.filter((line) => /"event":"(crash-cash-out|request)"/.test(line))
		.map((line) => JSON.parse(line) as Line);
	const requests = new Map(
		lines.flatMap((line) => (line.event === "request" ? [[line.requestId, line]] : [])),
	);
	const decisions = new Map(lines.flatMap((line) => (line.betId ? [[line.betId, line]] : [])));
	const decidedAt = (betId: string) => Date.parse(decisions.get(betId)?.time ?? "");
	/** When the request was complete: its line is logged at the end. */
	const arrivedAt = (betId: string) => {
		const { time = "", ms = Number.NaN } = requests.get(decisions.get(betId)?.requestId ?? "") ?? {};
		return Date.parse(time) - ms;
	};
	const inServer = sent.map(({ betId }) => Math.max(0, decidedAt(betId) - arrivedAt(betId)));
	const toDecision = sent.map(({ betId, sentAt }) => decidedAt(betId) - sentAt);
	const toAnswer = sent.map((one) => one.answeredAt - one.sentAt);
	const row = (what: string, waits: number[]) => {
		waits.sort((a, b) => a - b);
		return [what, ...[0.5, 0.99, 1].map((part) => quantile(waits, part).toFixed(0))];
	};
	printTable(
		[`${players} cash-outs in ${WITHIN_MS} ms`, "median ms", "p99 ms", "max ms"],
		[
			row("from arrival to decision", inServer),
			row("from sending to decision", toDecision),
			row("from sending to answer", toAnswer),
		],
	);
	console.log(`The server was ready to run, but had no processor, for ${waited.toFixed(0)} ms.`);
	const refused = sent.filter(({ status }) => status !== 200).length;
	const undecided = toDecision.filter((wait) => Number.isNaN(wait)).length;
	conclude([
		verdict("median from arrival to decision, in ms", quantile(inServer, 0.5), { most: MOST_MS.median }),
		verdict("p99 from arrival to decision, in ms", quantile(inServer, 0.99), { most: MOST_MS.p99 }),
		verdict("cash-outs rejected", refused, { most: 0 }),
		verdict("cash-outs without a decision", undecided, { most: 0 }),
	]);
} finally {
	agent.destroy();
	await site.close();
}
