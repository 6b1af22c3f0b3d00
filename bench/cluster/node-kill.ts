/** Kills a process that does not lead, under load. */
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../../tests/support/random";
import type { EventStream } from "../../tests/support/site/event-stream";
import { quantile, sized, verdict } from "../lib/measure";
import { hasSnapshot, openFaultSite, openLive, openStreams, verdictsOf } from "./fault-nodes";
import { Redeemers } from "./redeems";

const STREAMS = sized(200, 4);
const REDEEMERS = sized(30, 4);
/** The load lasts at least MIN_LOAD_MS. */
const MIN_LOAD_MS = 1000;
const MAX_LOAD_MS = 3000;
const BACK_WITHIN_MS = 5000;
const GIVE_UP_MS = 30_000;
/** How many answered forms are repeated after each kill. */
const REPEATED = 5;

/** @returns whether all limits are met. */
export async function killNodes(kills: number, seed: number): Promise<boolean> {
	console.log(`web process killed ${kills} times with ${STREAMS} streams under load (seed ${seed})`);
	const random = seededRandom(seed);
	const site = await openFaultSite();
	try {
		const viewers = site.signIn(STREAMS);
		const redeemers = new Redeemers(site, site.signIn(REDEEMERS));
		const leader = await site.start();
		const faults: string[] = [];
		const times: number[] = [];
		const counts = { kills: 0, lost: 0, unanswered: 0, acted: 0 };

		for (; counts.kills < kills && faults.length === 0; counts.kills += 1) {
			const follower = await site.start();
			const streams = await openStreams(follower, viewers);
			redeemers.start((index) => (index % 4 === 0 ? leader.origin : follower.origin));
			await sleep(MIN_LOAD_MS + random() * (MAX_LOAD_MS - MIN_LOAD_MS));
			const killedAt = performance.now();
			const back = streams.map((stream, index) =>
				comeBack(stream, leader.origin, viewers[index]?.cookie ?? "", killedAt),
			);
			await follower.end("SIGKILL");
			for (const ms of await Promise.all(back)) {
				if (ms === undefined) counts.lost += 1;
				else times.push(ms);
			}
			await redeemers.finish();
			const unanswered = redeemers.unanswered();
			counts.unanswered += unanswered.length;
			counts.acted += await redeemers.countActed(unanswered);
			await redeemers.repeat(
				leader.origin,
				redeemers.redeems.slice(-REPEATED).filter(({ orderId }) => orderId),
			);
			faults.push(...redeemers.faults.splice(0), ...(await redeemers.faultsOfStored()));
			faults.push(...(await site.findBroken()));
		}

		console.log(
			`  ${redeemers.redeems.length} forms, ${counts.unanswered} of them under way at a kill; ${counts.acted} of those had acted`,
		);
		times.sort((one, other) => one - other);
		const ms = (part: number) => quantile(times, part).toFixed(0);
		console.log(`  streams are back after ${ms(0.5)} ms (median), ${ms(0.99)} ms (99 %)`);
		return [
			verdict("kills", counts.kills, { least: kills }),
			verdict("slowest stream back on the other process, ms", times.at(-1) ?? Infinity, {
				most: BACK_WITHIN_MS,
			}),
			verdict("streams that do not come back", counts.lost, { most: 0 }),
			verdict("forms under way at a kill", counts.unanswered, { least: kills }),
			...verdictsOf(site, "forms that do not act exactly once, and other faults", faults),
			verdict("forms refused", redeemers.refused, { most: 0 }),
		].every(Boolean);
	} finally {
		await site.close();
	}
}

/**
 * Waits until a stream ends, and opens it at another process as a browser does behind a proxy: after the delay that the
 * server has set.
 * @returns the ms from `since` to its snapshot; undefined if it did not come back.
 */
async function comeBack(stream: EventStream, origin: string, cookie: string, since: number) {
	try {
		await stream.until(() => stream.ended, GIVE_UP_MS);
		const delay = Number(/retry:\s*(\d+)/.exec(stream.text)?.[1]);
		await sleep(delay);
		const next = openLive(origin, cookie);
		await next.until(() => hasSnapshot(next), GIVE_UP_MS);
		next.close();
		return performance.now() - since;
	} catch {
		return undefined;
	} finally {
		stream.close();
	}
}
