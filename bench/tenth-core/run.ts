/**
 * Viewers open the store concurrently while the process gets a tenth of a core: it is stopped for 90 ms of each
 * 100 ms, like with a CPU quota of a control group. `npm run bench -- tenth-core[:VIEWERS]`
 */

import { openShelf } from "../../tests/support/data/store-content";
import { startSite } from "../../tests/support/site/site";
import { conclude, printTable, quantile, sized, verdict } from "../lib/measure";
import { signInMany } from "../lib/players";

const viewerCount = Number(process.argv[2] ?? sized(20, 2));
const ROUNDS = sized(3, 1);
const PERIOD_MS = 100;
const QUOTA_MS = 10;
const ITEMS = 12;
const TIMEOUT_MS = 60_000;

const site = await startSite({ seed: true, env: { LOG_LEVEL: "warn" } });
let throttle: NodeJS.Timeout | undefined;
try {
	const shelf = openShelf(site);
	for (let item = 0; item < ITEMS; item++) shelf.add({ name: `Item ${item}`, stock: 10 });
	shelf.close();
	const cookies = signInMany(site, viewerCount);

	const open = async (cookie: string) => {
		const start = performance.now();
		const headers = { cookie: `${cookie}; language=en`, accept: "text/html" };
		const signal = AbortSignal.timeout(TIMEOUT_MS);
		const answer = await fetch(`${site.origin}/store`, { headers, signal });
		const text = await answer.text();
		return { isServed: answer.status === 200 && text.includes("Item 0"), ms: performance.now() - start };
	};
	// The first request compiles code and is not part of the measurement.
	await open(cookies[0] ?? "");

	throttle = setInterval(() => {
		site.process.kill("SIGCONT");
		setTimeout(() => site.process.kill("SIGSTOP"), QUOTA_MS);
	}, PERIOD_MS);
	const rows: string[][] = [];
	let served = 0;
	for (let round = 0; round < ROUNDS; round++) {
		const opened = await Promise.all(cookies.map(open));
		const waits = opened.map(({ ms }) => ms).sort((a, b) => a - b);
		served += opened.filter(({ isServed }) => isServed).length;
		rows.push([`round ${round + 1}`, ...[0.5, 0.99, 1].map((part) => quantile(waits, part).toFixed(0))]);
	}
	printTable([`${viewerCount} viewers, a tenth of a core`, "median ms", "p99 ms", "max ms"], rows);
	conclude([verdict("viewers without a response", ROUNDS * viewerCount - served, { most: 0 })]);
} finally {
	clearInterval(throttle);
	site.process.kill("SIGCONT");
	await new Promise((resolve) => setTimeout(resolve, 2 * PERIOD_MS));
	site.process.kill("SIGCONT");
	await site.close();
}
