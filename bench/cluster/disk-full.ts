/** Fills the disk of the PostgreSQL server under load, and frees it. */
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "../../tests/support/random";
import { canMount, mountSmallDisk, type SmallDisk } from "../../tests/support/site/small-disk";
import { isOnce } from "../lib/measure";
import { type FaultSite, openFaultSite, startServer } from "./fault-nodes";
import { runOutages } from "./outage";

const DISK_MIB = 256;
const FULL_MS = 5000;
/** The server has at most as many segments of its log in reserve. */
const MAX_SEGMENTS = 20;
const SMALL_LOG = { min_wal_size: "32MB", max_wal_size: "48MB" };

/**
 * Every second time the log of the server gets no space either, at which PostgreSQL stops.
 * @returns whether all limits are met; false also if this process cannot mount a disk.
 */
export async function fillDisks(times: number, seed: number): Promise<boolean> {
	console.log(`disk of PostgreSQL filled ${times} times under load (seed ${seed})`);
	if (!canMount) {
		console.log("  skipped: mounting a disk requires root");
		return isOnce;
	}
	const disk = mountSmallDisk(DISK_MIB);
	try {
		return await fillUnderLoad(disk, times, seed);
	} finally {
		disk.remove();
	}
}

async function fillUnderLoad(disk: SmallDisk, times: number, seed: number): Promise<boolean> {
	const site = await openFaultSite({ server: SMALL_LOG, folder: disk.folder });
	let stops = 0;
	async function run(turn: number) {
		disk.fill();
		if (turn % 2 === 1 && (await exhaustLog(site))) stops += 1;
		await sleep(FULL_MS);
		disk.free();
		await startServer(site);
	}
	try {
		const random = seededRandom(seed);
		const isMet = await runOutages(
			site,
			{ what: "the disk was full", run, isAway: false },
			{ times, seed, random },
		);
		console.log(`  PostgreSQL stopped ${stops} times because its log had no space`);
		return isMet && (isOnce || stops === Math.floor(times / 2));
	} finally {
		await site.close();
	}
}

/** Begins new segments of the server's log until it cannot. @returns whether the server has stopped. */
async function exhaustLog({ query }: FaultSite): Promise<boolean> {
	try {
		for (let segment = 0; segment < MAX_SEGMENTS; segment += 1) {
			await query("select pg_logical_emit_message(false, 'full', 'x'), pg_switch_wal()");
		}
		return false;
	} catch {
		return true;
	}
}
