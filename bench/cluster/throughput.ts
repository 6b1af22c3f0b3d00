/**
 * Answers per CPU second of the web processes: one process of a site, and two and three of other sites that get as many
 * requests for each process. They are measured in turns, so that all have the same load beside them. The requests are plays, solo Crash and the store,
 * and then those of the bench mixed-load. Each process gets them in turn. The rates are below the limit of the processes, because the clients and PostgreSQL share the
 * processors with them.
 *
 * Repeated acts depend on the size of the tables: PostgreSQL notes what an act has read by index page, so that acts of
 * different viewers conflict while an index has few pages. The sites have used idempotency keys, as after some months.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openRows } from "../../tests/support/site/rows";
import type { Site } from "../../tests/support/site/site";
import { Child } from "../lib/child";
import type { Order, Report } from "../lib/clients";
import { median, printTable, quantile, sized, verdict } from "../lib/measure";
import { prepareLoad } from "../lib/mixed";
import { processorMs } from "../lib/process-stats";
import { actsBetween, readActs } from "./metrics";
import { type Nodes, startNodes } from "./nodes";

/** Requests per second of each web process. */
const RATE = 16;
const TURNS = sized({ count: 4, ms: 10_000 }, { count: 1, ms: 4000 });
/** Compiles what the requests need. */
const WARM_UP_MS = sized(20_000, 500);
/** Requests that are under way when the rate is set to 0. */
const DRAIN_MS = 3000;
const VIEWERS = sized(300, 10);
/** Used idempotency keys. */
const HISTORY = sized(100_000, 300);
const LIMITS = { ratio: 0.9, retriedPercent: 2 };
const PROCESSES = [1, 2, 3];
/** The share of requests that read pages. */
const MIXES = { plays: 0, "pages and plays": 0.75 };

interface Loaded {
	name: string;
	nodes: Nodes;
	clients: Child;
}

interface Turn extends Report {
	seconds: number;
	/** CPU of each process in ms. */
	cpuMs: number[];
}

const answered = ({ page, act }: Report) => page.answered + act.answered;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const perCpuSecond = (turn: Turn) => (answered(turn) * 1000) / sum(turn.cpuMs);
const order = (clients: Child, what: Order) => clients.request<Order, object>(what);

async function startLoaded(name: string, nodes: Nodes): Promise<Loaded> {
	const { site, leader, all } = nodes;
	const { cookies, itemId } = await prepareLoad(site, leader.origin, VIEWERS);
	addHistory(site);
	const clients = new Child("clients.ts");
	await order(clients, { do: "open", origins: all.map(({ origin }) => origin), cookies, itemId });
	return { name, nodes, clients };
}

function addHistory(site: Site) {
	const rows = openRows(site);
	rows.run(
		`insert into idempotency_keys (user_id, id, action, input, answer, created_at)
		select id, gen_random_uuid()::text, 'plinko.play', '{}', '{}', '2026-01-01T00:00:00.000Z'
		from (select id from users order by id limit ?) as viewers, generate_series(1, ?)`,
		...[VIEWERS, Math.ceil(HISTORY / VIEWERS)],
	);
	// Not later, during the measurement.
	rows.script("analyze");
	rows.close();
}

async function measure({ nodes: { all }, clients }: Loaded, ms: number, pages: number): Promise<Turn> {
	const cpu = () => {
		for (const one of all) one.expectRunning();
		return all.map(({ pid }) => processorMs(pid));
	};
	await order(clients, { do: "reset" });
	const [start, before] = [performance.now(), cpu()];
	await order(clients, { do: "rate", perSecond: RATE * all.length, pages });
	await sleep(ms);
	await order(clients, { do: "rate", perSecond: 0 });
	await sleep(DRAIN_MS);
	const report = await clients.request<Order, Report>({ do: "report" });
	const after = cpu();
	return {
		...report,
		seconds: (performance.now() - start) / 1000,
		cpuMs: after.map((value, index) => value - (before[index] ?? 0)),
	};
}

function rowOf(name: string, turns: readonly Turn[]): string[] {
	const of = (pick: (turn: Turn) => number) => median(turns.map(pick));
	const waits = (kind: "page" | "act", part: number) =>
		of((turn) => quantile(turn[kind].waits, part)).toFixed(0);
	const cpuOf = (index: number) => of(({ cpuMs, seconds }) => (cpuMs[index] ?? 0) / seconds / 10).toFixed(0);
	return [
		name,
		String(of(answered)),
		(turns[0]?.cpuMs ?? []).map((_, index) => cpuOf(index)).join(" + "),
		of(perCpuSecond).toFixed(1),
		`${waits("page", 0.5)} / ${waits("page", 0.99)}`,
		`${waits("act", 0.5)} / ${waits("act", 0.99)}`,
	];
}

/** @returns whether all requests were answered. */
function checkAnswers(name: string, turns: readonly Turn[]): boolean {
	const tallies = turns.flatMap(({ page, act, health }) => [page, act, health]);
	const faults = tallies.flatMap((tally) => tally.faults);
	if (faults.length > 0) console.log(faults.slice(0, 3));
	return verdict(`${name}: requests not answered`, faults.length + sum(tallies.map((one) => one.rejected)), {
		most: 0,
	});
}

export async function measureThroughput(): Promise<boolean> {
	const opened: { close(): Promise<void> }[] = [];
	async function start(name: string, count: number) {
		const nodes = await startNodes(count, { seed: true, env: { CRASH_PAUSE_SCALE: "0.5" } });
		opened.unshift(nodes);
		const loaded = await startLoaded(name, nodes);
		opened.unshift(loaded.clients);
		return loaded;
	}
	try {
		const sites: Loaded[] = [];
		for (const count of PROCESSES) sites.push(await start(`${count} processes`, count));
		for (const site of sites) await measure(site, WARM_UP_MS, MIXES["pages and plays"]);
		const met: boolean[] = [];
		for (const [mix, pages] of Object.entries(MIXES)) met.push(...(await measureMix(sites, mix, pages)));
		return met.every(Boolean);
	} finally {
		for (const one of opened) await one.close();
	}
}

const NONE = { acts: 0, retries: 0 };

async function measureMix(sites: readonly Loaded[], mix: string, pages: number): Promise<boolean[]> {
	const before = await Promise.all(sites.map(({ nodes }) => readActs(nodes.all)));
	const turns: Turn[][] = [];
	for (let turn = 0; turn < TURNS.count; turn += 1) {
		const measured: Turn[] = [];
		for (const site of sites) measured.push(await measure(site, TURNS.ms, pages));
		turns.push(measured);
	}
	const after = await Promise.all(sites.map(({ nodes }) => readActs(nodes.all)));
	const turnsOf = (index: number) => turns.map((turn) => turn[index] as Turn);

	console.log(`${mix}: ${RATE} requests per second of each process; medians of ${TURNS.count} turns`);
	printTable(
		["", "answered", "CPU %", "answered per CPU s", "page ms p50 / p99", "form ms p50 / p99"],
		sites.map(({ name }, index) => rowOf(name, turnsOf(index))),
	);
	return sites.flatMap(({ name }, index) => {
		const { acts, retries } = actsBetween(before[index] ?? NONE, after[index] ?? NONE);
		console.log(`${name}: ${acts} acts, ${retries} repeated attempts`);
		const ratios = turns.map((turn) => perCpuSecond(turn[index] as Turn) / perCpuSecond(turn[0] as Turn));
		return [
			verdict(`${mix}, answered per CPU second of ${name}, relative to 1`, median(ratios), {
				least: LIMITS.ratio,
			}),
			verdict(`${name}: repeated attempts in % of acts`, (retries * 100) / acts, {
				most: LIMITS.retriedPercent,
			}),
			checkAnswers(name, turnsOf(index)),
		];
	});
}
