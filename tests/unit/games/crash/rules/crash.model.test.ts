import fc from "fast-check";
import { expect, it } from "vitest";
import {
	cancel,
	cashOut,
	cashOutDue,
	crash,
	launch,
	newBet,
	newRound,
	nextMoment,
	place,
	type Round,
} from "~/games/crash/engine/crash";
import { viewRound } from "~/games/crash/engine/view";
import { propertySeed, sized } from "../../../../support/test-size";
import {
	type Model,
	modelCancel,
	modelCashOut,
	modelCrash,
	modelDue,
	modelEnd,
	modelNext,
	modelPayout,
	modelPlace,
	naiveMoment,
	newModel,
} from "./crash-model";

const RUNS = sized(1000, 4000);
const MAX_COMMANDS = 80;
const seen = new Map<string, number>();

type Step = (model: Model, round: Round) => void;

function outcomeOf(act: () => unknown): string {
	try {
		act();
		return "done";
	} catch (error) {
		if (error instanceof Error && "code" in error) return String(error.code);
		throw error;
	}
}

/** Compares bets, next moment and view with the model. */
function expectEqualState(model: Model, round: Round) {
	expect(round.phase).toBe(model.phase);
	const bets = [...round.bets].map(([user, { stake, target, status, multiplier, payout }]) => [
		user,
		{ stake, target, status, multiplier },
		payout,
	]);
	expect(bets).toEqual([...model.bets].map(([user, bet]) => [user, bet, modelPayout(bet)]));
	const view = viewRound(round, model.now, { waiting: 1, crashed: 1 });
	if (model.phase === "flying") {
		expect(nextMoment(round)).toBe(modelNext(model));
		expect(naiveMoment(view.multiplier)).toBeLessThanOrEqual(model.now);
		if (model.now >= modelEnd(model)) expect(view.multiplier).toBe(model.crashPoint);
	} else {
		expect(view.multiplier).toBe(model.phase === "waiting" ? 100 : model.crashPoint);
	}
}

/** @param shown the text that fast-check prints when a run fails. */
const command = (shown: string, step: Step, check: (model: Readonly<Model>) => boolean = () => true) => ({
	check,
	run(model: Model, round: Round) {
		step(model, round);
		expectEqualState(model, round);
	},
	toString: () => shown,
});

/** Counts the results of the operations, so that the test can check its own coverage. */
const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);

const user = fc.integer({ min: 0, max: 5 }).map((index) => `u${index}`);
const stake = fc.integer({ min: 1, max: 50 }).map((tens) => tens * 10);
const target = fc.option(fc.integer({ min: 101, max: 220 }), { nil: null });
const anyPoint = fc.integer({ min: 100, max: 320 });
/** Limits operations that are rejected most of the time. */
const seldom = fc.nat(5).map((number) => number === 0);
const names = (bets: readonly { userId: string }[]) => bets.map(({ userId }) => userId);
const targets = (bets: readonly { target: number | null }[]) => bets.map((bet) => bet.target);

const COMMANDS = [
	fc.tuple(user, stake, target, seldom).map(([userId, points, aim, atAnyTime]) =>
		command(
			`place(${userId}, ${points}, ${aim})`,
			(model, round) => {
				const bet = { id: `b-${userId}`, userId, stake: points, target: aim };
				const outcome = outcomeOf(() => place(round, newBet(bet)));
				expect(outcome).toBe(modelPlace(model, userId, points, aim));
				note(`place: ${outcome}`);
			},
			({ phase, bets }) => atAnyTime || (phase === "waiting" && !bets.has(userId)),
		),
	),
	fc.tuple(user, seldom).map(([userId, doIt]) =>
		command(
			`cancel(${userId})`,
			(model, round) => {
				const outcome = outcomeOf(() => cancel(round, userId));
				expect(outcome).toBe(modelCancel(model, userId));
				note(`cancel: ${outcome}`);
			},
			() => doIt,
		),
	),
	fc.oneof({ arbitrary: fc.constant(100), weight: 1 }, { arbitrary: anyPoint, weight: 5 }).map((crashPoint) =>
		command(
			`launch(${crashPoint})`,
			(model, round) => {
				launch(round, crashPoint);
				Object.assign(model, { phase: "flying", crashPoint, now: 0 });
				note("launch");
			},
			({ phase, bets }) => phase === "waiting" && bets.size > 2,
		),
	),
	// Occasionally as long as an event loop stall.
	fc.oneof({ arbitrary: fc.nat(12_000), weight: 1 }, { arbitrary: fc.nat(2_000), weight: 4 }).map((ms) =>
		command(`pass(${ms})`, (model) => {
			if (model.phase === "flying") model.now += ms;
		}),
	),
	fc.constant(
		command("cashOutDue", (model, round) => {
			const paid = cashOutDue(round, model.now);
			expect(targets(paid)).toEqual(modelDue(model));
			note(paid.length > 1 ? "due: several" : `due: ${paid.length}`);
		}),
	),
	fc.tuple(user, seldom).map(([userId, atAnyTime]) =>
		command(
			`cashOut(${userId})`,
			(model, round) => {
				const wasActive = model.bets.get(userId)?.status === "active";
				const outcome = outcomeOf(() => cashOut(round, userId, model.now));
				expect(outcome).toBe(modelCashOut(model, userId, model.now));
				const became = `${wasActive ? "active" : "settled"} to ${round.bets.get(userId)?.status}`;
				note(`cash-out: ${outcome === "done" ? became : outcome}`);
			},
			({ phase, bets }) => atAnyTime || (phase !== "waiting" && bets.has(userId)),
		),
	),
	fc.constant(
		command(
			"crash",
			(model, round) => {
				const { won, lost } = crash(round);
				expect({ won: targets(won), lost: names(lost) }).toEqual(modelCrash(model));
				note(lost.length > 0 ? "crash: losers" : "crash: none");
			},
			(model) => model.phase === "flying" && model.now >= modelEnd(model),
		),
	),
];

it(`matches a simple model of the rules in ${RUNS} random rounds`, () => {
	fc.assert(
		fc.property(fc.commands(COMMANDS, { maxCommands: MAX_COMMANDS, size: "max" }), (commands) => {
			fc.modelRun(() => ({ model: newModel(), real: newRound("r") }), commands);
		}),
		{ numRuns: RUNS, seed: propertySeed(20260304) },
	);

	const wanted = [
		["place: done", "place: bettingClosed", "place: betAlreadyPlaced"],
		["cancel: done", "cancel: bettingClosed", "cancel: noBet", "launch"],
		["due: 0", "due: 1", "due: several", "crash: losers", "crash: none"],
		["cash-out: noBet", "cash-out: notFlying", "cash-out: active to cashed_out"],
		["cash-out: active to active", "cash-out: settled to cashed_out", "cash-out: settled to lost"],
	].flat();
	expect([...seen.keys()].sort()).toEqual(wanted.sort());
	for (const what of wanted) expect(seen.get(what), what).toBeGreaterThan(RUNS / 40);
}, 300_000);
