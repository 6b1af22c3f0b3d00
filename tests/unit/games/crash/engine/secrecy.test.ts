import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import { newDemo } from "~/games/crash/engine/solo-demo";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { LIVE_TOPIC, SOLO_TOPIC } from "~/games/crash/engine/view";
import { pickFrom, type Random, seededRandom } from "../../../../support/random";
import { propertySeed, sized } from "../../../../support/test-size";
import { chooseDraws, draw } from "./draw.setup";
import { answerTo, openSite, type Site, TIMING } from "./setup";

const RUNS = sized(3, 60);
const NAMES = ["ana", "bruno", "carla", "dora"];
const POLL_MS = 130;

chooseDraws();

/** Makes ids deterministic, so that two histories can be compared byte by byte. */
function countIds() {
	let ids = 0;
	vi.spyOn(crypto, "randomUUID").mockImplementation(
		() => `00000000-0000-4000-8000-${String(++ids).padStart(12, "0")}` as ReturnType<Crypto["randomUUID"]>,
	);
}

/** An action of a player at a moment. It may fail. */
interface Action {
	at: number;
	act(call: Calls): Promise<unknown> | undefined;
}

interface Calls {
	place(name: string, stake: number, target: number | null, idempotencyKey: string): Promise<{ id: string }>;
	cancel(name: string, betId: string): Promise<unknown>;
	cashOut(name: string, betId: string): Promise<unknown>;
}

/** Placements, cancellations and cash-outs that depend on the seed and not on the crash point. */
function history(random: Random, until: number): Action[] {
	const bets = new Map<string, string>();
	const actions: Action[] = [];
	const withBet = (name: string, act: (id: string) => Promise<unknown>) => {
		const id = bets.get(name);
		return id === undefined ? undefined : act(id);
	};
	for (const [index, name] of NAMES.entries()) {
		const target = random() < 0.5 ? null : 101 + Math.floor(random() * 300);
		const stake = 10 * Math.ceil(random() * 20);
		const betAt = random() * TIMING.waiting;
		actions.push({
			at: betAt,
			async act({ place }) {
				const placed = await place(name, stake, target, `request-${index}`);
				bets.set(name, placed.id);
				return placed;
			},
		});
		if (random() < 0.3) {
			const at = betAt + random() * 2000;
			actions.push({ at, act: ({ cancel }) => withBet(name, (id) => cancel(name, id)) });
		}
		for (let times = Math.floor(random() * 3); times > 0; times--) {
			const at = TIMING.waiting + random() * until;
			const other = random() < 0.1 ? pickFrom(NAMES, random) : name;
			actions.push({ at, act: ({ cashOut }) => withBet(other, (id) => cashOut(name, id)) });
		}
	}
	return actions.sort((one, other) => one.at - other.at);
}

/** Plays a history. @returns everything that was published or answered before `until`, in order. */
async function play(
	site: Site,
	actions: readonly Action[],
	calls: Calls,
	look: () => unknown,
	until: number,
) {
	const { clock } = site;
	const began = clock.now();
	const output: string[] = [];
	for (const { at, act } of actions) {
		clock.at(began + at, () => {
			const call = act(calls);
			if (call) void answerTo(call).then((answer) => output.push(JSON.stringify([clock.now(), answer])));
		});
	}
	for (let ms = POLL_MS; ms < until; ms += POLL_MS) {
		await clock.advanceTo(began + ms);
		output.push(JSON.stringify(await look()));
	}
	await clock.advanceTo(began + until - 0.001);
	return [...output, ...site.frames.map((frame) => JSON.stringify(frame))];
}

const pairs = fc.record({
	seed: fc.nat(),
	points: fc
		.uniqueArray(fc.oneof(fc.integer({ min: 100, max: 130 }), fc.integer({ min: 100, max: 1200 })), {
			minLength: 2,
			maxLength: 2,
		})
		.map(([one = 100, other = 100]) => ({ earlier: Math.min(one, other), later: Math.max(one, other) })),
});

describe("output before the crash does not depend on the crash point", () => {
	type Game = "live Crash" | "the solo game of a viewer" | "the solo game of a visitor";

	/** The functions of a started game that the actions call, and one that reads all of its state. */
	async function open(site: Site, game: Game, crashPoint: number): Promise<[Calls, look: () => unknown]> {
		if (game === "live Crash") {
			Object.assign(draw, { crashPoint, drawn: new Map() });
			const live = await site.bootLive();
			await live.start("admin");
			await site.clock.advance(0);
			const calls: Calls = {
				place: (name, stake, target, idempotencyKey) =>
					live.place({ userId: `user-${name}`, idempotencyKey, stake, target }),
				cancel: (name, id) => live.cancel(`user-${name}`, id),
				cashOut: (name, id) => live.cashOut(`user-${name}`, id),
			};
			const look = () => [
				live.readState(),
				...NAMES.map((name) => live.readOwn(`user-${name}`)),
				...site.snapshot(LIVE_TOPIC, ["user:user-ana"]),
			];
			return [calls, look];
		}
		const solo = await site.bootSolo({ ...SOLO_DRAWS.table, crashPoint: () => crashPoint });
		const demo =
			game === "the solo game of a visitor" ? solo.ofDemo({ ...newDemo(), id: "visitor" }) : undefined;
		const player = demo ?? solo.ofViewer("user-ana");
		const key = demo ? "demo:visitor" : "user:user-ana";
		if (demo) solo.watchDemo(demo.contents());
		site.watch(SOLO_TOPIC, key);
		await player.open();
		await site.readSnapshot(SOLO_TOPIC, [key]);
		const calls: Calls = {
			place: (_name, stake, target, idempotencyKey) => player.place({ stake, target, idempotencyKey }),
			cancel: (_name, id) => player.cancel(id),
			cashOut: (_name, id) => player.cashOut(id),
		};
		const look = async () => [
			await player.read(),
			await player.readResults(),
			demo?.contents(),
			await site.readSnapshot(SOLO_TOPIC, [key]),
		];
		return [calls, look];
	}

	/** @param flight ms of the flight that are played. */
	async function outputOf(game: Game, seed: number, crashPoint: number, flight: number): Promise<string[]> {
		countIds();
		const site = await openSite({ users: NAMES, seed });
		try {
			const [calls, look] = await open(site, game, crashPoint);
			const actions = history(seededRandom(seed), flight);
			return await play(site, actions, calls, look, TIMING.waiting + flight);
		} finally {
			await site.close();
		}
	}

	it.each<Game>(["live Crash", "the solo game of a viewer", "the solo game of a visitor"])(
		"in %s",
		async (game) => {
			await fc.assert(
				fc.asyncProperty(pairs, async ({ seed, points: { earlier, later } }) => {
					const flight = momentOf(earlier);
					const one = await outputOf(game, seed, earlier, flight);
					expect(one.length).toBeGreaterThan(70);
					expect(await outputOf(game, seed, later, flight)).toEqual(one);
				}),
				{ numRuns: RUNS, seed: propertySeed(20260304), endOnFailure: true },
			);
		},
	);
});

it("no hash of the chain is published before its round has crashed, and its seed never", async () => {
	const site = await openSite({ users: NAMES, seed: 3, chainLength: 40 });
	const live = await site.bootLive();
	await live.start("admin");
	const published = (): string =>
		JSON.stringify([live.readState(), site.snapshot(LIVE_TOPIC, ["user:user-ana"])]);
	const seen: { at: number; text: string }[] = [];
	const crashes = () =>
		site.frames.filter(({ event, data }) => event === "phase" && data.phase === "crashed");
	while (crashes().length < 8) {
		await site.clock.advance(2500);
		seen.push({ at: site.clock.now(), text: published() });
	}
	for (const frame of site.frames) seen.push({ at: frame.at, text: JSON.stringify(frame) });
	const rounds = await site.db.selectFrom("crash_rounds").selectAll().orderBy("number").execute();
	const [chain] = await site.db.selectFrom("crash_chains").selectAll().execute();
	const crashedAt = new Map(crashes().map(({ at, data }) => [data.id, at]));
	for (const { id, hash } of rounds) {
		const early = seen.filter(
			({ at, text }) => at < (crashedAt.get(id) ?? Infinity) && text.includes(`${hash}`),
		);
		expect(early).toEqual([]);
	}
	expect(seen.filter(({ text }) => text.includes(`${chain?.seed}`))).toEqual([]);
	// Hashes are published afterwards: each is the commitment of the next round.
	expect(seen.filter(({ text }) => text.includes(`${rounds[3]?.hash}`)).length).toBeGreaterThan(0);
	await site.close();
});
