import { useEffect } from "react";

interface Keys {
	/** The game's id, which begins the form's. */
	id: string;
	/** No key has an effect. */
	disabled: boolean;
	stakes: readonly number[];
	stake: number;
	setStake(stake: number): void;
	/** Changes the other option of the bet by one step up or down. */
	onStep?(step: 1 | -1): void;
}

const TAKES_KEYS = "input, select, textarea, button, a, [contenteditable=true]";

/**
 * Keyboard control of a bet form: space submits it, right and left change the stake, up and down the other option. Keys
 * with a modifier, and those of a focused control, are left alone.
 */
export function useBetKeys({ id, disabled, stakes, stake, setStake, onStep }: Keys) {
	useEffect(() => {
		if (disabled) return;
		const moveStake = (step: number) => {
			const next = stakes[stakes.indexOf(stake) + step];
			if (next !== undefined) setStake(next);
		};
		const play = () => {
			const form = document.getElementById(`${id}-form`) as HTMLFormElement | null;
			const button = form?.querySelector<HTMLButtonElement>("button[value=play]");
			if (button) form?.requestSubmit(button);
		};
		const actions = new Map([
			[" ", play],
			["ArrowUp", () => onStep?.(1)],
			["ArrowDown", () => onStep?.(-1)],
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
	}, [id, disabled, stakes, stake, setStake, onStep]);
}
