/**
 * Response times of plays while the open pages of one hunt load its data again after each change, relative to those
 * without, measured alternately in one run. The requests of the pages come from a process of their own.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openHunts } from "../../tests/support/data/hunt-rows";
import { signInWithCookies } from "../../tests/support/site/sign-in";
import { startSite } from "../../tests/support/site/site";
import { Child } from "../lib/child";
import { conclude, median, printTable, sized, verdict } from "../lib/measure";
import { BESIDE_HEADS, playBeside, playUntil, signInMany } from "../lib/players";
import type { Reload, Reloaded } from "./pages";

const PAGES = sized(1000, 20);
const SLOTS = sized(60, 5);
const PLAYERS = 8;
const CHANGES = sized(3, 1);
/** ms within which the pages reload: `SPREAD_MS` of the page. */
const SPREAD_MS = 2000;
const WARM_UP_MS = sized(3000, 200);
const ROUNDS = sized(3, 1);
const MAX_RATIO = 1.5;

const site = await startSite({
	env: { RATE_LIMIT_SCALE: "100000", STARTING_POINTS: "1000000000", LOG_LEVEL: "error" },
});
const hunts = openHunts(site);
const pages = new Child("../hunt-reload/pages.ts");
try {
	const hunt = hunts.add();
	for (let at = 0; at < SLOTS; at += 1) hunts.addSlot(hunt, `Slot ${at}`, 200);
	const cookies = signInMany(site, PAGES);
	const players: string[] = [];
	for (let count = 0; count < PLAYERS; count += 1)
		players.push(await signInWithCookies(site, `bench${count}`));
	await playUntil(sleep(WARM_UP_MS), site, players);
	const order: Reload = { origin: site.origin, cookies, spreadMs: SPREAD_MS };
	await pages.request<Reload, Reloaded>(order);

	const rows: string[][] = [];
	const ratios: number[] = [];
	const failures: number[] = [];
	for (let round = 0; round < ROUNDS; round += 1) {
		const reloads = async () => {
			for (let change = 0; change < CHANGES; change += 1) {
				hunts.run("update hunts set revision = revision + 1 where status = 'open'");
				failures.push((await pages.request<Reload, Reloaded>(order)).failed);
			}
		};
		const beside = await playBeside("reloads", reloads(), site, players);
		rows.push(...beside.rows);
		ratios.push(beside.p99);
	}
	console.log(`${PAGES} signed-in pages of a hunt of ${SLOTS} slots, ${CHANGES} changes, ${PLAYERS} players`);
	printTable(BESIDE_HEADS, rows);
	conclude([
		verdict("p99 relative to no reloads, median of the rounds", median(ratios), { most: MAX_RATIO }),
		verdict("reloads that failed", Math.max(...failures), { most: 0 }),
	]);
} finally {
	await pages.close();
	hunts.finishAll();
	hunts.close();
	await site.close();
}
