import { useCallback, useEffect, useRef, useState } from "react";
import { throwConfetti } from "~/ui/confetti";
import type { WinSize } from "../plinko";

/** A win that is celebrated on the stage. */
export interface Win {
	size: WinSize;
	/** The multiple of the stake that it paid, in hundredths. */
	multiple: number;
	/** Points that it paid. */
	points: number;
	/** Differs for each celebration. */
	key: number;
}

/** How long a win stays on the stage. */
const SHOWN_MS: Record<WinSize, number> = { 2: 1800, 10: 2800, 26: 4200, 100: 6500 };

/** Celebrates wins on the stage, one at a time: a larger one replaces a smaller one, and a smaller one is left out. */
export function useCelebration(play: (sound: `win${WinSize}`) => void) {
	const [win, setWin] = useState<Win>();
	const shown = useRef<Win>();
	const timer = useRef<ReturnType<typeof setTimeout>>();
	useEffect(() => () => clearTimeout(timer.current), []);

	const celebrate = useCallback(
		(next: Omit<Win, "key">) => {
			if (shown.current && shown.current.size >= next.size) return;
			clearTimeout(timer.current);
			const key = (shown.current?.key ?? 0) + 1;
			shown.current = { ...next, key };
			setWin(shown.current);
			timer.current = setTimeout(() => {
				shown.current = undefined;
				setWin(undefined);
			}, SHOWN_MS[next.size]);
			play(`win${next.size}`);
			throwConfetti(next.size);
		},
		[play],
	);

	return { win, celebrate };
}
