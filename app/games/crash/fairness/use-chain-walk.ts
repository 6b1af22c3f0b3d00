import { useEffect, useRef, useState } from "react";
import { isHash, type Walk, walkOn } from "./live-verification";

/** Steps per task: few enough for a slow phone to draw a frame between two of them. */
const CHUNK = 500;

interface Walking extends Walk {
	/** The hash it began at. */
	from: string;
	isBusy: boolean;
}

/**
 * Walks from a hash back to the chain's commitment in the background, at most `length` steps.
 * @param given the walk that the server has done from this hash, without scripts.
 * @returns `walk`, undefined before the start and after `hash` has changed; and `start`, which continues the walk, and
 * does nothing while one runs or if `hash` is not a hash.
 */
export function useChainWalk(
	hash: string,
	{ commitment, length }: { commitment: string; length: number },
	given: Walk | undefined,
) {
	const [walking, setWalking] = useState<Walking | undefined>(
		given && { ...given, from: hash, isBusy: false },
	);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => () => clearTimeout(timer.current), []);

	function go(now: Walking) {
		const next = walkOn(now, commitment, Math.min(CHUNK, length - now.steps));
		const isBusy = !next.arrived && next.steps < length;
		const then = { ...next, from: now.from, isBusy };
		setWalking(then);
		if (isBusy) timer.current = setTimeout(go, 0, then);
	}

	// A walk that began at another hash does not apply to the one in the field.
	const walk = walking?.from === hash ? walking : undefined;
	return {
		walk,
		start() {
			if (!isHash(hash) || walk?.isBusy) return;
			clearTimeout(timer.current);
			const { hash: at, steps } = walk ?? { hash: hash.toLowerCase(), steps: 0 };
			go({ hash: at, steps, arrived: false, from: hash, isBusy: true });
		},
	};
}
