import { useState } from "react";
import { useBetInAddress } from "../../../use-bet-in-address";
import { DEFAULT_TARGET, targetIn } from "../../engine/crash";
import type { CrashAnswer } from "../page-data";

/** The bet in the form. */
export interface BetChoice {
	/** In points. */
	stake: number;
	/** Whether the automatic cash-out is on. */
	auto: boolean;
	/** Hundredths; kept while the automatic cash-out is off. */
	target: number;
}

/** A target that the player sets turns the automatic cash-out on. */
export const withTarget = (choice: BetChoice, target: number): BetChoice => ({
	...choice,
	target,
	auto: true,
});

interface Given {
	stake: number;
	target: number | null;
}

/**
 * The state of the bet in the form, which the page's address follows. It starts with the typed values of a refused form
 * (without scripts), else with `given`.
 */
export function useBetChoice(given: Given, answer: CrashAnswer | undefined) {
	const state = useState(() => (answer && !answer.ok ? typedIn(answer, given) : opening(given)));
	const [{ stake, auto, target }] = state;
	useBetInAddress({ stake, target: (target / 100).toFixed(2), auto: auto ? "on" : "off" });
	return state;
}

const opening = ({ stake, target }: Given): BetChoice => ({
	stake,
	auto: target !== null,
	target: target ?? DEFAULT_TARGET,
});

function typedIn({ typed = {} }: Extract<CrashAnswer, { ok: false }>, given: Given): BetChoice {
	const stake = Number(typed.stake);
	if (!(stake > 0)) return opening(given);
	return { stake, auto: typed.auto === "on", target: targetIn(typed.target) ?? DEFAULT_TARGET };
}
