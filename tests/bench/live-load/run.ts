/**
 * The live stream under a crowd: so many streams on one site process, some of whose viewers bet; beside
 * it servers that send the same frames in the same moments with `ws` and with `better-sse`.
 * `npx tsx tests/bench/live-load/run.ts [streams ...]`
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openViewers } from "../../support/site/crowd-viewers";
import { signInWithCookies } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import { type Site, startSite } from "../../support/site/site";
import { median, printTable, verdict } from "../table";
import type { Report as BettorsReport } from "./bettors";
import { Child } from "./child";
import { openCrowd, openStalled, quantile, type Window, watch, watchFlights } from "./crowd";
import { heldMemoryKb } from "./process-stats";
import type { Kind } from "./relay";

const SIZES = [1000, 5000, 10_000];
const BETTING_PART = 0.05;
const FLIGHTS = 6;
const COMPARE = { turns: 5, ms: 12_000 };
const SETTLE_MS = 3000;
const FIRST_STREAMS = 50;
const STALLED = 100;
const AIMS = { perWs: 1.1, kbPerStream: 25, crashMs: 250, crashStreams: 5000, kbStalled: 64, growth: 1.2 };
const PATH = "/live?topics=live-crash,points";
const PRELOAD = `--import=${new URL("server-preload.mjs", import.meta.url).href}`;
const SETTINGS = {
	RATE_LIMIT_SCALE: "100000",
	LOG_LEVEL: "error",
	CRASH_PAUSE_SCALE: "0.5",
	NODE_OPTIONS: PRELOAD,
};

const reached: boolean[] = [];
const check = (...args: Parameters<typeof verdict>) => reached.push(verdict(...args));
const portOf = (site: Site) => Number(new URL(site.origin).port);
const pidOf = (site: Site) => site.process.pid ?? 0;

/** What the first streams need once and for all is none of the others' cost. */
async function memoryPerStream(pid: number, opening: Parameters<typeof openCrowd>[0]) {
	await (await openCrowd({ ...opening, count: FIRST_STREAMS })).close();
	const before = await heldMemoryKb(pid);
	const readers = await openCrowd(opening);
	return { readers, kb: ((await heldMemoryKb(pid)) - before) / opening.count };
}

/** What the engine counts as in use. For a few readers the process's own figure is too coarse. */
async function countedMemoryKb(site: Site): Promise<number> {
	await heldMemoryKb(pidOf(site));
	return Number(/held (\d+) KB\s*$/.exec(site.logs())?.[1]);
}

async function openRelay(kind: Kind, count: number, site: Site) {
	const server = new Child("relay.ts", [kind, String(portOf(site))], [PRELOAD]);
	const { port } = await server.hear<{ port: number }>();
	const opening = { count, port, path: "/", upgrade: kind === "ws", cookies: [] };
	return { server, pid: server.pid, ...(await memoryPerStream(server.pid, opening)) };
}

function sayDelays(what: string, { crashDelays, waited }: Window, { waits }: BettorsReport) {
	const of = (sorted: readonly number[]) =>
		`median ${quantile(sorted, 0.5).toFixed(0)} ms, p99 ${quantile(sorted, 0.99).toFixed(0)} ms`;
	console.log(`${what}: crash frame ${of(crashDelays)} (${crashDelays.length} heard)`);
	console.log(`${what}: cash-out answer ${of(waits)} (${waits.length} asked)`);
	console.log(`${what}: the server had to wait for a processor ${(waited * 100).toFixed(0)}% of the time`);
}

async function withBets(site: Site, readers: Child, bettors: Child) {
	await bettors.ask({ do: "reset" });
	const window = await watchFlights({ pid: pidOf(site), readers }, FLIGHTS);
	const bets = await bettors.ask<object, BettorsReport>({ do: "report" });
	const { bets: placed, paid, refused, faults } = bets;
	console.log(
		`${placed} bets, ${paid} cashed out, ${refused} too late, ${faults.length} failed ${faults.slice(0, 3)}`,
	);
	check("streams cut off", window.closed, { most: 0 });
	check("failed bets and cash-outs", faults.length, { most: 0 });
	return { window, bets };
}

async function compare(site: Site, readers: Child, count: number, ownKb: number) {
	const relays = [await openRelay("ws", count, site), await openRelay("better-sse", count, site)];
	const turns: Window[][] = [];
	for (let turn = 0; turn < COMPARE.turns; turn += 1) {
		turns.push(await watch([{ pid: pidOf(site), readers }, ...relays], COMPARE.ms));
	}
	const row = (name: string, kb: number, index: number) => {
		const windows = turns.flatMap((turn) => turn[index] ?? []);
		const of = (pick: (window: Window) => number) => median(windows.map(pick));
		return [
			name,
			kb.toFixed(1),
			of(({ frames, seconds }) => frames / seconds / count).toFixed(2),
			of(({ cpuPerFrame }) => cpuPerFrame).toFixed(2),
			of(({ cpuMs, seconds }) => cpuMs / seconds / 10).toFixed(1),
		];
	};
	printTable(
		["watching", "KB a stream", "frames/s each", "CPU us a frame", "CPU %"],
		[row("site", ownKb, 0), row("ws", relays[0]?.kb ?? 0, 1), row("better-sse", relays[1]?.kb ?? 0, 2)],
	);
	const ratios = turns.map(([own, ws]) => (own?.cpuPerFrame ?? 0) / (ws?.cpuPerFrame ?? 0));
	check("CPU a frame per ws, median of the turns", median(ratios), { most: AIMS.perWs });
	await Promise.all(relays.flatMap((relay) => [relay.readers.close(), relay.server.close()]));
	return median(turns.map(([own]) => own?.cpuPerFrame ?? 0));
}

/** @returns the CPU per frame, in micro-seconds, while everybody only watches. */
async function measure(site: Site, cookies: readonly string[], count: number, withStalled: boolean) {
	console.log(`\n${count} streams`);
	await site.restart();
	const betting = cookies.slice(0, count * BETTING_PART);
	const since = performance.now();
	const opening = { count, port: portOf(site), path: PATH, upgrade: false, cookies: betting };
	const { readers, kb } = await memoryPerStream(pidOf(site), opening);
	console.log(`opened and measured in ${((performance.now() - since) / 1000).toFixed(0)} s`);
	check("KB a stream", kb, { most: AIMS.kbPerStream });
	const cpuPerFrame = await compare(site, readers, count, kb);

	const bettors = new Child("bettors.ts");
	await bettors.ask({ do: "play", origin: site.origin, cookies: betting });
	await sleep(SETTLE_MS);
	const { window, bets } = await withBets(site, readers, bettors);
	sayDelays("5% betting", window, bets);
	console.log(`5% betting: ${window.cpuPerFrame.toFixed(2)} us of CPU a frame, the whole site included`);
	if (count === AIMS.crashStreams) {
		check("crash frame p99 ms", quantile(window.crashDelays, 0.99), { most: AIMS.crashMs });
	}
	if (withStalled) {
		const before = await countedMemoryKb(site);
		const stalled = await openStalled(STALLED, portOf(site), PATH);
		const beside = await withBets(site, readers, bettors);
		sayDelays(`beside ${STALLED} stalled readers`, beside.window, beside.bets);
		const held = (await countedMemoryKb(site)) - before;
		check("KB a stalled reader", Math.max(0, held / STALLED), { most: AIMS.kbStalled });
		for (const socket of stalled) socket.destroy();
	}
	await Promise.all([bettors.close(), readers.close()]);
	return cpuPerFrame;
}

const asked = process.argv.slice(2).map(Number);
const sizes = asked.length > 0 ? asked : SIZES;
const site = await startSite({ env: SETTINGS });
try {
	const admin = await signInWithCookies(site, "admin");
	await postForm(`${site.origin}/mini-games`, { cookie: admin }, { intent: "start" });
	const viewers = openViewers(site);
	const cookies = viewers.signInAll(viewers.register(Math.max(...sizes) * BETTING_PART));
	viewers.close();
	const costs: number[] = [];
	for (const count of sizes) costs.push(await measure(site, cookies, count, count === sizes[0]));
	if (sizes.length > 1) {
		const [least = 0, most = 0] = [costs[0], costs.at(-1)];
		console.log("");
		check(`CPU a frame with ${sizes.at(-1)} per that with ${sizes[0]}`, most / least, { most: AIMS.growth });
	}
	process.exitCode = reached.every(Boolean) ? 0 : 1;
} finally {
	await site.close();
}
