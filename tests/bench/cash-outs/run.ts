/**
 * Many players cash out one live flight within one second, against the production build. Measures the time from
 * sending a cash-out to its decision and to its answer. `npx tsx tests/bench/cash-outs/run.ts [players]`
 */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { openViewers } from "../../support/site/crowd-viewers";
import { EventStream } from "../../support/site/event-stream";
import { signInWithCookies } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import { type Site, startSite } from "../../support/site/site";
import { quantile } from "../live-load/crowd";
import { printTable, verdict } from "../table";

const players = Number(process.argv[2] ?? 500);
const PATH = "/mini-games/live-crash";
/** After the start of the flight, in ms. */
const FROM_MS = 500;
const WITHIN_MS = 1000;
const MAX_ROUNDS = 40;
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

interface Sent {
	betId: string;
	/** In ms of the wall clock, which both processes share. */
	sentAt: number;
	answeredAt: number;
	status: number;
	text: string;
}

function cashOut(site: Site, cookie: string, betId: string): Promise<Sent> {
	const body = `intent=cash-out&betId=${betId}`;
	const headers = {
		...{ cookie, "sec-fetch-site": "same-origin", "content-length": body.length },
		...{ "content-type": "application/x-www-form-urlencoded", "accept-encoding": "identity" },
	};
	return new Promise((resolve, reject) => {
		const sentAt = Date.now();
		request(`${site.origin}${PATH}.data`, { agent, method: "POST", headers }, (answer) => {
			let text = "";
			answer.setEncoding("utf8").on("data", (part: string) => (text += part));
			answer.once("end", () =>
				resolve({ betId, sentAt, answeredAt: Date.now(), status: answer.statusCode ?? 0, text }),
			);
		})
			.once("error", reject)
			.end(body);
	});
}

/** Places bets of all players in the waiting round and cashes them out. @returns undefined if the flight was too short. */
async function playRound(site: Site, stream: EventStream, cookies: readonly string[]) {
	// Placing all bets takes a complete waiting phase.
	stream.text = "";
	await stream.until(() => stream.text.includes('"phase":"waiting"'), 120_000);
	stream.text = "";
	const bets = await Promise.all(
		cookies.map(async (cookie) => {
			const bet = { intent: "place", idempotencyKey: crypto.randomUUID(), stake: 10 };
			const { data } = await postForm(site.origin + PATH, { cookie }, bet);
			return (data as { betId?: string }).betId;
		}),
	);
	const placed = bets.filter((id) => id !== undefined).length;
	if (placed < cookies.length) console.log(`${placed} of ${cookies.length} bets were placed in time`);
	await stream.until(() => stream.text.includes('"phase":"flying"'), 60_000);
	await sleep(FROM_MS);
	const sent = await Promise.all(
		cookies.map(async (cookie, at) => {
			await sleep((at / cookies.length) * WITHIN_MS);
			return cashOut(site, cookie, bets[at] ?? "");
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
	const admin = await signInWithCookies(site, "admin");
	await postForm(`${site.origin}/mini-games`, { cookie: admin }, { intent: "start" });
	const viewers = openViewers(site);
	const cookies = viewers.signInAll(viewers.register(players));
	viewers.close();
	const stream = new EventStream(site.origin, "/live?topics=live-crash");
	await stream.begun;
	let sent: Sent[] | undefined;
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
	const reached = [
		verdict("cash-outs rejected", refused, { most: 0 }),
		verdict("cash-outs without a decision", undecided, { most: 0 }),
	];
	process.exitCode = reached.every(Boolean) ? 0 : 1;
} finally {
	agent.destroy();
	await site.close();
}
