/**
 * Two hours of coming and going in ten minutes: viewers and visitors open a stream, stay, play, leave in
 * every way there is or sign out, and come back. Then the site must hold what it held before.
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
/** Half of them visitors. */
const AT_ONCE = 400;
const MAX_STAY_MS = 6000;
/** More than a viewer can end. */
const SESSIONS_A_MINUTE = 12;
/** Until everything has happened once: what that costs is no leak. */
const WARM_UP_MS = 45_000;
/** Longer than idle connections are kept. */
const SETTLE_MS = 8000;
const AIMS = { heldGrowth: 1.1, files: 2 };
const TOPICS = ["points,live-crash", "lobby", "lobby,points", "solo-crash,points"];
const PRELOAD = new URL("../live-load/server-preload.mjs", import.meta.url).href;

type Leaving = "destroy" | "end" | "reset" | "sign out";
const LEAVINGS: readonly Leaving[] = ["destroy", "end", "reset", "sign out"];

const left: Record<Leaving, number> = { destroy: 0, end: 0, reset: 0, "sign out": 0 };
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

/** @returns whether the session is over. */
async function visit(cookie: string | undefined): Promise<boolean> {
	const path = `/live?topics=${pickFrom(TOPICS, Math.random)}`;
	const stream = await openStream(site.origin, path, { cookie: cookie ?? "age-verified=true" });
	try {
		if (stream.status !== 200) faults.push(`${path} answered ${stream.status}`);
		if (cookie && Math.random() < 0.2) await bet(cookie);
		await sleep(Math.random() * MAX_STAY_MS);
		const leaving = pickFrom(cookie ? LEAVINGS : LEAVINGS.slice(0, 3), Math.random);
		left[leaving] += 1;
		if (leaving === "reset") stream.socket.resetAndDestroy();
		if (leaving === "end") stream.socket.end();
		if (leaving === "sign out") {
			await signOut(cookie ?? "");
			if ((await stream.end()) !== "properly") faults.push("a sign-out cut its stream off");
		}
		return leaving === "sign out";
	} finally {
		stream.close();
	}
}

/** @param sessions one after the other, each until its sign-out; none for a visitor. */
async function comeAndGo(sessions: string[] | undefined, until: number) {
	while (performance.now() < until) {
		try {
			const isOver = await visit(sessions?.at(-1));
			if (isOver) sessions?.pop();
		} catch (error) {
			faults.push(String(error));
		}
	}
}

async function churn(sessions: readonly string[][], ms: number) {
	const until = performance.now() + ms;
	const visitors = sessions.map(() => undefined);
	await Promise.all([...sessions, ...visitors].map((own) => comeAndGo(own, until)));
	await sleep(SETTLE_MS);
}

/** All at once: another process that wrote beside the site would hold it up. */
function signInViewers(): string[][] {
	const viewers = openViewers(site);
	const count = Math.ceil((MINUTES + 2) * SESSIONS_A_MINUTE);
	const sessions = viewers.register(AT_ONCE / 2).map((id) => viewers.signInAll(Array(count).fill(id)));
	viewers.close();
	return sessions;
}

async function look() {
	const files = openFiles(pid);
	const resident = await heldMemoryKb(pid);
	return { files, resident, held: Number(/held (\d+) KB\s*$/.exec(site.logs())?.[1]) };
}

try {
	const admin = await signInWithCookies(site, "admin");
	await postForm(`${site.origin}/mini-games`, { cookie: admin }, { intent: "start" });
	const sessions = signInViewers();
	await churn(sessions, WARM_UP_MS);
	const before = await look();
	const since = performance.now();
	await churn(sessions, MINUTES * 60_000);
	const after = await look();
	const seconds = (performance.now() - since) / 1000;

	const visits = Object.values(left).reduce((sum, count) => sum + count, 0);
	console.log(
		`${visits} streams and ${bets} bets in ${seconds.toFixed(0)} s; left by ${JSON.stringify(left)}`,
	);
	printTable(
		["", "open files", "held KB", "resident KB"],
		[
			["before", before.files, before.held, before.resident],
			["after", after.files, after.held, after.resident],
		],
	);
	const reached = [
		verdict("open files more than before", after.files - before.files, { most: AIMS.files }),
		verdict("held memory per that of before", after.held / before.held, { most: AIMS.heldGrowth }),
		verdict("faults", faults.length, { most: 0 }),
	];
	for (const fault of new Set(faults.slice(0, 20))) console.log(fault);
	process.exitCode = reached.every(Boolean) ? 0 : 1;
} finally {
	await site.close();
}
