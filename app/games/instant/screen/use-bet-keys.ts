import { useKeys } from "../../use-keys";

interface Keys {
	/** The game's id, which begins the form's. */
	id: string;
	/** No key has an effect. */
	disabled: boolean;
	stakes: readonly number[];
	stake: number;
	setStake(stake: number): void;
	/** Space stops the automatic play, if it runs. */
	stopAuto: (() => void) | undefined;
	/** Changes the other option of the bet by one step up or down. */
	onStep?(step: 1 | -1): void;
}

/** Submits the bet form of a game. */
export function pressPlay(id: string): void {
	const form = document.getElementById(`${id}-form`) as HTMLFormElement | null;
	const button = form?.querySelector<HTMLButtonElement>("button[value=play]");
	if (button) form?.requestSubmit(button);
}

/** Space submits the bet form, right and left change the stake, up and down the other option: see {@link useKeys}. */
export function useBetKeys({ id, disabled, stakes, stake, setStake, stopAuto, onStep }: Keys) {
	const moveStake = (step: number) => {
		const next = stakes[stakes.indexOf(stake) + step];
		if (next !== undefined) setStake(next);
	};
	useKeys(disabled, {
		" "() {
			if (stopAuto) return stopAuto();
			pressPlay(id);
		},
		ArrowUp: () => onStep?.(1),
		ArrowDown: () => onStep?.(-1),
		ArrowRight: () => moveStake(1),
		ArrowLeft: () => moveStake(-1),
	});
}
