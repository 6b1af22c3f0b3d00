import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { momentOf, payoutOf, START } from "~/games/crash/engine/curve";
import { type Recorded, Recorder } from "../../support/browser/recorder";
import { openRows } from "../../support/site/rows";
import { signInWithCookies } from "../../support/site/sign-in";
import { postForm } from "../../support/site/single-fetch";
import { type Site, startSite } from "../../support/site/site";
import { sized } from "../../support/test-size";

const ROUNDS = sized(20, 50);
const VIEWERS = ["ana", "bruno", "carla", "dora", "eva", "filipe"];
const VISITORS = 4;
const MAX_MS = 150_000;
const PAUSE_SCALE = 0.05;
/** How long solo and live rounds wait. These values reveal nothing about the crash point. */
const WAITING_MS = [20_000 * PAUSE_SCALE, 10_000 * PAUSE_SCALE];
/** Every bet has this stake, and every automatic cash-out this target in hundredths. Their players know them. */
const STAKE = 10;
const TARGET = 130;
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

it(`reveals no crash point and no unrevealed seed before the crash, in ${ROUNDS} rounds`, {
	timeout: 2 * MAX_MS,
}, async () => {
	// Rounds of an earlier attempt crashed while nothing was recorded.
	const past = new Set(readSecrets().rounds.map(({ id }) => id));
	const recorder = new Recorder(site.origin);
	const game = { isOver: false };
	const players: Promise<void>[] = [];
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
		players.push(betOn(cookie, game));
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
		if (!cookie) throw new Error("no demo cookie was set for the visitor");
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
	await Promise.all([recorder.end(), ...players]);

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
			.filter((secret) => contains(record.text, secret))
			.map((secret) => `${record.from}: seed ${secret}`),
		...rounds.flatMap((round) =>
			record.at < crashTimeOf(round, crashTimes) - TOLERANCE_MS ? leaksOf(round, record) : [],
		),
	]);
	expect(leaks.slice(0, 10)).toEqual([]);
});

/** Bets in both games, so that the rounds have secrets worth leaking. */
async function betOn(cookie: string, game: { isOver: boolean }) {
	for (let turn = 0; !game.isOver; turn++) {
		const auto = turn % 2 === 0 ? { auto: "on", target: TARGET / 100 } : undefined;
		for (const game of ["crash", "live-crash"]) {
			const fields = { intent: "place", idempotencyKey: crypto.randomUUID(), stake: STAKE, ...auto };
			const { data } = await postForm(`${site.origin}/mini-games/${game}`, { cookie }, fields);
			const { betId } = data as { betId?: string };
			await sleep(400);
			if (betId)
				await postForm(`${site.origin}/mini-games/${game}`, { cookie }, { intent: "cash-out", betId });
		}
	}
}

/** The games, and each page that shows running rounds. */
const pagesOf = (rounds: readonly string[]) => [
	"/mini-games/crash",
	"/mini-games/live-crash.data",
	"/mini-games/crash.data",
	"/mini-games/live-crash",
	"/mini-games",
	"/fairness",
	...rounds.flatMap((id) => [`/fairness/crash?round=${id}`, `/fairness/live-crash?round=${id}`]),
];

/** The ids of the latest rounds of all games in the recorded streams. */
function shownRounds(recorded: readonly Recorded[]): string[] {
	const ids = new Set<string>();
	for (let index = recorded.length - 1; index >= 0 && ids.size < 8; index--) {
		const id = /"id":"([^"]+)","phase":"(?:waiting|flying)"/.exec(recorded[index]?.text ?? "")?.[1];
		if (id) ids.add(id);
	}
	return [...ids];
}

/** The time at which each round's crash was first received. */
function crashes(recorded: readonly Recorded[]): Map<string, number> {
	const times = new Map<string, number>();
	for (const { at, text } of recorded) {
		const id = /"id":"([^"]+)","phase":"crashed"/.exec(text)?.[1];
		if (id && !times.has(id)) times.set(id, at);
	}
	return times;
}

/**
 * The time of a round's crash in terms of `performance.now()`: the earlier of the server's timestamp (the server runs
 * on this machine) and the first frame that shows the crash. A frame may arrive after a page that was rendered later.
 */
function crashTimeOf({ id, crash_point: point, started_at: startedAt }: RoundRow, seen: Map<string, number>) {
	const byFrame = seen.get(id) ?? Number.POSITIVE_INFINITY;
	if (startedAt === null || point === null) return byFrame;
	return Math.min(byFrame, Date.parse(startedAt) + momentOf(point) - performance.timeOrigin);
}

function readSecrets() {
	const rows = openRows(site);
	const seeds = rows.all(
		`select seed from crash_chains union all
		select server_seed as seed from player_seeds where revealed_at is null`,
	);
	const rounds = rows.all("select id, crash_point, started_at, hash from crash_rounds");
	rows.close();
	return { secrets: seeds.map(({ seed }) => String(seed)), rounds: rounds as unknown as RoundRow[] };
}

const contains = (text: string, hex: string): boolean => {
	const bytes = Buffer.from(hex, "hex");
	return [hex, bytes.toString("base64"), bytes.toString("base64url")].some((form) => text.includes(form));
};

function leaksOf(
	{ id, crash_point: crashPoint, hash }: RoundRow,
	{ from, text, values }: Recorded,
): string[] {
	const leaks = hash && contains(text, hash) ? [`${from}: the hash of ${id}`] : [];
	if (crashPoint === null) return leaks;
	for (const about of values.flatMap((value) => [...findAbout(id, value)])) {
		for (const [key, given] of Object.entries(about)) {
			const value = Number(given);
			const isSecret = [crashPoint, crashPoint / 100, momentOf(crashPoint)].includes(value);
			// These values may equal a secret by chance and reveal nothing about it.
			const isKnown =
				key === "elapsed" ||
				// The place of the round in its chain.
				key === "number" ||
				(key === "lasts" && WAITING_MS.includes(value)) ||
				(key === "stake" && value === STAKE) ||
				(key === "target" && value === TARGET) ||
				(key === "payout" && value === payoutOf(STAKE, Number(about.multiplier))) ||
				// Every flight passes all multipliers from its start to its crash point.
				(key === "multiplier" && value >= START && value < crashPoint);
			// The multiplier of every flight before and at its start is 1.00x.
			if (isSecret && !isKnown && crashPoint > 101) leaks.push(`${from}: ${key} ${value} of ${id}`);
		}
	}
	return leaks;
}

/** All objects in a value that describe the round. */
function* findAbout(id: string, value: unknown): Generator<Record<string, unknown>> {
	if (typeof value !== "object" || value === null) return;
	const object = value as Record<string, unknown>;
	if (object.id === id || object.roundId === id) yield object;
	for (const inner of Object.values(object)) yield* findAbout(id, inner);
}
