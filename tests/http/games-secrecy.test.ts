import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { momentOf, payoutOf, START } from "~/games/crash/engine/curve";
import { addCalmFlights } from "../support/data/crash-rows";
import { chooseFlights, readPlayer } from "../support/data/players";
import { type Recorded, Recorder } from "../support/site/recorder";
import { openRows } from "../support/site/rows";
import { signInWithCookies } from "../support/site/sign-in";
import { postForm } from "../support/site/single-fetch";
import { type Site, startSite } from "../support/site/site";
import { sized } from "../support/test-size";

const ROUNDS = sized(8, 50);
const VIEWERS = ["ana", "bruno", "carla", "dora", "eva", "filipe"].slice(0, sized(3, 6));
const VISITORS = sized(2, 4);
/** Rounds whose own pages are requested. */
const SHOWN_ROUNDS = 6;
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
		env: { CRASH_PAUSE_SCALE: String(PAUSE_SCALE), RATE_LIMIT_SCALE: "1000" },
		prepare: addCalmFlights,
	});
	const admin = await signInWithCookies(site, "admin");
	await postForm(`${site.origin}/mini-games`, { cookie: admin }, { intent: "start" });
});
afterAll(() => site?.close());

it(`reveals no crash point and no unrevealed seed before the crash, in ${ROUNDS} rounds`, {
	timeout: sized(300_000, 900_000),
}, async () => {
	const recorder = new Recorder(site.origin);
	const game = { isOver: false };
	const players: Promise<void>[] = [];
	const seen = followRounds(recorder.recorded);

	for (const name of VIEWERS) {
		const cookie = await signInWithCookies(site, name);
		chooseFlights(site, readPlayer(site, name).id, { from: 130, to: 400, count: 3 });
		recorder.listen(cookie, "live-crash,solo-crash,points,lobby");
		recorder.visit(
			() => cookie,
			() => pagesOf(seen().latest),
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
			() => pagesOf(seen().latest),
			300,
		);
	}
	while (seen().crashes.size < ROUNDS) await sleep(250);
	game.isOver = true;
	await Promise.all([recorder.end(), ...players]);

	const { secrets, rounds } = readSecrets();
	expect(secrets.length).toBeGreaterThan(VIEWERS.length);
	const crashTimes = seen().crashes;
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

/** What the recorded streams show of the rounds: the latest ones, and the time at which each crash was first received. */
function followRounds(recorded: readonly Recorded[]) {
	const latest: string[] = [];
	const crashes = new Map<string, number>();
	let next = 0;
	return () => {
		for (; next < recorded.length; next++) {
			const { at = 0, text = "" } = recorded[next] ?? {};
			const [, id = "", phase] = /"id":"([^"]+)","phase":"(\w+)"/.exec(text) ?? [];
			if (phase === "crashed" && !crashes.has(id)) crashes.set(id, at);
			if (id && !latest.includes(id)) latest.push(id);
			if (latest.length > SHOWN_ROUNDS) latest.shift();
		}
		return { latest, crashes };
	};
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
	// The seed of a chain that is used up is the hash of its last round, which is checked with the rounds.
	const seeds = rows.all(
		`select seed from crash_chains where seed not in (select hash from crash_rounds where hash is not null) union all
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
