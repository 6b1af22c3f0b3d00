/**
 * A crowd of all kinds against the production build: pages read signed in and out, event streams held, games played
 * and items redeemed, ever more a second until the site turns some away, then three times that, then half.
 * `npx tsx tests/bench/mixed-load/run.ts [times]`
 */
import { spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openShelf } from "../../support/data/store-content";
import { openViewers } from "../../support/site/crowd-viewers";
import { signInWithCookies } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import { type Site, startSite } from "../../support/site/site";
import type { Report as BettorsReport } from "../live-load/bettors";
import { Child } from "../live-load/child";
import { openCrowd, quantile } from "../live-load/crowd";
import { heldMemoryKb, memoryKb, processorMs, waitedMs } from "../live-load/process-stats";
import type { Report as ReadersReport } from "../live-load/readers";
import { printTable, verdict } from "../table";
import type { Order, Report, Tally } from "./clients";

const STREAMS = 1000;
const VIEWERS = 500;
const BETTORS = 50;
const STEPS = { first: 10, growth: 1.4, ms: 10_000, most: 20 };
/** From this part on that is turned away, the site is at its limit. */
const SATURATED = 0.03;
const HOLD_MS = 20_000;
const OVERLOAD_MS = 40_000;
const ONSET_MS = 6000;
const RECOVERY = { rejectedAfterMs: 5000, waitAfterMs: 20_000, ms: 25_000, waitMs: 1000 };
/** How long a page and a form may wait; the rest is time to answer. */
const AIMS = { goodput: 0.8, pageMs: 11_000, actMs: 21_000, memory: 1.5 };
const PRELOAD = `--import=${new URL("../live-load/server-preload.mjs", import.meta.url).href}`;

const times = Number(process.argv[2] ?? 3);
const reached: boolean[] = [];
const check = (...args: Parameters<typeof verdict>) => reached.push(verdict(...args));
const pidOf = (site: Site) => site.process.pid ?? 0;
const tell = (clients: Child, order: Order) => clients.ask<Order, object>(order);

interface Window extends Report {
	seconds: number;
	/** Parts of the time that the server used a processor, and that it waited for one. */
	used: number;
	waited: number;
}

async function during(site: Site, clients: Child, ms: number): Promise<Window> {
	await tell(clients, { do: "reset" });
	const [since, cpu, waited] = [performance.now(), processorMs(pidOf(site)), waitedMs(pidOf(site))];
	await sleep(ms);
	const report = await clients.ask<Order, Report>({ do: "report" });
	const elapsed = performance.now() - since;
	return {
		...report,
		seconds: elapsed / 1000,
		used: (processorMs(pidOf(site)) - cpu) / elapsed,
		waited: (waitedMs(pidOf(site)) - waited) / elapsed,
	};
}

const rejectedPart = ({ page, act }: Window) => (page.rejected + act.rejected) / (page.sent + act.sent);
/** Answered requests per second of processor time: what others on the machine take is none of the site's doing. */
const goodput = ({ page, act, seconds, used }: Window) => (page.answered + act.answered) / (seconds * used);
const ms = ({ waits }: Tally, part: number) => quantile(waits, part);

const rows: string[][] = [];
function note(what: string, window: Window) {
	const { page, act, health, seconds, used, waited, ownLag } = window;
	const p = (tally: Tally) => `${ms(tally, 0.5).toFixed(0)} / ${ms(tally, 0.99).toFixed(0)}`;
	const row = [
		what,
		((page.sent + act.sent) / seconds).toFixed(0),
		((page.answered + act.answered) / seconds).toFixed(0),
		`${(rejectedPart(window) * 100).toFixed(1)}%`,
		p(page),
		p(act),
		p(health),
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
	"asked/s",
	"answered/s",
	"503",
	"page ms",
	"form ms",
	"health ms",
	"CPU",
	"no CPU",
	"own lag",
];

/** @returns the most requests a second of which hardly any was turned away. */
async function rise(site: Site, clients: Child): Promise<number> {
	let rate = STEPS.first;
	for (let step = 0; step < STEPS.most; step += 1) {
		await tell(clients, { do: "rate", perSecond: rate });
		const window = await during(site, clients, STEPS.ms);
		note(`rising to ${rate.toFixed(0)}/s`, window);
		if (rejectedPart(window) > SATURATED)
			return (window.page.answered + window.act.answered) / window.seconds;
		rate *= STEPS.growth;
	}
	throw new Error("the clients cannot ask for more than the site answers");
}

/** @returns how many were rejected from 5 s after the load fell, and the p99 of a page's wait from 20 s after it. */
async function recover(site: Site, clients: Child, rate: number) {
	await tell(clients, { do: "rate", perSecond: rate });
	await sleep(RECOVERY.rejectedAfterMs);
	const early = await during(site, clients, RECOVERY.waitAfterMs - RECOVERY.rejectedAfterMs);
	const late = await during(site, clients, RECOVERY.ms - RECOVERY.waitAfterMs);
	note("half of it, from 5 s on", early);
	note("half of it, from 20 s on", late);
	const rejected = [early, late].reduce((sum, one) => sum + one.page.rejected + one.act.rejected, 0);
	return { rejected, waitMs: ms(late.page, 0.99) };
}

function audit(site: Site): boolean {
	const { status, stdout } = spawnSync(
		process.execPath,
		["node_modules/tsx/dist/cli.mjs", "app/commands/audit.server.ts"],
		{
			cwd: fileURLToPath(new URL("../../..", import.meta.url)),
			env: { ...process.env, DATABASE_URL: `file:${site.database}` },
			encoding: "utf8",
		},
	);
	console.log(stdout.trim().split("\n").at(-1));
	return status === 0;
}

const site = await startSite({
	seed: true,
	env: { RATE_LIMIT_SCALE: "100000", LOG_LEVEL: "warn", CRASH_PAUSE_SCALE: "0.5", NODE_OPTIONS: PRELOAD },
});
const children: Child[] = [];
try {
	const admin = await signInWithCookies(site, "admin");
	await postForm(`${site.origin}/mini-games`, { cookie: admin }, { intent: "start" });
	const shelf = openShelf(site);
	const itemId = shelf.add({ name: "Sticker", stock: 1_000_000 });
	shelf.close();
	const viewers = openViewers(site);
	const cookies = viewers.signInAll(viewers.register(VIEWERS));
	viewers.close();

	const port = Number(new URL(site.origin).port);
	const path = "/live?topics=live-crash,points";
	const readers = await openCrowd({
		count: STREAMS,
		port,
		path,
		upgrade: false,
		cookies: cookies.slice(0, 250),
	});
	const bettors = new Child("bettors.ts");
	const clients = new Child("../mixed-load/clients.ts");
	children.push(readers, bettors, clients);
	await bettors.ask({ do: "play", origin: site.origin, cookies: cookies.slice(0, BETTORS) });
	await tell(clients, { do: "open", origin: site.origin, cookies, itemId });

	console.log(
		`${STREAMS} streams, ${BETTORS} viewers in every live round; p50 / p99 in ms\n${HEADS.join("  ")}`,
	);
	await tell(clients, { do: "rate", perSecond: STEPS.first });
	await during(site, clients, 5000);
	const before = memoryKb(pidOf(site));
	const most = await rise(site, clients);
	await tell(clients, { do: "rate", perSecond: 0 });
	await sleep(4000);
	await tell(clients, { do: "rate", perSecond: most * 0.9 });
	const atLimit = await during(site, clients, HOLD_MS);
	note("at its limit", atLimit);

	await bettors.ask({ do: "reset" });
	await tell(clients, { do: "rate", perSecond: most * times });
	const onset = await during(site, clients, ONSET_MS);
	note(`${times} times that, at first`, onset);
	const overloaded = await during(site, clients, OVERLOAD_MS);
	note(`${times} times that`, overloaded);
	const during3 = memoryKb(pidOf(site));
	const bets = await bettors.ask<object, BettorsReport>({ do: "report" });
	const recovery = await recover(site, clients, most / 2);
	await tell(clients, { do: "rate", perSecond: 0 });
	const after = await heldMemoryKb(pidOf(site));
	const { closed, frames } = await readers.ask<object, ReadersReport>({ do: "report" });

	console.log("");
	printTable(HEADS, rows);
	console.log(`memory: ${before} KB before, ${during3} KB during, ${after} KB after; ${frames} frames heard`);
	const inTime = `${bets.bets} live bets, ${bets.paid} cashed out, ${bets.refused} too late`;
	console.log(`${inTime}, answered within ${quantile(bets.waits, 0.99).toFixed(0)} ms (p99)`);
	check("answered per CPU second, beside at its limit", goodput(overloaded) / goodput(atLimit), {
		least: AIMS.goodput,
	});
	check("page p99 ms", Math.max(ms(onset.page, 0.99), ms(overloaded.page, 0.99)), { most: AIMS.pageMs });
	check("form p99 ms", ms(overloaded.act, 0.99), { most: AIMS.actMs });
	check("forms turned away", overloaded.act.rejected + onset.act.rejected, { most: 0 });
	check("health checks that failed", overloaded.health.faults.length + overloaded.health.rejected, {
		most: 0,
	});
	const all = [atLimit, onset, overloaded].flatMap(({ page, act }) => [...page.faults, ...act.faults]);
	check("requests that failed otherwise", all.length + bets.faults.length, { most: 0 });
	check("streams cut off", closed, { most: 0 });
	check("rejected from 5 s after the load halves", recovery.rejected, { most: 0 });
	check("page p99 ms from 20 s after", recovery.waitMs, { most: RECOVERY.waitMs });
	check("memory after, beside before", after / before, { most: AIMS.memory });
	check("invariants broken", audit(site) ? 0 : 1, { most: 0 });
	process.exitCode = reached.every(Boolean) ? 0 : 1;
} finally {
	await Promise.all(children.map((child) => child.close()));
	await site.close();
}
