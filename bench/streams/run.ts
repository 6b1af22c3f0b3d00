/**
 * Event streams of one live flight, and how late the crash reaches them. `npm run bench -- streams[:PART,...]`, where a part is
 * a number of streams or `crash`.
 *
 * A number: processor time of the site's process per frame that its streams receive, relative to that of a plain WebSocket
 * server of the package `ws`, without compression, to which as many clients are connected. The reference gets each frame that the
 * site sends, prepares it once, and sends the same bytes to its clients in a loop. Both are measured during the same periods, so that
 * they share the processors equally: a site that is stopped while the reference is measured collects garbage when it continues. Their
 * clients are two processes of the same program.
 *
 * `crash`: the delay from the moment at which the flight is due to end, counted from its earliest tick, to the arrival of the
 * crash at each of 10,000 streams. The viewers of 5 % of them bet in each round, and cash out by hand at random moments. The
 * clients of the streams and of the bets share the processors with the site.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "db/database";
import { addChain, addShortFlights } from "../../tests/support/data/crash-rows";
import { type Site, startSite } from "../../tests/support/site/site";
import type { Report as BettorsReport } from "../lib/bettors";
import { Child } from "../lib/child";
import { openCrowd, type Window, watch, watchFlights } from "../lib/crowd";
import { conclude, median, printTable, quantile, sized, verdict } from "../lib/measure";
import { signInMany, startLiveGame } from "../lib/players";
import { Reader } from "../lib/reader";
import type { Order } from "./reference";

const SIZES = sized([1000, 5000, 10_000], [200]);
const TURNS = sized({ count: 5, ms: 6000 }, { count: 1, ms: 2000 });
const WARM_UP_MS = sized(25_000, 1000);
const MAX_RATIO = 1.05;

const CRASH = {
	streams: sized(10_000, 40),
	bettingPart: 0.05,
	/** Rounds before those that are measured: V8 has not optimised the code yet. */
	warmUp: sized(1, 0),
	flights: sized(5, 1),
	maxMs: 120,
};
const PATH = "/live?topics=live-crash";
const UPGRADE = [
	...["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13"],
	"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];
const portOf = ({ origin }: Site) => Number(new URL(origin).port);
const pidOf = (site: Site) => site.process.pid ?? 0;

const start = (prepare: (db: Db) => Promise<unknown>) =>
	startSite({
		env: { RATE_LIMIT_SCALE: "100000", CRASH_PAUSE_SCALE: "0.5", LOG_LEVEL: "error" },
		prepare,
	});

/** A chain whose first flight takes 138 s. */
const addLongFlight = (db: Db) => addChain(db, "long-then-short-32932", 9, "2099-01-01T00:00:00.000Z");

/** Passes the frames of one stream on as they arrive. @returns a promise that resolves with the first tick. */
function follow(site: Site, onFrame: (frame: string) => void): Promise<void> {
	return new Promise((resolve) => {
		const head = `GET ${PATH} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
		new Reader(0, portOf(site), head, {
			onText(text) {
				for (const frame of text.match(/event:.*\n.*\n\n/g) ?? []) onFrame(frame);
				if (text.includes(".tick")) resolve();
			},
			onCrash() {},
			onClose() {},
		});
	});
}

async function measureCost(count: number): Promise<boolean> {
	const site = await start(addLongFlight);
	const opened: Child[] = [];
	try {
		const reference = new Child("../streams/reference.ts");
		opened.push(reference);
		const { port } = await reference.request<object, { port: number }>({ do: "listen" });
		const flying = follow(site, (text) => reference.process.send({ do: "send", text } satisfies Order));
		const readers = await openCrowd({ count, port: portOf(site), path: PATH });
		opened.push(readers);
		const others = await openCrowd({ count, port, path: "/", headers: UPGRADE });
		opened.push(others);
		await startLiveGame(site);
		await flying;
		// V8 has neither optimised the code yet nor collected the garbage of opening the streams.
		await sleep(WARM_UP_MS);

		const turns: Window[][] = [];
		for (let turn = 0; turn < TURNS.count; turn += 1)
			turns.push(
				await watch(
					[
						{ pid: pidOf(site), readers },
						{ pid: reference.pid, readers: others },
					],
					TURNS.ms,
				),
			);
		const row = (name: string, index: number) => {
			const windows = turns.flatMap((turn) => turn[index] ?? []);
			const of = (pick: (window: Window) => number) => median(windows.map(pick));
			return [
				name,
				of(({ frames, seconds }) => frames / seconds / count).toFixed(2),
				of(({ bytes, frames }) => bytes / frames).toFixed(0),
				of(({ cpuPerFrame }) => cpuPerFrame).toFixed(2),
				of(({ cpuMs, seconds }) => cpuMs / seconds / 10).toFixed(1),
				of(({ waited }) => waited * 100).toFixed(1),
			];
		};
		const cost = ["CPU us per frame", "CPU %", "waited for CPU %"];
		printTable(
			[`${count} streams`, "frames/s each", "bytes per frame", ...cost],
			[row("site", 0), row("ws", 1)],
		);
		const ratios = turns.map(([own, plain]) => (own?.cpuPerFrame ?? 0) / (plain?.cpuPerFrame ?? 0));
		console.log(`ratios of the turns: ${ratios.map((ratio) => ratio.toFixed(2)).join(", ")}`);
		const cut = turns.at(-1)?.[0]?.closed ?? Number.NaN;
		return [
			verdict(`CPU per frame relative to ws with ${count} streams, median of the turns`, median(ratios), {
				most: MAX_RATIO,
			}),
			verdict("streams cut", cut, { most: 0 }),
		].every(Boolean);
	} finally {
		// The site first, because its frames are passed on to the reference.
		await site.close();
		for (const child of opened) await child.close();
	}
}

async function measureCrash(): Promise<boolean> {
	const site = await start(addShortFlights);
	const opened: Child[] = [];
	try {
		const cookies = signInMany(site, CRASH.streams * CRASH.bettingPart);
		const path = "/live?topics=live-crash,points";
		const readers = await openCrowd({ count: CRASH.streams, port: portOf(site), path, cookies });
		const bettors = new Child("bettors.ts");
		opened.push(readers, bettors);
		await bettors.request({ do: "play", origin: site.origin, cookies });
		await startLiveGame(site);
		const crowd = { pid: pidOf(site), readers };
		if (CRASH.warmUp > 0) await watchFlights(crowd, CRASH.warmUp);
		await bettors.request({ do: "reset" });
		const { crashDelays, closed, waited, flights } = await watchFlights(crowd, CRASH.flights);
		const bets = await bettors.request<object, BettorsReport>({ do: "report" });
		const row = (name: string, delays: readonly number[]) => [
			...[name, delays.length],
			...[0.01, 0.5, 0.99, 1].map((part) => quantile(delays, part).toFixed(0)),
		];
		printTable(
			["crash frame", "received", "p1 ms", "median ms", "p99 ms", "max ms"],
			[
				...flights.map(({ crashDelays: delays }, index) =>
					row(
						`flight ${index + 1}`,
						delays.toSorted((one, other) => one - other),
					),
				),
				row("all", crashDelays),
			],
		);
		const outcome = `${bets.paid} cashed out, ${bets.refused} too late, ${bets.faults.length} faults`;
		console.log(`${bets.bets} bets, ${outcome}. Site waited for a processor ${(waited * 100).toFixed(1)} %.`);
		if (bets.faults.length > 0) console.log(bets.faults.slice(0, 3));
		return [
			verdict(
				`delay of the crash frame at p99 with ${CRASH.streams} streams, in ms`,
				quantile(crashDelays, 0.99),
				{ most: CRASH.maxMs },
			),
			verdict("streams cut", closed, { most: 0 }),
		].every(Boolean);
	} finally {
		for (const child of opened) await child.close();
		await site.close();
	}
}

const parts = process.argv.length > 2 ? process.argv.slice(2) : [...SIZES.map(String), "crash"];
const met: boolean[] = [];
for (const part of parts) met.push(await (part === "crash" ? measureCrash() : measureCost(Number(part))));
conclude(met);
