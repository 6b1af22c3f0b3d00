/** When automatic play stops. */
import { describe, expect, it } from "vitest";
import { type AutoEvent, type AutoPlan, planIn, reduceAuto } from "~/games/auto-play/auto-run";

const PLAN: AutoPlan = { rounds: 3, maxLoss: 25, stopWin: 50 };
const begun = (plan = PLAN) => reduceAuto(undefined, { start: plan, cost: 10 });
/** The run after rounds of 10 points that won or lost these points, and other events. */
const played = (events: readonly (number | AutoEvent)[], plan = PLAN) =>
	events.reduce(
		(run: ReturnType<typeof begun>, event) =>
			reduceAuto(run, typeof event === "number" ? { net: event, cost: 10 } : event),
		begun(plan),
	);

describe("a run", () => {
	it.each([
		["runs on", [-10, 5], undefined, 2],
		["stops after the chosen rounds", [-10, 5, 5], "rounds", 3],
		["stops before a round that could lose more than the loss limit", [-10, -10], "loss", 2],
		["may use the loss limit wholly", [-10, -5], undefined, 2],
		["may lose again what it has won", [30, -10], undefined, 2],
		["stops after a win of the chosen size", [-10, 50], "win", 2],
		["runs on after a smaller win", [49], undefined, 1],
		["stops when a bet is refused", [-10, { stop: "refused" }], "refused", 1],
		["stops when the tab is hidden", [{ stop: "hidden" }], "hidden", 0],
		["stops at a break or limit", [5, { stop: "restricted" }], "restricted", 1],
		["stops at a reminder", [5, { stop: "reminder" }], "reminder", 1],
		["stops when the player wants it", [{ stop: "player" }], "player", 0],
		[
			"keeps its first stop, and counts the round that was sent before",
			[{ stop: "hidden" }, -10, { stop: "player" }],
			"hidden",
			1,
		],
	] as const)("%s", (_, events, stop, count) => {
		expect(played(events)).toMatchObject({ stop, played: count });
	});

	it("counts what it has won and lost, and never loses more than the limit", () => {
		expect(played([-10, 25, -10])?.net).toBe(5);
		const plan = { rounds: 100, maxLoss: 99, stopWin: undefined };
		let run = begun(plan);
		while (run && !run.stop) run = reduceAuto(run, { net: -10, cost: 10 });
		expect(run).toMatchObject({ stop: "loss", net: -90 });
	});

	it("starts again after a stop, but not with a loss limit below one round", () => {
		expect(reduceAuto(played([{ stop: "player" }]), { start: PLAN, cost: 10 })).toMatchObject({
			played: 0,
			stop: undefined,
		});
		expect(begun({ ...PLAN, maxLoss: 9 })?.stop).toBe("loss");
		expect(reduceAuto(undefined, { stop: "hidden" })).toBeUndefined();
	});
});

it("a plan needs rounds and a loss limit of at least one round; the win is optional", () => {
	const typed = { rounds: "20", maxLoss: " 100 ", stopWin: "" };
	expect(planIn(typed, 10)).toEqual({ rounds: 20, maxLoss: 100, stopWin: undefined });
	expect(planIn({ ...typed, stopWin: "50" }, 100)).toEqual({ rounds: 20, maxLoss: 100, stopWin: 50 });
	expect(planIn({ rounds: "", maxLoss: "", stopWin: "0" }, 10)).toEqual(["rounds", "maxLoss", "stopWin"]);
	expect(planIn({ rounds: "101", maxLoss: "99", stopWin: "1e3" }, 100)).toEqual([
		"rounds",
		"maxLoss",
		"stopWin",
	]);
	expect(planIn({ rounds: "2.5", maxLoss: "-5", stopWin: "5" }, 10)).toEqual(["rounds", "maxLoss"]);
});
