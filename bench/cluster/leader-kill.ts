/** Kills the process that leads, at random moments with open bets, again and again. */
import { loadavg } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { CrashCrowd } from "../../tests/faults/crash-crowd";
import { seededRandom } from "../../tests/support/random";
import type { EventStream } from "../../tests/support/site/event-stream";
import { quantile, sized, verdict } from "../lib/measure";
import {
	BUSY,
	type FaultSite,
	openFaultSite,
	openStreams,
	placeBets,
	untilBets,
	untilLeads,
	verdictsOf,
} from "./fault-nodes";

const OPEN_BETS = sized(200, 4);
/** Viewers who bet and cash out all the time. */
const PLAYERS = sized(10, 2);
const STREAMS = sized(100, 4);
/** Half of the kills follow the last bet within this time; the others the start of the flight, of which few are shorter. */
const MAX_DELAY_MS = 1500;
const POLL_MS = 50;
const LEADER_WITHIN_MS = 5000;
const FRAME_WITHIN_MS = 10_000;
/** How long the server may still commit what the killed process has sent. */
const COMMIT_MS = 200;

/**
 * Kills the leader with SIGKILL until it had OPEN_BETS open bets at `kills` of the kills; a flight may end before one.
 * The killed process starts again, and follows.
 * @returns whether all limits are met.
 */
export async function killLeaders(kills: number, seed: number): Promise<boolean> {
	console.log(`leader killed ${kills} times with ${OPEN_BETS} open bets (seed ${seed})`);
	const random = seededRandom(seed);
	const site = await openFaultSite();
	try {
		const bettors = site.signIn(OPEN_BETS);
		const players = site.signIn(PLAYERS);
		const [first] = site.signIn(1);
		if (!first) throw new Error("no viewer");
		let leader = await site.start();
		const crowd = new CrashCrowd(leader.origin, players, seed, BUSY);
		const faults: string[] = [];
		const takeovers: number[] = [];
		const bets: number[] = [];
		const counts = { all: 0, full: 0, flying: 0, open: 0, cut: 0, silent: 0 };
		const startFollower = async () => {
			const follower = await site.start();
			return { follower, streams: await openStreams(follower, bettors.slice(0, STREAMS)) };
		};

		/** Checks what the last kill has left. */
		let check = async () => {};

		while (faults.length === 0 && counts.full < kills && counts.all < kills * 2 + 5) {
			const from = crowd.bets.length;
			const { origin } = leader;
			const [{ follower, streams }] = await Promise.all([
				startFollower(),
				placeBets(site, origin, bettors),
				check().then(() => {
					crowd.origin = origin;
					crowd.start(counts.all);
				}),
			]);
			// A flight may have ended before the other process had started.
			await placeBets(site, origin, bettors);
			if (random() < 0.5) await untilFlying(site);
			await sleep(random() * MAX_DELAY_MS);
			const killedAt = performance.now();
			await leader.end("SIGKILL");
			counts.all += 1;
			const [tookMs, betMs, open, wasFlying] = await Promise.all([
				untilLeads(follower, killedAt),
				untilBets(follower, first, killedAt),
				sleep(COMMIT_MS).then(site.openBets),
				sleep(COMMIT_MS).then(() => isFlying(site)),
				crowd.waitForDisconnects(),
			]);
			takeovers.push(tookMs);
			bets.push(betMs);
			counts.open += open.length;
			if (wasFlying) counts.flying += 1;
			if (open.length >= OPEN_BETS) counts.full += 1;
			leader = follower;

			check = async () => {
				counts.silent += await countSilent(streams);
				counts.cut += streams.filter(({ ended }) => ended).length;
				for (const stream of streams) stream.close();
				faults.push(...(await site.faultsOfRefunds(open)), ...(await site.faultsOfCrowd(crowd, from)));
				crowd.origin = follower.origin;
				await crowd.repeatUnanswered(from);
				faults.push(...(await site.faultsOfCrowd(crowd, from)), ...crowd.faults.splice(0));
				faults.push(...(await site.findBroken()));
			};
			if (counts.all % 10 === 0) {
				const slowest = Math.max(...takeovers).toFixed(0);
				console.log(`  ${counts.all} kills, ${counts.full} with all bets, new leader within ${slowest} ms`);
			}
		}

		await check();
		for (const [what, times] of [
			["new leader", takeovers],
			["first bet taken", bets],
		] as const) {
			times.sort((one, other) => one - other);
			const seconds = (part: number) => (quantile(times, part) / 1000).toFixed(2);
			console.log(
				`  ${what} after ${seconds(0.5)} s (median), ${seconds(0.9)} s (90 %), load ${loadavg()[0]?.toFixed(1)}`,
			);
		}
		console.log(
			`  ${counts.open} bets were open at ${counts.all} kills, ${counts.flying} of them in a flight`,
		);
		return [
			verdict(`kills with ${OPEN_BETS} open bets`, counts.full, { least: kills }),
			verdict("slowest new leader, ms", takeovers.at(-1) ?? Infinity, { most: LEADER_WITHIN_MS }),
			verdict("slowest first bet of a new leader, ms", bets.at(-1) ?? Infinity, { most: LEADER_WITHIN_MS }),
			...verdictsOf(site, "bets not refunded or paid exactly once", faults),
			verdict("streams cut on the other process", counts.cut, { most: 0 }),
			verdict("streams without a frame of the new leader", counts.silent, { most: 0 }),
		].every(Boolean);
	} finally {
		await site.close();
	}
}

/** Whether the live round has begun to fly, and is not settled. */
async function isFlying({ query }: FaultSite): Promise<boolean> {
	const rounds = await query(
		"select 1 from crash_rounds where game = 'live' and status = 'open' and started_at is not null",
	);
	return rounds.length > 0;
}

async function untilFlying(site: FaultSite): Promise<void> {
	while (!(await isFlying(site))) await sleep(POLL_MS);
}

/** @returns how many streams get no frame of the live game from now on. */
async function countSilent(streams: readonly EventStream[]): Promise<number> {
	const heard = await Promise.all(
		streams.map((stream) => {
			const { length } = stream.text;
			const isHeard = () => stream.text.indexOf("event:live-crash.", length) !== -1;
			return stream.until(isHeard, FRAME_WITHIN_MS).then(
				() => true,
				() => false,
			);
		}),
	);
	return heard.filter((is) => !is).length;
}
