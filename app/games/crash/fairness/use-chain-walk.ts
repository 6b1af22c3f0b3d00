import { useEffect, useRef, useState } from "react";
import { isHash, type Walk, walkOn } from "./live-verification";

/** Small enough for a slow phone to draw a frame between two of them. */
const CHUNK = 500;

interface Walking extends Walk {
	/** Where it began. */
	from: string;
	isBusy: boolean;
}

/**
 * Walks from a hash back to the chain's commitment, a chunk at a time, or as far as the chain is long.
 * @param given what the server has walked, without scripts.
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

	// A walk from another hash than the one that stands in the field now says nothing of it.
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
