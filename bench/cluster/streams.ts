/**
 * Event streams of one live flight: two web processes with as many streams each as one process of another site has.
 * All three are measured during the same periods, so that they share the processors equally. The measure is the
 * processor time of each web process per frame that its streams have received. PostgreSQL, which carries the frames
 * between the processes, is not included. The ticks become rarer when sending them takes a quarter of the leader's time.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Db } from "db/database";
import { addChain, addShortFlights } from "../../tests/support/data/crash-rows";
import type { Child } from "../lib/child";
import { openCrowd, type Window, watch, watchFlights } from "../lib/crowd";
import { median, printTable, quantile, sized, verdict } from "../lib/measure";
import { signInMany, startLiveGame } from "../lib/players";
import { type Nodes, startNodes, type WebProcess } from "./nodes";

const STREAMS = sized(5000, 40);
const TURNS = sized({ count: 5, ms: 20_000 }, { count: 1, ms: 8000 });
/** The waiting phase, and the first ticks. */
const BEFORE_FLIGHT_MS = sized(10_000, 3000);
/** Flights whose crash frames are timed. */
const FLIGHTS = sized(6, 1);
/** Less than the pause between two flights. */
const SAME_FLIGHT_MS = 2000;
const SIGNED_IN_PART = 0.05;
const PATH = "/live?topics=live-crash,points";
/** CPU per frame of a process of the cluster, relative to the single process. */
const MAX_RATIO = 1.2;
const NAMES = ["single", "leader", "follower"] as const;

type Crowd = WebProcess & { readers: Child };

/** A chain of a flight of 138 s, in which CPU is measured, and eight flights of 3 to 9 s. */
const addFlights = (db: Db) => addChain(db, "long-then-short-32932", 9, "2099-01-01T00:00:00.000Z");

const start = (count: number) =>
	startNodes(count, {
		env: { CRASH_PAUSE_SCALE: "0.5", LOG_LEVEL: "error" },
		prepare: sized(addFlights, addShortFlights),
	});

/** @returns the readers of each process, which has as many signed-in viewers as the others. */
async function openCrowds({ site, all }: Nodes): Promise<Crowd[]> {
	const cookies = signInMany(site, STREAMS * SIGNED_IN_PART);
	const crowds: Crowd[] = [];
	for (const node of all) {
		const opening = { count: STREAMS, port: node.port, path: PATH, cookies };
		crowds.push({ ...node, readers: await openCrowd(opening) });
	}
	return crowds;
}

function printCosts(turns: readonly Window[][]) {
	const rows = NAMES.map((name, index) => {
		const windows = turns.flatMap((turn) => turn[index] ?? []);
		const of = (pick: (window: Window) => number) => median(windows.map(pick));
		return [
			name,
			of(({ frames, seconds }) => frames / seconds / STREAMS).toFixed(2),
			of(({ cpuPerFrame }) => cpuPerFrame).toFixed(2),
			of(({ cpuMs, seconds }) => cpuMs / seconds / 10).toFixed(1),
			of(({ waited }) => waited * 100).toFixed(1),
		];
	});
	printTable(["", "frames/s each", "CPU us per frame", "CPU %", "waited for CPU %"], rows);
}

/**
 * The readers of a follower know the start of a flight by its earliest tick, which the bus has delayed. Their delays are
 * counted from the start that the leader's readers know. A flight that only one of the two has seen end is left out.
 */
function delaysSince(leader: Window, { flights }: Window): number[] {
	const delays = flights.flatMap(({ startedAt, crashDelays }) => {
		const same = leader.flights.find((flight) => Math.abs(flight.startedAt - startedAt) < SAME_FLIGHT_MS);
		return same ? crashDelays.map((delay) => delay + startedAt - same.startedAt) : [];
	});
	return delays.sort((one, other) => one - other);
}

function printDelays([single, leader, follower]: readonly Window[]) {
	if (!single || !leader || !follower) return;
	const all = [single.crashDelays, leader.crashDelays, delaysSince(leader, follower)];
	for (const [index, delays] of all.entries()) {
		const of = (part: number) => quantile(delays, part).toFixed(0);
		console.log(
			`${NAMES[index]}: crash frame median ${of(0.5)} ms, p99 ${of(0.99)} ms (${delays.length} received)`,
		);
	}
}

export async function measureStreams(): Promise<boolean> {
	const opened: { close(): Promise<void> }[] = [];
	try {
		const single = await start(1);
		opened.push(single);
		const pair = await start(2);
		opened.push(pair);
		const crowds = [...(await openCrowds(single)), ...(await openCrowds(pair))];
		opened.unshift(...crowds.map(({ readers }) => readers));
		console.log(`${STREAMS} streams of each process`);
		for (const { site, leader } of [single, pair]) await startLiveGame(site, leader.origin);
		await sleep(BEFORE_FLIGHT_MS);
		const turns: Window[][] = [];
		for (let turn = 0; turn < TURNS.count; turn += 1) turns.push(await watch(crowds, TURNS.ms));
		printCosts(turns);
		const flights = await Promise.all(crowds.map((crowd) => watchFlights(crowd, FLIGHTS)));
		printDelays(flights);

		const ratios = (index: number) =>
			turns.map((turn) => (turn[index]?.cpuPerFrame ?? 0) / (turn[0]?.cpuPerFrame ?? 0));
		return [
			...[1, 2].map((index) =>
				verdict(
					`CPU per frame of the ${NAMES[index]} relative to a single process, median of the turns`,
					median(ratios(index)),
					{ most: MAX_RATIO },
				),
			),
			...flights.map(({ closed }, index) => verdict(`${NAMES[index]}: streams cut`, closed, { most: 0 })),
		].every(Boolean);
	} finally {
		for (const one of opened) await one.close();
	}
}
