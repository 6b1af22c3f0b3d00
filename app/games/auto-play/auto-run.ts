/** The rules of automatic play. Pure: it decides when to play and when to stop, and the server decides about each bet as about any other. */

export const MAX_ROUNDS = 100;
const MAX_POINTS = 1_000_000_000;

/** When to stop; in points. */
export interface AutoPlan {
	rounds: number;
	/** No round is played that could lose more than this in all. */
	maxLoss: number;
	/** A round that wins at least this is the last. */
	stopWin: number | undefined;
}

/**
 * Why it has stopped: one of the three limits of the plan, or a bet that the form or the server refuses, a break, limit or
 * reminder of responsible play, a tab that is not shown, the player.
 */
export type AutoStop =
	| "rounds"
	| "loss"
	| "win"
	| "refused"
	| "restricted"
	| "reminder"
	| "hidden"
	| "player";

export interface AutoRun {
	plan: AutoPlan;
	/** Rounds that have ended. */
	played: number;
	/** Points won so far; negative for a loss. */
	net: number;
	/** Undefined while it runs. */
	stop: AutoStop | undefined;
	/** Why a bet was refused. */
	refusal?: string;
}

/** The cost is that of the next round. */
export type AutoEvent =
	| { start: AutoPlan; cost: number }
	| { net: number; cost: number }
	| { stop: AutoStop; refusal?: string };

/**
 * The run after an event. One that has stopped stays so until the next start; a round that was sent before still counts.
 */
export function reduceAuto(run: AutoRun | undefined, event: AutoEvent): AutoRun | undefined {
	if ("start" in event)
		return withStop({ plan: event.start, played: 0, net: 0, stop: undefined }, undefined, event.cost);
	if (!run) return run;
	if ("stop" in event) return run.stop ? run : { ...run, ...event };
	const next = { ...run, played: run.played + 1, net: run.net + event.net };
	return run.stop ? next : withStop(next, event.net, event.cost);
}

function withStop(run: AutoRun, won: number | undefined, cost: number): AutoRun {
	const { rounds, maxLoss, stopWin } = run.plan;
	const hasWon = won !== undefined && stopWin !== undefined && won >= stopWin;
	const stop =
		run.played >= rounds ? "rounds" : hasWon ? "win" : cost - run.net > maxLoss ? "loss" : undefined;
	return { ...run, stop };
}

export const PLAN_FIELDS = ["rounds", "maxLoss", "stopWin"] as const;
export type PlanField = (typeof PLAN_FIELDS)[number];

/** The plan in the fields of a form, or the fields that are not valid. Rounds and loss are required. */
export function planIn(typed: Record<PlanField, string>, cost: number): AutoPlan | readonly PlanField[] {
	const whole = (text: string, min: number, max: number) =>
		/^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined;
	const rounds = whole(typed.rounds, 1, MAX_ROUNDS);
	const maxLoss = whole(typed.maxLoss, cost, MAX_POINTS);
	const stopWin = whole(typed.stopWin, 1, MAX_POINTS);
	const isStopWin = stopWin !== undefined || typed.stopWin.trim() === "";
	if (rounds !== undefined && maxLoss !== undefined && isStopWin) return { rounds, maxLoss, stopWin };
	const isValid = { rounds: rounds !== undefined, maxLoss: maxLoss !== undefined, stopWin: isStopWin };
	return PLAN_FIELDS.filter((field) => !isValid[field]);
}
