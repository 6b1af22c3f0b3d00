import { useEffect, useRef } from "react";
import { MAX_TARGET, MIN_STAKE, MIN_TARGET, STAKE_STEP, TARGET_STEP } from "../../engine/crash";
import { FORM_ID } from "./bet-form";
import { type BetChoice, withTarget } from "./use-bet-choice";

interface Keys {
	/** No key has an effect. */
	disabled: boolean;
	/** The bet cannot be changed now. */
	locked: boolean;
	/** The highest stake. */
	limit: number;
	choice: BetChoice;
	onChoice(choice: BetChoice): void;
}

const TAKES_KEYS = "input, select, textarea, button, a, summary, [tabindex='0'], [contenteditable=true]";

/**
 * Keyboard control of the bet form: space presses the main button, up and down change the stake, right and left the
 * target. Keys with a modifier, and those of a focused control, are left alone.
 */
export function useCrashKeys(keys: Keys) {
	const latest = useRef(keys);
	useEffect(() => {
		latest.current = keys;
	});
	useEffect(() => {
		const onKeyDown = (event: KeyboardEvent) => {
			const { disabled, locked } = latest.current;
			const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
			const isInControl = event.target instanceof Element && event.target.closest(TAKES_KEYS);
			if (disabled || hasModifier || isInControl) return;
			const changed = changeBy(event.key, latest.current);
			if (event.key !== " " && !changed) return;
			event.preventDefault();
			if (!changed) {
				if (!event.repeat) pressMain();
			} else if (!locked) {
				latest.current.onChoice(changed);
			}
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, []);
}

function changeBy(key: string, { choice, limit }: Keys): BetChoice | undefined {
	const { stake, target } = choice;
	const clamp = (value: number) => Math.min(MAX_TARGET, Math.max(MIN_TARGET, value));
	switch (key) {
		case "ArrowUp":
			return { ...choice, stake: stake + STAKE_STEP <= limit ? stake + STAKE_STEP : stake };
		case "ArrowDown":
			return { ...choice, stake: Math.max(MIN_STAKE, stake - STAKE_STEP) };
		case "ArrowRight":
			return withTarget(choice, clamp(target + TARGET_STEP));
		case "ArrowLeft":
			return withTarget(choice, clamp(target - TARGET_STEP));
	}
}

function pressMain() {
	const form = document.getElementById(FORM_ID) as HTMLFormElement | null;
	const main = form?.querySelector<HTMLButtonElement>("[data-testid=main-action]");
	if (main && main.ariaDisabled !== "true") form?.requestSubmit(main);
}
