/**
 * Memory of a site with example content, started by `bin/plateia` with its usual limits: after the start, and while pages are read and games
 * are played. `npm run bench -- memory[:SECONDS,RATE]`
 */
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startSite } from "../../tests/support/site/site";
import { Child } from "../lib/child";
import type { Order, Report } from "../lib/clients";
import { conclude, printTable, sized, verdict } from "../lib/measure";
import { prepareLoad } from "../lib/mixed";
import { memoryKb } from "../lib/process-stats";

const [seconds = sized(180, 5), perSecond = sized(250, 20)] = process.argv.slice(2).map(Number);
const VIEWERS = sized(200, 5);
/** Work that follows the start, such as the first reads of outside services, is over after this time. */
const SETTLE_MS = sized(10_000, 500);
const SAMPLE_MS = sized(5000, 500);
const MAX_MB = { start: 160, load: 256 };

const root = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const site = await startSite({ seed: true, startedIn: root, env: { RATE_LIMIT_SCALE: "100000" } });
const clients = new Child("clients.ts");
const megabytes = () => (memoryKb(site.process.pid ?? 0) * 1024) / 1e6;
const sendOrder = (order: Order) => clients.request<Order, object>(order);
try {
	await sleep(SETTLE_MS);
	const start = megabytes();
	const { itemId, cookies } = await prepareLoad(site, site.origin, VIEWERS);
	await sendOrder({ do: "open", origins: [site.origin], cookies, itemId });
	await sendOrder({ do: "rate", perSecond });
	const samples: number[] = [];
	for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
		await sleep(SAMPLE_MS);
		samples.push(megabytes());
	}
	const { page, act } = await clients.request<Order, Report>({ do: "report" });
	await sendOrder({ do: "rate", perSecond: 0 });
	const most = Math.max(...samples);
	printTable(
		["memory (RSS)", "MB"],
		[
			["after the start", start.toFixed(0)],
			...samples
				.filter((_, at) => (at + 1) % Math.max(1, Math.floor(samples.length / 6)) === 0)
				.map((sample) => ["under load", sample.toFixed(0)]),
			["most", most.toFixed(0)],
		],
	);
	const answered = page.answered + act.answered;
	console.log(
		`${perSecond} requests a second for ${seconds} s: ${answered} answered, ${page.rejected + act.rejected} rejected`,
	);
	conclude([
		verdict("faults", page.faults.length + act.faults.length, { most: 0 }),
		verdict("answered requests", answered, { least: 1 }),
		verdict("MB after the start", start, { most: MAX_MB.start }),
		verdict("most MB under load", most, { most: MAX_MB.load }),
	]);
} finally {
	await Promise.all([clients.close(), site.close()]);
}
