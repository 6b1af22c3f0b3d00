/**
 * The live stream under a crowd: so many streams on one site process, some of whose viewers bet; and the
 * same frames through `ws` and `better-sse`. `npx tsx tests/bench/live-load/run.ts [streams ...]`
 */
import { setTimeout as sleep } from "node:timers/promises";
import { signInWithCookies } from "../../support/sign-in";
import { postForm } from "../../support/single-fetch";
import { type Site, startSite } from "../../support/site";
import { printTable, verdict } from "../table";
import type { Report as BettorsReport } from "./bettors";
import { Child } from "./child";
import { heldMemoryKb, processorMs } from "./process-stats";
import type { Opening, Report } from "./readers";
import type { Kind } from "./replay";
import { addViewers } from "./viewers";

const SIZES = [1000, 5000, 10_000];
const BETTING_PART = 0.05;
const WATCH_MS = 30_000;
const BET_MS = 60_000;
const SETTLE_MS = 2000;
const PATH = "/live?topics=live-crash,points";
const PRELOAD = new URL("server-preload.mjs", import.meta.url).href;
const SETTINGS = {
	RATE_LIMIT_SCALE: "100000",
	LOG_LEVEL: "error",
	CRASH_PAUSE_SCALE: "0.5",
	NODE_OPTIONS: `--import=${PRELOAD}`,
};

interface Window extends Report {
	cpuMs: number;
	/** Micro-seconds. */
	cpuPerFrame: number;
	seconds: number;
}

const quantile = (sorted: readonly number[], part: number): number =>
	sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;

async function measure(pid: number, readers: Child, ms: number): Promise<Window> {
	await readers.ask({ do: "reset" });
	const [cpu, since] = [processorMs(pid), performance.now()];
	await sleep(ms);
	const cpuMs = processorMs(pid) - cpu;
	const seconds = (performance.now() - since) / 1000;
	const report = await readers.ask<object, Report>({ do: "report" });
	return { ...report, cpuMs, seconds, cpuPerFrame: (cpuMs * 1000) / report.frames };
}

async function openCrowd(opening: Omit<Opening, "do">): Promise<Child> {
	const readers = new Child("readers.ts");
	await readers.ask<Opening, object>({ do: "open", ...opening });
	return readers;
}

async function measureSite(site: Site, cookies: readonly string[], count: number) {
	await site.restart();
	const pid = site.process.pid ?? 0;
	const port = Number(new URL(site.origin).port);
	const betting = cookies.slice(0, Math.round(count * BETTING_PART));
	// What the first streams need once and for all is none of the others' cost.
	await (await openCrowd({ count: 50, port, path: PATH, upgrade: false, cookies: [] })).close();
	const before = await heldMemoryKb(pid);
	const since = performance.now();
	const readers = await openCrowd({ count, port, path: PATH, upgrade: false, cookies: betting });
	const openMs = performance.now() - since;
	const kbPerStream = ((await heldMemoryKb(pid)) - before) / count;
	const watching = await measure(pid, readers, WATCH_MS);

	const bettors = new Child("bettors.ts");
	await bettors.ask({ do: "play", origin: site.origin, cookies: betting });
	await sleep(SETTLE_MS);
	const playing = await measure(pid, readers, BET_MS);
	const bets = await bettors.ask<object, BettorsReport>({ do: "report" });
	await Promise.all([bettors.close(), readers.close()]);
	return { count, openMs, kbPerStream, watching, playing, bets };
}

async function measureReplay(kind: Kind, count: number, { recorded }: Report) {
	const server = new Child("replay.ts", [kind], [`--import=${PRELOAD}`]);
	const { port } = await server.hear<{ port: number }>();
	const opening = { port, path: "/", upgrade: kind === "ws", cookies: [] };
	const first = new Child("readers.ts");
	await first.close();
	const before = await heldMemoryKb(server.pid);
	const readers = await openCrowd({ count, ...opening });
	const kbPerStream = ((await heldMemoryKb(server.pid)) - before) / count;
	server.tell({ do: "play", frames: recorded });
	const window = await measure(server.pid, readers, WATCH_MS);
	await Promise.all([readers.close(), server.close()]);
	return { kbPerStream, ...window };
}

const sizes = process.argv.slice(2).map(Number);
const site = await startSite({ env: SETTINGS });
try {
	const admin = await signInWithCookies(site, "admin");
	await postForm(`${site.origin}/mini-games`, { cookie: admin }, { intent: "start" });
	const cookies = addViewers(site.database, Math.max(...SIZES) * BETTING_PART);
	const ratios: number[] = [];
	for (const count of sizes.length > 0 ? sizes : SIZES) {
		const own = await measureSite(site, cookies, count);
		await site.stop();
		const ws = await measureReplay("ws", count, own.watching);
		const better = await measureReplay("better-sse", count, own.watching);
		const { watching, playing, bets } = own;
		console.log(`\n${count} streams, opened in ${(own.openMs / 1000).toFixed(1)} s`);
		printTable(
			["", "KB a stream", "frames/s each", "CPU us a frame", "CPU %"],
			(
				[
					["site, watching", own.kbPerStream, watching],
					["site, 5% betting", Number.NaN, playing],
					["ws", ws.kbPerStream, ws],
					["better-sse", better.kbPerStream, better],
				] as [string, number, Window][]
			).map(([name, kb, { frames, seconds, cpuPerFrame, cpuMs }]) => [
				name,
				kb.toFixed(1),
				(frames / count / seconds).toFixed(2),
				cpuPerFrame.toFixed(2),
				(cpuMs / seconds / 10).toFixed(1),
			]),
		);
		for (const [name, { crashDelays }] of [
			["watching", watching],
			["5% betting", playing],
		] as const) {
			console.log(
				`crash frame, ${name}: median ${quantile(crashDelays, 0.5).toFixed(0)} ms, p99 ${quantile(crashDelays, 0.99).toFixed(0)} ms, last ${quantile(crashDelays, 1).toFixed(0)} ms (${crashDelays.length} heard)`,
			);
		}
		console.log(
			`cash-outs: median ${quantile(bets.waits, 0.5).toFixed(1)} ms, p99 ${quantile(bets.waits, 0.99).toFixed(1)} ms; ${bets.bets} bets, ${bets.paid} paid, ${bets.refused} too late, ${bets.faults.length} faults ${bets.faults.slice(0, 3)}; closed streams ${playing.closed}`,
		);
		ratios.push(watching.cpuPerFrame / ws.cpuPerFrame);
		verdict("CPU a frame per ws", ratios.at(-1) ?? 0, { most: 1.1 });
	}
} finally {
	await site.close();
}
