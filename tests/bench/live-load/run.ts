/**
 * The live stream under load: many streams of one site process, with some betting viewers, compared to servers that
 * send the same frames at the same times with `ws` and `better-sse`.
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
const LIMITS = { perWs: 1.1, kbPerStream: 25, crashMs: 250, crashStreams: 5000, kbStalled: 64, growth: 1.2 };
const PATH = "/live?topics=live-crash,points";
const PRELOAD = `--import=${new URL("server-preload.mjs", import.meta.url).href}`;
const SETTINGS = {
	RATE_LIMIT_SCALE: "100000",
	LOG_LEVEL: "error",
	CRASH_PAUSE_SCALE: "0.5",
	NODE_OPTIONS: PRELOAD,
};

const reached: boolean[] = [];
const check = (...values: Parameters<typeof verdict>) => reached.push(verdict(...values));
const portOf = (site: Site) => Number(new URL(site.origin).port);
const pidOf = (site: Site) => site.process.pid ?? 0;

/** Opens and closes a few streams first, so that one-time allocations do not count. */
async function memoryPerStream(pid: number, opening: Parameters<typeof openCrowd>[0]) {
	await (await openCrowd({ ...opening, count: FIRST_STREAMS })).close();
	const before = await heldMemoryKb(pid);
	const readers = await openCrowd(opening);
	return { readers, kb: ((await heldMemoryKb(pid)) - before) / opening.count };
}

/** The heap that V8 reports as used. For a few readers the resident memory is too coarse. */
async function countedMemoryKb(site: Site): Promise<number> {
	await heldMemoryKb(pidOf(site));
	return Number(/held (\d+) KB\s*$/.exec(site.logs())?.[1]);
}

async function openRelay(kind: Kind, count: number, site: Site) {
	const server = new Child("relay.ts", [kind, String(portOf(site))], [PRELOAD]);
	const { port } = await server.receive<{ port: number }>();
	const opening = { count, port, path: "/", upgrade: kind === "ws", cookies: [] };
	return { server, pid: server.pid, ...(await memoryPerStream(server.pid, opening)) };
}

function printDelays(what: string, { crashDelays, waited }: Window, { waits }: BettorsReport) {
	const of = (sorted: readonly number[]) =>
		`median ${quantile(sorted, 0.5).toFixed(0)} ms, p99 ${quantile(sorted, 0.99).toFixed(0)} ms`;
	console.log(`${what}: crash frame ${of(crashDelays)} (${crashDelays.length} received)`);
	console.log(`${what}: cash-out answer ${of(waits)} (${waits.length} sent)`);
	console.log(`${what}: the server waited for a processor ${(waited * 100).toFixed(0)}% of the time`);
}

async function withBets(site: Site, readers: Child, bettors: Child) {
	await bettors.request({ do: "reset" });
	const window = await watchFlights({ pid: pidOf(site), readers }, FLIGHTS);
	const bets = await bettors.request<object, BettorsReport>({ do: "report" });
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
		["without bets", "KB per stream", "frames/s each", "CPU us per frame", "CPU %"],
		[row("site", ownKb, 0), row("ws", relays[0]?.kb ?? 0, 1), row("better-sse", relays[1]?.kb ?? 0, 2)],
	);
	const ratios = turns.map(([own, ws]) => (own?.cpuPerFrame ?? 0) / (ws?.cpuPerFrame ?? 0));
	check("CPU per frame relative to ws, median of the turns", median(ratios), { most: LIMITS.perWs });
	await Promise.all(relays.flatMap((relay) => [relay.readers.close(), relay.server.close()]));
	return median(turns.map(([own]) => own?.cpuPerFrame ?? 0));
}

/** @returns the CPU per frame in microseconds without bets. */
async function measure(site: Site, cookies: readonly string[], count: number, withStalled: boolean) {
	console.log(`\n${count} streams`);
	await site.restart();
	const betting = cookies.slice(0, count * BETTING_PART);
	const start = performance.now();
	const opening = { count, port: portOf(site), path: PATH, upgrade: false, cookies: betting };
	const { readers, kb } = await memoryPerStream(pidOf(site), opening);
	console.log(`opened and measured in ${((performance.now() - start) / 1000).toFixed(0)} s`);
	check("KB per stream", kb, { most: LIMITS.kbPerStream });
	const cpuPerFrame = await compare(site, readers, count, kb);

	const bettors = new Child("bettors.ts");
	await bettors.request({ do: "play", origin: site.origin, cookies: betting });
	await sleep(SETTLE_MS);
	const { window, bets } = await withBets(site, readers, bettors);
	printDelays("5% betting", window, bets);
	console.log(`5% betting: ${window.cpuPerFrame.toFixed(2)} us of CPU per frame, including the whole site`);
	if (count === LIMITS.crashStreams) {
		check("crash frame p99 ms", quantile(window.crashDelays, 0.99), { most: LIMITS.crashMs });
	}
	if (withStalled) {
		const before = await countedMemoryKb(site);
		const stalled = await openStalled(STALLED, portOf(site), PATH);
		const withStalledReaders = await withBets(site, readers, bettors);
		printDelays(`with ${STALLED} stalled readers`, withStalledReaders.window, withStalledReaders.bets);
		const held = (await countedMemoryKb(site)) - before;
		check("KB per stalled reader", Math.max(0, held / STALLED), { most: LIMITS.kbStalled });
		for (const socket of stalled) socket.destroy();
	}
	await Promise.all([bettors.close(), readers.close()]);
	return cpuPerFrame;
}

const args = process.argv.slice(2).map(Number);
const sizes = args.length > 0 ? args : SIZES;
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
		const [small = 0, large = 0] = [costs[0], costs.at(-1)];
		console.log("");
		check(`CPU per frame with ${sizes.at(-1)} relative to ${sizes[0]}`, large / small, {
			most: LIMITS.growth,
		});
	}
	process.exitCode = reached.every(Boolean) ? 0 : 1;
} finally {
	await site.close();
}
