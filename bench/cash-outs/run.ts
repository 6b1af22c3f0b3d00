/**
 * Many players cash out one live flight within one second, against the production build. Measures the time from
 * sending a cash-out to its decision and to its answer. `npm run bench -- cash-outs[:PLAYERS]`
 */
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { EventStream } from "../../tests/support/site/event-stream";
import { type Site, startSite } from "../../tests/support/site/site";
import { conclude, printTable, quantile, sized, verdict } from "../lib/measure";
import { cashOut, placeLiveBet, type SentCashOut, signInMany, startLiveGame } from "../lib/players";

const players = Number(process.argv[2] ?? sized(500, 5));
/** After the start of the flight, in ms. */
const FROM_MS = sized(500, 50);
const WITHIN_MS = sized(1000, 100);
const MAX_ROUNDS = 40;
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

/** Places bets of all players in the waiting round and cashes them out. @returns undefined if the flight was too short. */
async function playRound(site: Site, stream: EventStream, cookies: readonly string[]) {
	// Placing all bets takes a complete waiting phase.
	stream.text = "";
	await stream.until(() => stream.text.includes('"phase":"waiting"'), 120_000);
	stream.text = "";
	const bets = await Promise.all(cookies.map((cookie) => placeLiveBet(site, cookie, 10)));
	const placed = bets.filter((id) => id !== undefined).length;
	if (placed < cookies.length) console.log(`${placed} of ${cookies.length} bets were placed in time`);
	await stream.until(() => stream.text.includes('"phase":"flying"'), 60_000);
	await sleep(FROM_MS);
	const sent = await Promise.all(
		cookies.map(async (cookie, at) => {
			await sleep((at / cookies.length) * WITHIN_MS);
			return cashOut(agent, site, cookie, bets[at] ?? "");
		}),
	);
	const isComplete = !sent.some(({ text }) => text.includes("tooLate"));
	await stream.until(() => stream.text.includes('"phase":"crashed"'), 120_000);
	return isComplete && placed === cookies.length ? sent : undefined;
}

const site = await startSite({
	env: { RATE_LIMIT_SCALE: "1000", LOG_LEVEL: "debug" },
});
try {
	await startLiveGame(site);
	const cookies = signInMany(site, players);
	const stream = new EventStream(site.origin, "/live?topics=live-crash");
	await stream.begun;
	let sent: SentCashOut[] | undefined;
	for (let round = 0; round < MAX_ROUNDS && !sent; round++) sent = await playRound(site, stream, cookies);
	if (!sent) throw new Error("no flight lasted long enough");
	stream.close();

	const decidedAt = new Map(
		site
			.logs()
			.split("\n")
			.filter((line) => line.includes('"crash-cash-out"'))
			.map((line) => JSON.parse(line) as { time: string; betId: string })
			.map(({ time, betId }) => [betId, Date.parse(time)]),
	);
	const toDecision = sent.map(({ betId, sentAt }) => (decidedAt.get(betId) ?? Number.NaN) - sentAt);
	const toAnswer = sent.map((one) => one.answeredAt - one.sentAt);
	const row = (what: string, waits: number[]) => {
		waits.sort((a, b) => a - b);
		return [what, ...[0.5, 0.99, 1].map((part) => quantile(waits, part).toFixed(0))];
	};
	printTable(
		[`${players} cash-outs in ${WITHIN_MS} ms`, "median ms", "p99 ms", "max ms"],
		[row("from sending to decision", toDecision), row("from sending to answer", toAnswer)],
	);
	const refused = sent.filter(({ status }) => status !== 200).length;
	const undecided = toDecision.filter((wait) => Number.isNaN(wait)).length;
	conclude([
		verdict("cash-outs rejected", refused, { most: 0 }),
		verdict("cash-outs without a decision", undecided, { most: 0 }),
	]);
} finally {
	agent.destroy();
	await site.close();
}
