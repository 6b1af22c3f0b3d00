import { useKeys } from "../../../use-keys";
import { MAX_TARGET, MIN_STAKE, MIN_TARGET, STAKE_STEP, TARGET_STEP } from "../../engine/crash";
import { type BetChoice, withTarget } from "./use-bet-choice";

export const FORM_ID = "crash-form";

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

/** Space presses the main button of the bet form, up and down change the stake, right and left the target: see {@link useKeys}. */
export function useCrashKeys({ disabled, locked, limit, choice, onChoice }: Keys) {
	const { stake, target } = choice;
	const setStake = (next: number) => locked || onChoice({ ...choice, stake: next });
	const setTarget = (next: number) =>
		locked || onChoice(withTarget(choice, Math.min(MAX_TARGET, Math.max(MIN_TARGET, next))));
	useKeys(disabled, {
		" ": pressMain,
		ArrowUp: () => setStake(stake + STAKE_STEP <= limit ? stake + STAKE_STEP : stake),
		ArrowDown: () => setStake(Math.max(MIN_STAKE, stake - STAKE_STEP)),
		ArrowRight: () => setTarget(target + TARGET_STEP),
		ArrowLeft: () => setTarget(target - TARGET_STEP),
	});
}

export function pressMain() {
	const form = document.getElementById(FORM_ID) as HTMLFormElement | null;
	const main = form?.querySelector<HTMLButtonElement>("[data-testid=main-action]");
	if (main && main.ariaDisabled !== "true") form?.requestSubmit(main);
}
