/**
 * Connection churn of two hours within ten minutes: viewers and visitors open a stream, stay, play, disconnect in
 * different ways or sign out, and reconnect. Afterwards open files and memory must be as before.
 * `npx tsx tests/bench/live-churn/run.ts [minutes]`
 */
import { setTimeout as sleep } from "node:timers/promises";
import { pickFrom } from "../../support/random";
import { openViewers } from "../../support/site/crowd-viewers";
import { openStream } from "../../support/site/event-stream";
import { signInWithCookies } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import { startSite } from "../../support/site/site";
import { heldMemoryKb, openFiles } from "../live-load/process-stats";
import { printTable, verdict } from "../table";

const MINUTES = Number(process.argv[2] ?? 10);
/** Concurrent streams, half of them of visitors. */
const CONCURRENT = 400;
const MAX_STAY_MS = 6000;
/** Sessions per viewer and minute, more than a viewer can end. */
const SESSIONS_A_MINUTE = 12;
/** First-time allocations during the warm-up are not leaks. */
const WARM_UP_MS = 45_000;
/** Longer than the keep-alive timeout. */
const SETTLE_MS = 8000;
const LIMITS = { heldGrowth: 1.1, files: 2 };
const TOPICS = ["points,live-crash", "lobby", "lobby,points", "solo-crash,points"];
const PRELOAD = new URL("../live-load/server-preload.mjs", import.meta.url).href;

type Way = "destroy" | "end" | "reset" | "sign out";
const WAYS: readonly Way[] = ["destroy", "end", "reset", "sign out"];

const disconnects: Record<Way, number> = { destroy: 0, end: 0, reset: 0, "sign out": 0 };
const faults: string[] = [];
let bets = 0;

const site = await startSite({
	env: {
		RATE_LIMIT_SCALE: "100000",
		LOG_LEVEL: "error",
		CRASH_PAUSE_SCALE: "0.3",
		NODE_OPTIONS: `--import=${PRELOAD}`,
	},
});
const pid = site.process.pid ?? 0;

async function bet(cookie: string) {
	const fields = {
		intent: "place",
		idempotencyKey: crypto.randomUUID(),
		stake: 10,
		auto: "on",
		target: "1.5",
	};
	await postForm(`${site.origin}/mini-games/live-crash`, { cookie }, fields);
	bets += 1;
}

const signOut = (cookie: string) =>
	fetch(`${site.origin}/logout`, {
		method: "POST",
		redirect: "manual",
		headers: { cookie, "sec-fetch-site": "same-origin" },
		body: new URLSearchParams(),
	});

/** @returns whether the session has ended. */
async function visit(cookie: string | undefined): Promise<boolean> {
	const path = `/live?topics=${pickFrom(TOPICS, Math.random)}`;
	const stream = await openStream(site.origin, path, { cookie: cookie ?? "age-verified=true" });
	try {
		if (stream.status !== 200) faults.push(`${path} answered ${stream.status}`);
		if (cookie && Math.random() < 0.2) await bet(cookie);
		await sleep(Math.random() * MAX_STAY_MS);
		const way = pickFrom(cookie ? WAYS : WAYS.slice(0, 3), Math.random);
		disconnects[way] += 1;
		if (way === "reset") stream.socket.resetAndDestroy();
		if (way === "end") stream.socket.end();
		if (way === "sign out") {
			await signOut(cookie ?? "");
			if ((await stream.end()) !== "properly") faults.push("a sign-out did not end its stream properly");
		}
		return way === "sign out";
	} finally {
		stream.close();
	}
}

/** @param sessions used one after the other until their sign-out; undefined for a visitor. */
async function repeatVisits(sessions: string[] | undefined, until: number) {
	while (performance.now() < until) {
		try {
			const hasEnded = await visit(sessions?.at(-1));
			if (hasEnded) sessions?.pop();
		} catch (error) {
			faults.push(String(error));
		}
	}
}

async function churn(sessions: readonly string[][], ms: number) {
	const until = performance.now() + ms;
	const visitors = sessions.map(() => undefined);
	await Promise.all([...sessions, ...visitors].map((one) => repeatVisits(one, until)));
	await sleep(SETTLE_MS);
}

/** Creates all sessions in advance: a concurrent writer would block the site. */
function signInViewers(): string[][] {
	const viewers = openViewers(site);
	const count = Math.ceil((MINUTES + 2) * SESSIONS_A_MINUTE);
	const sessions = viewers.register(CONCURRENT / 2).map((id) => viewers.signInAll(Array(count).fill(id)));
	viewers.close();
	return sessions;
}

async function readUsage() {
	const files = openFiles(pid);
	const resident = await heldMemoryKb(pid);
	return { files, resident, held: Number(/held (\d+) KB\s*$/.exec(site.logs())?.[1]) };
}

try {
	const admin = await signInWithCookies(site, "admin");
	await postForm(`${site.origin}/mini-games`, { cookie: admin }, { intent: "start" });
	const sessions = signInViewers();
	await churn(sessions, WARM_UP_MS);
	const before = await readUsage();
	const start = performance.now();
	await churn(sessions, MINUTES * 60_000);
	const after = await readUsage();
	const seconds = (performance.now() - start) / 1000;

	const visits = Object.values(disconnects).reduce((sum, count) => sum + count, 0);
	console.log(
		`${visits} streams and ${bets} bets in ${seconds.toFixed(0)} s; disconnects: ${JSON.stringify(disconnects)}`,
	);
	printTable(
		["", "open files", "held KB", "resident KB"],
		[
			["before", before.files, before.held, before.resident],
			["after", after.files, after.held, after.resident],
		],
	);
	const reached = [
		verdict("additional open files", after.files - before.files, { most: LIMITS.files }),
		verdict("held memory relative to before", after.held / before.held, { most: LIMITS.heldGrowth }),
		verdict("faults", faults.length, { most: 0 }),
	];
	for (const fault of new Set(faults.slice(0, 20))) console.log(fault);
	process.exitCode = reached.every(Boolean) ? 0 : 1;
} finally {
	await site.close();
}
