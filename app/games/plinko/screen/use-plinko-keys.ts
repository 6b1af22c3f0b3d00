import { useEffect } from "react";
import { MAX_BALLS, STAKES } from "../engine/plinko";

interface Keys {
	/** No key has an effect. */
	disabled: boolean;
	stake: number;
	balls: number;
	/** The most that a drop may cost, in points. */
	limit: number;
	setStake(stake: number): void;
	setBalls(balls: number): void;
}

const TAKES_KEYS = "input, select, textarea, button, a, [contenteditable=true]";

/**
 * Keyboard control of the bet form: space submits it, up and down change the balls, right and left the stake. Keys with
 * a modifier, and those of a focused control, are left alone.
 */
export function usePlinkoKeys({ disabled, stake, balls, limit, setStake, setBalls }: Keys) {
	useEffect(() => {
		if (disabled) return;
		const moveStake = (step: number) => {
			const next = STAKES[STAKES.indexOf(stake as (typeof STAKES)[number]) + step];
			if (next !== undefined) setStake(next);
		};
		const drop = () => {
			const form = document.getElementById("plinko-form") as HTMLFormElement | null;
			const play = form?.querySelector<HTMLButtonElement>("button[value=play]");
			if (play) form?.requestSubmit(play);
		};
		const actions = new Map([
			[" ", drop],
			["ArrowUp", () => balls < MAX_BALLS && stake * (balls + 1) <= limit && setBalls(balls + 1)],
			["ArrowDown", () => balls > 1 && setBalls(balls - 1)],
			["ArrowRight", () => moveStake(1)],
			["ArrowLeft", () => moveStake(-1)],
		]);
		const onKeyDown = (event: KeyboardEvent) => {
			const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
			const isInControl = event.target instanceof Element && event.target.closest(TAKES_KEYS);
			const act = actions.get(event.key);
			if (!act || hasModifier || isInControl || (event.key === " " && event.repeat)) return;
			event.preventDefault();
			act();
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, [disabled, stake, balls, limit, setStake, setBalls]);
}
