/**
 * Signed webhooks of Twitch at 1,000 a second for 10 s. Each one that the site has answered with success must be counted
 * once; the local Twitch sends the others again.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { SQLite } from "db/sqlite/driver";
import { twitchEvents } from "../../demo/twitch-events.mjs";
import { authorize, startPlatforms, twitchClient } from "../../tests/support/platforms";
import { signInWithCookies } from "../../tests/support/site/sign-in";
import { startSite } from "../../tests/support/site/site";
import { conclude, printTable, quantile, sized, verdict } from "../lib/measure";
import { memoryKb } from "../lib/process-stats";

const PER_SECOND = 1000;
const SECONDS = sized(10, 0.2);
const STEP_MS = 10;
const PEOPLE = 500;
/** Maximum growth of the heap after a collection; 40 s of the same load need 10 MB more than 10 s. */
const MAX_GROWTH_MB = 200;
/** Time within which everything received must be handled. */
const HANDLED_WITHIN_MS = 120_000;

const platforms = await startPlatforms({
	...{ now: () => new Date(), host: "localhost", retryMs: [500, 1000, 2000, 4000], answerWithinMs: 10_000 },
});
const site = await startSite({
	env: {
		...{ PLATFORM_ORIGIN: platforms.origin, LOG_LEVEL: "error", RATE_LIMIT_SCALE: "1000" },
		...{ TWITCH_CLIENT_ID: twitchClient.id, TWITCH_CLIENT_SECRET: twitchClient.secret },
	},
});
const database = new SQLite(site.database);
const megabytes = () => memoryKb(site.process.pid ?? 0) / 1024;
const count = (where: string) =>
	(
		database
			.prepare(`select count(*) as count from platform_events where kind = 'cheer' and ${where}`)
			.get() as {
			count: number;
		}
	).count;

async function connect() {
	const cookie = await signInWithCookies(site, "admin");
	const get = (path: string) => fetch(site.origin + path, { headers: { cookie }, redirect: "manual" });
	const begun = await get("/settings/stream/twitch");
	const answer = await authorize(begun.headers.get("location") ?? "");
	const state = begun.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
	const done = await fetch(`${site.origin}/settings/stream/twitch?${answer}`, {
		headers: { cookie: [cookie, ...state].join("; ") },
		redirect: "manual",
	});
	if (done.headers.get("location") !== "/settings/stream") throw new Error("the channel was not connected");
	while (platforms.twitch.subscriptions().some(({ status }) => status !== "enabled")) await sleep(50);
}

try {
	await connect();
	const before = megabytes();
	let most = before;
	const waits: number[] = [];
	const sending: Promise<{ statuses: (number | string)[] }>[] = [];
	const since = performance.now();
	for (let sent = 0; sent < PER_SECOND * SECONDS; ) {
		const due = Math.min(PER_SECOND * SECONDS, ((performance.now() - since) / 1000) * PER_SECOND);
		for (; sent < due; sent += 1) {
			const at = performance.now();
			const [type, event] = twitchEvents.cheer(`fan${sent % PEOPLE}`, 1 + (sent % 1000)) as [string, object];
			sending.push(
				platforms.twitch.emit(type, event).then(([delivery]: { statuses: (number | string)[] }[]) => {
					waits.push(performance.now() - at);
					return delivery ?? { statuses: [] };
				}),
			);
		}
		most = Math.max(most, megabytes());
		await sleep(STEP_MS);
	}
	const deliveries = await Promise.all(sending);
	const seconds = (performance.now() - since) / 1000;
	const accepted = deliveries.filter(({ statuses }) => statuses.some((status) => status === 204)).length;
	const repeated = deliveries.filter(({ statuses }) => statuses.length > 1).length;
	for (let waited = 0; count("state = 'due'") > 0 && waited < HANDLED_WITHIN_MS; waited += 100) {
		most = Math.max(most, megabytes());
		await sleep(100);
	}
	waits.sort((a, b) => a - b);
	printTable(
		["webhooks", "accepted", "sent again", "seconds", "p50 ms", "p99 ms", "MB before", "MB most"],
		[
			[
				...[deliveries.length, accepted, repeated, seconds.toFixed(1), quantile(waits, 0.5).toFixed(0)],
				...[quantile(waits, 0.99).toFixed(0), before.toFixed(0), most.toFixed(0)],
			],
		],
	);
	conclude([
		verdict("accepted webhooks that are not stored once", Math.abs(count("true") - accepted), { most: 0 }),
		verdict("webhooks that were never accepted", deliveries.length - accepted, { most: 0 }),
		verdict("stored events that were not handled", count("state not in ('handled', 'waiting')"), { most: 0 }),
		verdict("growth of the process in MB", most - before, { most: MAX_GROWTH_MB }),
	]);
} finally {
	database.close();
	await site.close();
	await platforms.stop();
}
