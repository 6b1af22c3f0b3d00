import { setTimeout as sleep } from "node:timers/promises";
import { SQLite } from "db/driver";
import { afterAll, beforeAll, expect, it } from "vitest";
import { momentOf, START } from "~/games/crash/engine/curve";
import { type Recorded, Recorder } from "../../support/browser/recorder";
import { signInWithCookies } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import { type Site, startSite } from "../../support/site/site";

const ROUNDS = 50;
const VIEWERS = ["ana", "bruno", "carla", "dora", "eva", "filipe"];
const VISITORS = 4;
const MAX_MS = 150_000;
const PAUSE_SCALE = 0.05;
/** How long solo and live rounds wait, which says nothing of how they end. */
const WAITING_MS = [20_000 * PAUSE_SCALE, 10_000 * PAUSE_SCALE];
/** A page and a frame that the server sends at the same time may arrive in either order. */
const TOLERANCE_MS = 100;

interface RoundRow {
	id: string;
	crash_point: number | null;
	started_at: string | null;
	hash: string | null;
}

let site: Site;
beforeAll(async () => {
	site = await startSite({
		seed: true,
		env: { CRASH_PAUSE_SCALE: String(PAUSE_SCALE), RATE_LIMIT_SCALE: "1000" },
	});
});
afterAll(() => site?.close());

it(`shows nobody a crash point or an unrevealed seed before its crash, in ${ROUNDS} rounds`, {
	timeout: 2 * MAX_MS,
}, async () => {
	// Of an attempt before: their crashes were told of when nobody took them down.
	const past = new Set(readSecrets().rounds.map(({ id }) => id));
	const recorder = new Recorder(site.origin);
	const game = { isOver: false };
	const betters: Promise<void>[] = [];
	const crashedAt = () => crashes(recorder.recorded);
	const anyRounds = () => shownRounds(recorder.recorded);

	for (const name of VIEWERS) {
		const cookie = await signInWithCookies(site, name);
		recorder.listen(cookie, "live-crash,solo-crash,points,lobby");
		recorder.visit(
			() => cookie,
			() => pagesOf(anyRounds()),
			150,
		);
		betters.push(betOn(cookie, game));
	}
	for (let visitor = 0; visitor < VISITORS; visitor++) {
		const first = await recorder.fetch("/mini-games/crash.data", {
			method: "POST",
			headers: { cookie: "age-verified=true", "sec-fetch-site": "same-origin" },
			body: new URLSearchParams({ intent: "start" }),
		});
		const cookie = first.headers
			.getSetCookie()
			.find((line) => line.startsWith("crash-demo="))
			?.split(";")[0];
		if (!cookie) throw new Error("a visitor gets a demo cookie");
		recorder.listen(cookie, "solo-crash,live-crash");
		recorder.visit(
			() => cookie,
			() => pagesOf(anyRounds()),
			300,
		);
	}
	const since = performance.now();
	while (crashedAt().size < ROUNDS && performance.now() - since < MAX_MS) await sleep(250);
	game.isOver = true;
	await Promise.all([recorder.end(), ...betters]);

	const { secrets, ...read } = readSecrets();
	const rounds = read.rounds.filter(({ id }) => !past.has(id));
	expect(secrets.length).toBeGreaterThan(VIEWERS.length);
	const crashTimes = crashedAt();
	expect(crashTimes.size).toBeGreaterThanOrEqual(ROUNDS);
	expect(
		recorder.recorded.some(({ text }) => text.includes("queued")),
		"the streams are recorded",
	).toBe(true);
	const leaks = recorder.recorded.flatMap((record) => [
		...secrets
			.filter((secret) => holds(record.text, secret))
			.map((secret) => `${record.from}: seed ${secret}`),
		...rounds.flatMap((round) =>
			record.at < crashTimeOf(round, crashTimes) - TOLERANCE_MS ? leaksOf(round, record) : [],
		),
	]);
	expect(leaks.slice(0, 10)).toEqual([]);
});

/** Bets in both games, so that there is something to win by a secret. */
async function betOn(cookie: string, game: { isOver: boolean }) {
	for (let turn = 0; !game.isOver; turn++) {
		const auto = turn % 2 === 0 ? { auto: "on", target: "1.3" } : undefined;
		for (const game of ["crash", "live-crash"]) {
			const fields = { intent: "place", idempotencyKey: crypto.randomUUID(), stake: 10, ...auto };
			const { data } = await postForm(`${site.origin}/mini-games/${game}`, { cookie }, fields);
			const { bet } = data as { bet?: { id: string } };
			await sleep(400);
			if (bet)
				await postForm(
					`${site.origin}/mini-games/${game}`,
					{ cookie },
					{ intent: "cash-out", betId: bet.id },
				);
		}
	}
}

/** The games, and each page that tells of the rounds that are running. */
const pagesOf = (rounds: readonly string[]) => [
	"/mini-games/crash",
	"/mini-games/live-crash.data",
	"/mini-games/crash.data",
	"/mini-games/live-crash",
	"/mini-games",
	"/fairness",
	...rounds.flatMap((id) => [`/fairness/crash?round=${id}`, `/fairness/live-crash?round=${id}`]),
];

/** The last rounds of all tables, as their streams name them. */
function shownRounds(recorded: readonly Recorded[]): string[] {
	const ids = new Set<string>();
	for (let index = recorded.length - 1; index >= 0 && ids.size < 8; index--) {
		const id = /"id":"([^"]+)","phase":"(?:waiting|flying)"/.exec(recorded[index]?.text ?? "")?.[1];
		if (id) ids.add(id);
	}
	return [...ids];
}

/** When each round's crash was first told of. */
function crashes(recorded: readonly Recorded[]): Map<string, number> {
	const times = new Map<string, number>();
	for (const { at, text } of recorded) {
		const id = /"id":"([^"]+)","phase":"crashed"/.exec(text)?.[1];
		if (id && !times.has(id)) times.set(id, at);
	}
	return times;
}

/**
 * When a round crashed, as `performance.now()`: by the clock of the server, which is this machine's, or by the first
 * frame that shows the crash. A frame may reach this process later than a page that was rendered after it.
 */
function crashTimeOf({ id, crash_point: point, started_at: startedAt }: RoundRow, seen: Map<string, number>) {
	const byFrame = seen.get(id) ?? Number.POSITIVE_INFINITY;
	if (startedAt === null || point === null) return byFrame;
	return Math.min(byFrame, Date.parse(startedAt) + momentOf(point) - performance.timeOrigin);
}

function readSecrets() {
	const database = new SQLite(site.database, { readonly: true });
	const chains = database.prepare("select seed from crash_chains").pluck().all() as string[];
	const seeds = database
		.prepare("select server_seed from player_seeds where revealed_at is null")
		.pluck()
		.all() as string[];
	const rounds = database
		.prepare("select id, crash_point, started_at, hash from crash_rounds")
		.all() as RoundRow[];
	database.close();
	return { secrets: [...chains, ...seeds], rounds };
}

const holds = (text: string, hex: string): boolean => {
	const bytes = Buffer.from(hex, "hex");
	return [hex, bytes.toString("base64"), bytes.toString("base64url")].some((form) => text.includes(form));
};

function leaksOf(
	{ id, crash_point: crashPoint, hash }: RoundRow,
	{ from, text, values }: Recorded,
): string[] {
	const leaks = hash && holds(text, hash) ? [`${from}: the hash of ${id}`] : [];
	if (crashPoint === null) return leaks;
	for (const about of values.flatMap((value) => [...findAbout(id, value)])) {
		for (const [key, value] of Object.entries(about)) {
			const tells = [crashPoint, crashPoint / 100, momentOf(crashPoint)].includes(Number(value));
			const isKnown =
				key === "elapsed" ||
				(key === "lasts" && WAITING_MS.includes(Number(value))) ||
				// Where every flight stands before and at the start; a crash at 1.02x comes after as many ms.
				(key === "multiplier" && Number(value) === START);
			// Before and at the start every flight stands at 1.00x.
			if (tells && !isKnown && crashPoint > 101) leaks.push(`${from}: ${key} ${value} of ${id}`);
		}
	}
	return leaks;
}

/** Every object in some data that is about a round. */
function* findAbout(id: string, value: unknown): Generator<Record<string, unknown>> {
	if (typeof value !== "object" || value === null) return;
	const object = value as Record<string, unknown>;
	if (object.id === id || object.roundId === id) yield object;
	for (const inner of Object.values(object)) yield* findAbout(id, inner);
}
