import { useEffect, useRef, useState } from "react";
import { DEFAULT_TARGET } from "../../engine/crash";
import type { CrashAnswer } from "../page-data";

/** The bet that a player is putting together. */
export interface BetChoice {
	stake: number;
	/** Whether the target counts. */
	auto: boolean;
	/** Hundredths. */
	target: number;
}

interface Given {
	stake: number;
	target: number | null;
}

/** What was typed survives a refusal without scripts; another bet that the page is given replaces it. */
export function useBetChoice(given: Given, answer: CrashAnswer | undefined) {
	const [choice, setChoice] = useState(() =>
		answer && !answer.ok ? typedIn(answer, given) : opening(given),
	);
	const before = useRef(given);
	useEffect(() => {
		const { stake, target } = before.current;
		if (stake !== given.stake || target !== given.target) setChoice(opening(given));
		before.current = given;
	}, [given]);
	return [choice, setChoice] as const;
}

const opening = ({ stake, target }: Given): BetChoice => ({
	stake,
	auto: target !== null,
	target: target ?? DEFAULT_TARGET,
});

function typedIn({ typed = {} }: Extract<CrashAnswer, { ok: false }>, given: Given): BetChoice {
	const stake = Number(typed.stake);
	const target = Math.round(Number(typed.target) * 100);
	if (!(stake > 0)) return opening(given);
	return { stake, auto: typed.auto === "on", target: target > 0 ? target : DEFAULT_TARGET };
}
