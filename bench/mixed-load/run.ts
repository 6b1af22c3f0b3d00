/**
 * Mixed load on the production build: pages for visitors and viewers, event streams, plays and redeems. The rate
 * grows until the site rejects requests, then is three times that rate, then half of it.
 * `npm run bench -- mixed-load[:TIMES]`
 */
import { setTimeout as sleep } from "node:timers/promises";
import { runCommand } from "../../tests/support/site/command";
import { type Site, startSite } from "../../tests/support/site/site";
import type { Report as BettorsReport } from "../lib/bettors";
import { Child } from "../lib/child";
import type { Order, Report, Tally } from "../lib/clients";
import { openCrowd } from "../lib/crowd";
import { conclude, isOnce, printTable, quantile, sized, verdict } from "../lib/measure";
import { prepareLoad } from "../lib/mixed";
import { heldMemoryKb, memoryKb, processorMs, waitedMs } from "../lib/process-stats";
import type { Report as ReadersReport } from "../lib/readers";

const STREAMS = sized(1000, 20);
const VIEWERS = sized(500, 20);
const BETTORS = sized(50, 2);
const STEPS = { first: 10, growth: 1.4, ms: sized(10_000, 1000), count: 20 };
/** Share of rejected requests at which the site is at its limit. */
const SATURATED = 0.03;
const WARM_UP_MS = sized(5000, 500);
const DRAIN_MS = sized(4000, 500);
const HOLD_MS = sized(20_000, 1000);
const OVERLOAD_MS = sized(40_000, 1000);
const ONSET_MS = sized(6000, 500);
const RECOVERY = {
	...sized(
		{ rejectedAfterMs: 5000, waitAfterMs: 20_000, ms: 25_000 },
		{ rejectedAfterMs: 500, waitAfterMs: 1000, ms: 2000 },
	),
	waitMs: 1000,
};
/** Maximum waiting times of pages and forms plus time to answer. */
const AIMS = { goodput: 0.8, pageMs: 11_000, actMs: 21_000, memory: 1.5 };
const PRELOAD = `--import=${new URL("../lib/memory-preload.mjs", import.meta.url).href}`;

const times = Number(process.argv[2] ?? 3);
const reached: boolean[] = [];
const check = (...args: Parameters<typeof verdict>) => reached.push(verdict(...args));
const pidOf = (site: Site) => site.process.pid ?? 0;
const sendOrder = (clients: Child, order: Order) => clients.request<Order, object>(order);

interface Window extends Report {
	seconds: number;
	/** Shares of the time in which the server used a processor and waited for one. */
	used: number;
	waited: number;
}

async function measure(site: Site, clients: Child, ms: number): Promise<Window> {
	await sendOrder(clients, { do: "reset" });
	const [start, cpu, waited] = [performance.now(), processorMs(pidOf(site)), waitedMs(pidOf(site))];
	await sleep(ms);
	const report = await clients.request<Order, Report>({ do: "report" });
	const elapsed = performance.now() - start;
	return {
		...report,
		seconds: elapsed / 1000,
		used: (processorMs(pidOf(site)) - cpu) / elapsed,
		waited: (waitedMs(pidOf(site)) - waited) / elapsed,
	};
}

const rejectedPart = ({ page, act }: Window) => (page.rejected + act.rejected) / (page.sent + act.sent);
/** Answered requests per second of processor time, independent of other load on the machine. */
const goodput = ({ page, act, seconds, used }: Window) => (page.answered + act.answered) / (seconds * used);
const ms = ({ waits }: Tally, part: number) => quantile(waits, part);

const rows: string[][] = [];
function addRow(what: string, window: Window) {
	const { page, act, health, seconds, used, waited, ownLag } = window;
	const quantiles = (tally: Tally) => `${ms(tally, 0.5).toFixed(0)} / ${ms(tally, 0.99).toFixed(0)}`;
	const row = [
		what,
		((page.sent + act.sent) / seconds).toFixed(0),
		((page.answered + act.answered) / seconds).toFixed(0),
		`${(rejectedPart(window) * 100).toFixed(1)}%`,
		quantiles(page),
		quantiles(act),
		quantiles(health),
		`${(used * 100).toFixed(0)}%`,
		`${(waited * 100).toFixed(0)}%`,
		ownLag.toFixed(0),
	];
	rows.push(row);
	console.log(row.join("  "));
	for (const { faults } of [page, act, health])
		if (faults.length > 0) console.log("faults", faults.slice(0, 3));
}

const HEADS = [
	"load",
	"sent/s",
	"answered/s",
	"503",
	"page ms",
	"form ms",
	"health ms",
	"CPU",
	"CPU wait",
	"client lag",
];

/** Increases the rate until requests are rejected. @returns the answered requests per second at that rate. */
async function increase(site: Site, clients: Child): Promise<number> {
	let rate = STEPS.first;
	for (let step = 0; step < STEPS.count; step += 1) {
		await sendOrder(clients, { do: "rate", perSecond: rate });
		const window = await measure(site, clients, STEPS.ms);
		addRow(`increasing to ${rate.toFixed(0)}/s`, window);
		if (isOnce || rejectedPart(window) > SATURATED)
			return (window.page.answered + window.act.answered) / window.seconds;
		rate *= STEPS.growth;
	}
	throw new Error("the clients cannot send more than the site answers");
}

/** @returns requests rejected from 5 s after the load was reduced, and the p99 of pages from 20 s after it. */
async function recover(site: Site, clients: Child, rate: number) {
	await sendOrder(clients, { do: "rate", perSecond: rate });
	await sleep(RECOVERY.rejectedAfterMs);
	const early = await measure(site, clients, RECOVERY.waitAfterMs - RECOVERY.rejectedAfterMs);
	const late = await measure(site, clients, RECOVERY.ms - RECOVERY.waitAfterMs);
	addRow("half, from 5 s on", early);
	addRow("half, from 20 s on", late);
	const rejected = [early, late].reduce((sum, one) => sum + one.page.rejected + one.act.rejected, 0);
	return { rejected, waitMs: ms(late.page, 0.99) };
}

const site = await startSite({
	seed: true,
	env: { RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "warn", CRASH_PAUSE_SCALE: "0.5", NODE_OPTIONS: PRELOAD },
});
const children: Child[] = [];
try {
	const { cookies, itemId } = await prepareLoad(site, site.origin, VIEWERS);

	const port = Number(new URL(site.origin).port);
	const path = "/live?topics=live-crash,points";
	const readers = await openCrowd({
		count: STREAMS,
		port,
		path,
		cookies: cookies.slice(0, STREAMS / 4),
	});
	const bettors = new Child("bettors.ts");
	const clients = new Child("clients.ts");
	children.push(readers, bettors, clients);
	await bettors.request({ do: "play", origin: site.origin, cookies: cookies.slice(0, BETTORS) });
	await sendOrder(clients, { do: "open", origins: [site.origin], cookies, itemId });

	console.log(
		`${STREAMS} streams, ${BETTORS} viewers in every live round; p50 / p99 in ms\n${HEADS.join("  ")}`,
	);
	await sendOrder(clients, { do: "rate", perSecond: STEPS.first });
	await measure(site, clients, WARM_UP_MS);
	const before = memoryKb(pidOf(site));
	const limit = await increase(site, clients);
	await sendOrder(clients, { do: "rate", perSecond: 0 });
	await sleep(DRAIN_MS);
	await sendOrder(clients, { do: "rate", perSecond: limit * 0.9 });
	const atLimit = await measure(site, clients, HOLD_MS);
	addRow("at the limit", atLimit);

	await bettors.request({ do: "reset" });
	await sendOrder(clients, { do: "rate", perSecond: limit * times });
	const onset = await measure(site, clients, ONSET_MS);
	addRow(`${times} times the limit, at first`, onset);
	const overloaded = await measure(site, clients, OVERLOAD_MS);
	addRow(`${times} times the limit`, overloaded);
	const duringKb = memoryKb(pidOf(site));
	const bets = await bettors.request<object, BettorsReport>({ do: "report" });
	const recovery = await recover(site, clients, limit / 2);
	await sendOrder(clients, { do: "rate", perSecond: 0 });
	const after = await heldMemoryKb(pidOf(site));
	const { closed, frames } = await readers.request<object, ReadersReport>({ do: "report" });

	console.log("");
	printTable(HEADS, rows);
	console.log(
		`memory: ${before} KB before, ${duringKb} KB during, ${after} KB after; ${frames} frames received`,
	);
	const inTime = `${bets.bets} live bets, ${bets.paid} cashed out, ${bets.refused} too late`;
	console.log(`${inTime}, answered within ${quantile(bets.waits, 0.99).toFixed(0)} ms (p99)`);
	check("answered per CPU second, relative to the limit", goodput(overloaded) / goodput(atLimit), {
		least: AIMS.goodput,
	});
	check("page p99 ms", Math.max(ms(onset.page, 0.99), ms(overloaded.page, 0.99)), { most: AIMS.pageMs });
	check("form p99 ms", ms(overloaded.act, 0.99), { most: AIMS.actMs });
	check("forms rejected", overloaded.act.rejected + onset.act.rejected, { most: 0 });
	check("health checks that failed", overloaded.health.faults.length + overloaded.health.rejected, {
		most: 0,
	});
	const all = [atLimit, onset, overloaded].flatMap(({ page, act }) => [...page.faults, ...act.faults]);
	check("requests that failed otherwise", all.length + bets.faults.length, { most: 0 });
	check("streams cut off", closed, { most: 0 });
	check("rejected from 5 s after the load halves", recovery.rejected, { most: 0 });
	check("page p99 ms from 20 s after", recovery.waitMs, { most: RECOVERY.waitMs });
	check("memory after, relative to before", after / before, { most: AIMS.memory });
	const { status, stdout } = runCommand("audit", site);
	console.log(stdout.trim().split("\n").at(-1));
	check("exit code of the audit", status ?? 1, { most: 0 });
	conclude(reached);
} finally {
	await Promise.all(children.map((child) => child.close()));
	await site.close();
}
