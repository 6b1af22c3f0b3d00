/** Races of games and limits: see {@link Race}. */
import { expect } from "vitest";
import { type Bet, newBet, newRound, type Round } from "~/games/crash/engine/crash";
import { hasOpenSoloBet } from "~/games/crash/persistence/crash.queries.server";
import { createLiveBets, refundOpenRounds } from "~/games/crash/persistence/live-bets.server";
import {
	bringTo,
	cancelSolo,
	cashOutSolo,
	findSoloBet,
	flySolo,
	openSolo,
	placeSolo,
	settleAfterAbsence,
} from "~/games/crash/persistence/solo-rounds.server";
import { drawNumbers } from "~/games/fairness/draws";
import { changeClientSeed, rotateSeeds } from "~/games/fairness/seeds.server";
import { setDailyLoss, startBreak, WAIT_MS } from "~/games/limits/limits";
import { applyDueLimits, changeLimits, readLimitsWithLoss } from "~/games/limits/limits.server";
import { PLINKO, totalPayout } from "~/games/plinko/plinko";
import { seededRandomHex } from "../../support/database";
import { playPlinko } from "../../support/game-events";
import {
	byAll,
	type Call,
	compete,
	newKey,
	oneOf,
	type Race,
	repeat,
	type Tools,
	type World,
} from "./race.setup";
import { addItem } from "./store.races";

const STAKE = 100;
const randomHex = seededRandomHex("seeds of losers");

const play =
	(viewer: string): Call =>
	(tools) =>
		playPlinko(tools, viewer, { stake: STAKE, balls: 1 });

/** Gives a viewer seeds whose first Plinko round pays less than its stake. */
async function giveLosingSeeds(world: World, viewer: string): Promise<void> {
	const clientSeed = "races";
	for (;;) {
		const serverSeed = randomHex(32);
		const slots = PLINKO.draw((count) => drawNumbers({ serverSeed, clientSeed, nonce: 0 }, count), 1).map(
			({ value }) => value,
		);
		if (totalPayout(STAKE, slots) < STAKE) {
			return changeClientSeed({ ...world.tools, randomHex: () => serverSeed }, viewer, clientSeed);
		}
	}
}

/** A viewer who cannot stake twice after the first Plinko round. */
async function addLoser(world: World, points: number): Promise<string> {
	const viewer = await world.viewer(points);
	await giveLosingSeeds(world, viewer);
	return viewer;
}

const limitLoss = (tools: Tools, viewer: string, points: number) =>
	changeLimits(tools, viewer, (limits, now) => setDailyLoss(limits, points, now));
const takeBreak = (tools: Tools, viewer: string, length: "day" | "week" | "month") =>
	changeLimits(tools, viewer, (limits, now) => startBreak(limits, length, now));

const live = (tools: Tools) => createLiveBets(tools);

const liveRounds = new WeakMap<Tools, ReturnType<typeof live>>();

/** Opens the next live round. */
async function openLive({ tools }: World): Promise<Round> {
	const bets = liveRounds.get(tools) ?? live(tools);
	liveRounds.set(tools, bets);
	return newRound(await bets.open());
}

const timeOf = ({ now }: Tools) => now().getTime();
/** A new form of a solo bet. */
const placeIn =
	(userId: string, target: number | null = null): Call =>
	(tools) =>
		placeSolo(tools, { userId, idempotencyKey: newKey(), stake: STAKE, target }, timeOf(tools));

/** A viewer with a solo bet. `pass` is the time after the opening of its round, in ms. */
async function betOnSolo(
	world: World,
	{ pass = 0, target = null }: { pass?: number; target?: number | null } = {},
) {
	const { tools } = world;
	const viewer = await world.viewer();
	const { id } = (await placeIn(viewer, target)(tools)) as { id: string };
	const { round } = await findSoloBet(world.db, viewer, id);
	world.clock.pass(pass);
	return { viewer, id, round: round.id, flies: tools.timing.waiting };
}

/** A new form of a bet. */
const place =
	(round: Round, userId: string, stake = STAKE): Call =>
	(tools) => {
		const bet = newBet({ id: crypto.randomUUID(), userId, stake, target: null });
		return live(tools).place(round, bet, { idempotencyKey: newKey(), refusal: undefined });
	};

/** Stores a bet in a live round. */
async function addBet(world: World, round: Round, userId: string): Promise<Bet> {
	const bet = newBet({ id: crypto.randomUUID(), userId, stake: STAKE, target: null });
	await live(world.tools).place(round, bet, { idempotencyKey: newKey(), refusal: undefined });
	return bet;
}

/** At the lowest multiplier, which no crash point is under. */
const cashedOut = (bet: Bet): Bet => ({ ...bet, status: "cashed_out", multiplier: 100, payout: bet.stake });

/** Runs an act of a bet or a round, which fails if that is settled otherwise. @returns its name, or `settled`. */
async function settleAs(name: string, act: Promise<unknown>): Promise<string> {
	try {
		await act;
		return name;
	} catch (error) {
		const { message } = error as Error;
		if (message.endsWith("was settled before") || message.endsWith("was voided before its end"))
			return "settled";
		throw error;
	}
}
const cancel =
	(bet: Bet): Call =>
	(tools) =>
		settleAs("cancelled", live(tools).cancel(bet));
const pay =
	(bet: Bet): Call =>
	(tools) =>
		settleAs("paid", live(tools).pay(cashedOut(bet)));
const refundAll: Call = async ({ db, now }) => void (await refundOpenRounds({ db, now }));

const betOf = ({ row }: World, { id }: Bet) => row("crash_bets", { id });

/** A live round with one bet by a viewer who had 1000 points. */
async function betOnce(world: World) {
	const viewer = await world.viewer();
	const round = await openLive(world);
	const bet = await addBet(world, round, viewer);
	return { viewer, round, bet };
}

interface End {
	status: string;
	points: number;
}

/** Two acts that settle the same bet, each sent twice: all calls of the first have this outcome, or the bet is settled otherwise. */
const duel = (
	name: string,
	outcome: string,
	ends: { calls(once: Awaited<ReturnType<typeof betOnce>>): [Call, Call]; won: End; settled: End },
) =>
	compete(name, async (world) => {
		const once = await betOnce(world);
		const calls = ends.calls(once);
		return {
			calls: [...calls, ...calls],
			expected: [
				{ done: 2, settled: 2 },
				{ done: 2, [outcome]: 2 },
			],
			async check(outcomes) {
				const { status, points } = outcomes[outcome] ? ends.won : ends.settled;
				expect(await betOf(world, once.bet)).toMatchObject({ status });
				expect(await world.points(once.viewer)).toBe(points);
			},
		};
	});

export const gameRaces: readonly Race[] = [
	compete("points for one stake, by three games and the store", async (world) => {
		const viewer = await addLoser(world, STAKE);
		const item = await addItem(world, { price: STAKE });
		const round = await openLive(world);
		return {
			calls: [play(viewer), place(round, viewer), placeIn(viewer), ...item.redeems(viewer)],
			expected: { done: 1, insufficientPoints: 3 },
			check: async () => expect(await world.points(viewer)).toBeLessThan(STAKE),
		};
	}),

	compete("what is left of a loss limit, by three games", async (world) => {
		const viewer = await addLoser(world, 1000);
		await limitLoss(world.tools, viewer, STAKE);
		const round = await openLive(world);
		return {
			calls: [play(viewer), play(viewer), place(round, viewer), placeIn(viewer)],
			expected: { done: 1, lossLimitReached: 3 },
			async check() {
				const points = await world.points(viewer);
				expect([points < 1000, points >= 900]).toEqual([true, true]);
			},
		};
	}),

	compete("Plinko rounds of one viewer, the first ones", async (world) => {
		const viewer = await world.viewer();
		return {
			calls: byAll(play(viewer)),
			async check() {
				const drawn = await world.rows("instant_rounds", { user_id: viewer });
				expect(drawn.map(({ nonce }) => nonce).sort()).toEqual([0, 1, 2, 3]);
			},
		};
	}),

	repeat("a Plinko round", async (world) => {
		const viewer = await world.viewer();
		const form = { idempotencyKey: newKey(), stake: STAKE, balls: 2 };
		return {
			call: (tools: Tools) => playPlinko(tools, viewer, form),
			check: async () => expect(await world.entries("plinko-stake", viewer)).toHaveLength(1),
		};
	}),

	oneOf("bets of one viewer in one live round", { done: 1, betAlreadyPlaced: 3 }, async (world) => {
		const viewer = await world.viewer();
		return place(await openLive(world), viewer);
	}),

	repeat("a bet on a live flight", async (world) => {
		const viewer = await world.viewer();
		const round = await openLive(world);
		const idempotencyKey = newKey();
		return (tools: Tools) => {
			const bet = newBet({ id: crypto.randomUUID(), userId: viewer, stake: STAKE, target: 150 });
			return live(tools).place(round, bet, { idempotencyKey, refusal: undefined });
		};
	}),

	repeat("a bet on a solo flight", async (world) => {
		const form = { userId: await world.viewer(), idempotencyKey: newKey(), stake: STAKE, target: 150 };
		return (tools) => placeSolo(tools, form, timeOf(tools));
	}),

	oneOf(
		"bets of one viewer in one solo round, which they open",
		{ done: 1, betAlreadyPlaced: 3 },
		async (world) => placeIn(await world.viewer()),
	),

	oneOf("openings of a solo round", { done: 4 }, async (world) => {
		const viewer = await world.viewer();
		return (tools) => openSolo(tools, viewer, timeOf(tools));
	}),

	compete("a cancellation, and an early start of the same flight", async (world) => {
		const { viewer, id } = await betOnSolo(world);
		const cancelled: Call = (tools) => cancelSolo(tools, viewer, id, timeOf(tools));
		const flown: Call = (tools) => flySolo(tools, viewer, id, timeOf(tools));
		return {
			calls: [cancelled, flown, cancelled, flown],
			expected: [
				{ done: 2, betRefunded: 2 },
				{ done: 2, bettingClosed: 2 },
			],
			async check({ betRefunded }) {
				expect(await world.points(viewer)).toBe(betRefunded ? 1000 : 900);
				expect(await world.entries("solo-crash-refund", viewer)).toHaveLength(betRefunded ? 1 : 0);
			},
		};
	}),

	compete("one draw of a flight, which four processes show", async (world) => {
		const { viewer, round, flies } = await betOnSolo(world);
		world.clock.pass(flies);
		return {
			calls: byAll((tools) => bringTo(tools, round, timeOf(tools))),
			async check() {
				const [seed] = await world.rows("player_seeds", { user_id: viewer });
				expect((await world.row("crash_rounds", { id: round })).nonce).toBe(0);
				expect(seed?.nonce).toBe(1);
			},
		};
	}),

	compete("one payout of a solo bet, by hand and at its end", async (world) => {
		const { viewer, id, round, flies } = await betOnSolo(world, { target: 101 });
		world.clock.pass(flies);
		const at = world.clock.now().getTime();
		const cashOut: Call = (tools) => cashOutSolo(tools, viewer, id, at);
		const end: Call = (tools) => bringTo(tools, round, at + 3_600_000);
		return {
			calls: [cashOut, end, cashOut, end],
			async check() {
				const { status, payout } = await world.row("crash_bets", { id });
				const paid = await world.entries("solo-crash-payout", viewer);
				expect(paid.map(({ delta }) => delta)).toEqual(status === "cashed_out" ? [payout] : []);
				expect(await world.points(viewer)).toBe(900 + (payout ?? 0));
			},
		};
	}),

	compete("a refund after an absence of the site, and a cash-out", async (world) => {
		const { viewer, id, round, flies } = await betOnSolo(world);
		const from = world.clock.now().getTime();
		world.clock.pass(flies + 1);
		const at = world.clock.now().getTime();
		const cashOut: Call = (tools) => cashOutSolo(tools, viewer, id, at - 1);
		const refund: Call = (tools) => settleAfterAbsence(tools, round, from, at);
		return {
			calls: [cashOut, refund, cashOut, refund],
			expected: [{ done: 4 }, { done: 2, betRefunded: 2 }],
			async check() {
				const { status, payout } = await world.row("crash_bets", { id });
				const moved = { refunded: 1000, lost: 900, cashed_out: 900 + (payout ?? 0) };
				expect(await world.points(viewer)).toBe(moved[status as keyof typeof moved]);
			},
		};
	}),

	compete("the cancellation, the payout and the refund of a bet", async (world) => {
		const { viewer, round, bet } = await betOnce(world);
		return {
			calls: [cancel(bet), pay(bet), refundAll, async (tools) => void (await live(tools).callOff(round))],
			expected: [
				{ done: 2, settled: 2 },
				{ done: 2, settled: 1, paid: 1 },
				{ done: 2, settled: 1, cancelled: 1 },
			],
			async check({ paid = 0, cancelled = 0 }) {
				const { status } = await betOf(world, bet);
				expect(status).toBe(paid ? "cashed_out" : cancelled ? "cancelled" : "refunded");
				expect(await world.points(viewer)).toBe(1000);
			},
		};
	}),

	// The second payment is taken for a repeat of the first one.
	duel("payouts of a bet, and refunds of what a stop left open", "paid", {
		calls: ({ bet }) => [pay(bet), refundAll],
		won: { status: "cashed_out", points: 1000 },
		settled: { status: "refunded", points: 1000 },
	}),
	duel("payouts of a bet, and the end of its flight", "paid", {
		calls: ({ bet, round }) => [pay(bet), async (tools) => void (await live(tools).close(round))],
		won: { status: "cashed_out", points: 1000 },
		settled: { status: "lost", points: 900 },
	}),
	// A process whose round was refunded must not publish the end.
	duel("the end of a flight, and refunds of what a stop left open", "closed", {
		calls: ({ round }) => [(tools) => settleAs("closed", live(tools).close(round)), refundAll],
		won: { status: "lost", points: 900 },
		settled: { status: "refunded", points: 1000 },
	}),

	oneOf(
		"the last cancellation of a minute, by four bets",
		{ cancelled: 1, tooManyCancellations: 3 },
		async (world) => {
			const viewer = await world.viewer();
			const bets: Bet[] = [];
			for (let index = 0; index < 8; index++) {
				const bet = await addBet(world, await openLive(world), viewer);
				if (index < 4) await cancel(bet)(world.tools);
				else bets.push(bet);
			}
			return bets.map(cancel);
		},
	),

	compete("new seeds, a bet, and a flight that is drawn", async (world) => {
		const viewer = await addLoser(world, 1000);
		const { id } = await openSolo(world.tools, viewer, timeOf(world.tools));
		const rotate: Call = (tools) => rotateSeeds(tools, viewer, hasOpenSoloBet);
		return {
			calls: [
				placeIn(viewer),
				rotate,
				rotate,
				(tools) => bringTo(tools, id, timeOf(tools) + tools.timing.waiting),
			],
			// A bet on a flight that has been drawn is refused.
			expected: [0, 1].flatMap((refused) =>
				[0, 1, 2].map((inPlay) => ({
					done: 4 - refused - inPlay,
					...(refused && { bettingClosed: refused }),
					...(inPlay && { seedInPlay: inPlay }),
				})),
			),
			async check({ seedInPlay = 0 }) {
				const seeds = await world.rows("player_seeds", { user_id: viewer });
				expect(seeds).toHaveLength(3 - seedInPlay);
				expect(seeds.filter(({ revealed_at }) => revealed_at === null)).toHaveLength(1);
			},
		};
	}),

	compete("breaks and a loss limit of one player", async (world) => {
		const viewer = await world.viewer();
		return {
			calls: [
				(tools) => takeBreak(tools, viewer, "week"),
				(tools) => takeBreak(tools, viewer, "month"),
				(tools) => takeBreak(tools, viewer, "day"),
				(tools) => limitLoss(tools, viewer, 100),
			],
			async check() {
				const breakUntil = world.clock.now().getTime() + 30 * 24 * 3_600_000;
				expect(await readLimitsWithLoss(world.tools, viewer)).toMatchObject({
					limits: { dailyLoss: 100, breakUntil },
				});
			},
		};
	}),

	compete("a looser limit that is due, in four processes", async (world) => {
		const viewer = await world.viewer();
		await limitLoss(world.tools, viewer, 100);
		await limitLoss(world.tools, viewer, 200);
		world.clock.pass(WAIT_MS);
		const notices = () => world.rows("notifications", { user_id: viewer });
		const before = (await notices()).length;
		return {
			calls: byAll((tools) => applyDueLimits(tools)),
			async check() {
				expect(await readLimitsWithLoss(world.tools, viewer)).toMatchObject({
					limits: { dailyLoss: 200, next: null },
				});
				expect(await notices()).toHaveLength(before + 1);
			},
		};
	}),
];
