/**
 * Requests per second of processor time of a site with 20,000 users, 1,000,000 rounds and 2,000,000 ledger entries, relative to
 * one with 200 users and as many rounds and orders as its pages can list, measured in turns within one run. The viewers of both
 * are new and have played the same.
 */
import { signInWithCookies } from "../../tests/support/site/sign-in";
import { type Site, startSite } from "../../tests/support/site/site";
import { conclude, median, printTable, sized, verdict } from "../lib/measure";
import { processorMs } from "../lib/process-stats";
import { sendAsViewers } from "../lib/viewer-load";
import { fill, type Size } from "./fill";

const YOUNG: Size = { users: 200, rounds: 2000, orders: 200 };
const GROWN: Size = sized(
	{ users: 20_000, rounds: 1_000_000, orders: 20_000 },
	{ users: 400, rounds: 4000, orders: 400 },
);
const CONNECTIONS = sized(10, 2);
const SECONDS = 1;
const PLAYED = sized(30, 1);
const MIN_RATIO = 0.9;
const SETTINGS = { RATE_LIMIT_SCALE: "100000", STARTING_POINTS: "1000000000", LOG_LEVEL: "warn" };
const PLAY = "/mini-games/plinko";
const VIEWER = [
	"/",
	"/mini-games",
	"/mini-games?span=all",
	PLAY,
	"/store",
	"/points",
	"/points/history",
	"/events",
	"/earn",
];
const ADMIN = ["/user-points", "/orders", "/analytics", "/operations", "/changes"];
const [turns = sized("7", "1"), only] = process.argv.slice(2);

interface Subject {
	site: Site;
	cookies: Record<"viewer" | "admin", string[]>;
}

const now = Date.now();
const kinds = [
	{ name: "Plinko play", path: `${PLAY}.data`, as: "viewer", isPlay: true } as const,
	...VIEWER.map((path) => ({ name: path, path, as: "viewer", isPlay: false }) as const),
	...ADMIN.map((path) => ({ name: path, path, as: "admin", isPlay: false }) as const),
].filter(({ name }) => !only || name.includes(only));
type Kind = (typeof kinds)[number];

async function open(size: Size): Promise<Subject> {
	const started = performance.now();
	const site = await startSite({ seed: false, env: SETTINGS, prepare: (db) => fill(db, size, now) });
	console.log(`${size.rounds} rounds: ${Math.round((performance.now() - started) / 1000)} s`);
	const viewer: string[] = [];
	for (let i = 1; i <= CONNECTIONS; i += 1) viewer.push(await signInWithCookies(site, `bench${i}`));
	const subject = { site, cookies: { viewer, admin: [await signInWithCookies(site, "admin")] } };
	const [play] = kinds;
	if (play?.isPlay) await send(subject, play, { amount: PLAYED * CONNECTIONS });
	return subject;
}

const send = (
	{ site, cookies }: Subject,
	{ path, as, isPlay }: Kind,
	until: { amount: number } | { duration: number },
) =>
	sendAsViewers(
		{
			...{ url: site.origin, cookies: cookies[as], connections: CONNECTIONS },
			...{ method: isPlay ? "POST" : "GET", path },
		},
		until,
	);

/** @returns answered requests per second of processor time. */
async function measure(subject: Subject, kind: Kind): Promise<number> {
	const pid = subject.site.process.pid ?? 0;
	const before = processorMs(pid);
	const answered = await send(subject, kind, { duration: SECONDS });
	return (answered * 1000) / (processorMs(pid) - before);
}

const subjects: Subject[] = [];
try {
	for (const size of [YOUNG, GROWN]) subjects.push(await open(size));
	const results = kinds.map((): [number[], number[]] => [[], []]);
	for (let turn = 0; turn <= Number(turns); turn += 1) {
		for (const [at, kind] of kinds.entries()) {
			// Alternately first, because the machine's speed changes.
			for (const index of turn % 2 ? [1, 0] : [0, 1]) {
				const rate = await measure(subjects[index] as Subject, kind);
				// The first turn warms up.
				if (turn > 0) results[at]?.[index]?.push(rate);
			}
		}
	}
	console.log(`${CONNECTIONS} clients, median of ${turns} turns of ${SECONDS} s; requests per CPU second`);
	const ratios = kinds.map(({ name }, at) => {
		const [young, grown] = results[at] as [number[], number[]];
		const ratio = median(grown.map((rate, turn) => rate / (young[turn] ?? Number.NaN)));
		return { name, young: median(young), grown: median(grown), ratio };
	});
	printTable(
		["request", "young", "grown", "ratio"],
		ratios.map(({ name, young, grown, ratio }) => [
			name,
			young.toFixed(1),
			grown.toFixed(1),
			ratio.toFixed(3),
		]),
	);
	conclude(
		ratios.map(({ name, ratio }) =>
			verdict(`${name}, relative to the young site`, ratio, { least: MIN_RATIO }),
		),
	);
} finally {
	await Promise.all(subjects.map(({ site }) => site.close()));
}
