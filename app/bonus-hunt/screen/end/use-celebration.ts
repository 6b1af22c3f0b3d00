import { useEffect } from "react";
import type { LastHunt } from "../../model/local-hunt.server";

const keyOf = (huntId: string) => `hunt-won-${huntId}`;

/** Throws confetti for the viewer with the closest guess, once in each browser. */
export function useCelebration({ id, own }: Pick<LastHunt, "id" | "own">): void {
	const isWinner = own?.rank === 1;
	useEffect(() => {
		if (isWinner && isFirstTime(id)) void celebrate();
	}, [id, isWinner]);
}

/** Notes the celebration in the browser; true for one that was not noted. Without storage, none is noted. */
function isFirstTime(huntId: string): boolean {
	try {
		if (localStorage.getItem(keyOf(huntId)) !== null) return false;
		localStorage.setItem(keyOf(huntId), "celebrated");
		return true;
	} catch {
		return false;
	}
}

async function celebrate() {
	const { default: confetti } = await import("canvas-confetti");
	// Its worker would be created from a blob, which the Content-Security-Policy forbids.
	const fire = confetti.create(undefined, { resize: true, useWorker: false });
	const burst = { particleCount: 90, spread: 75, disableForReducedMotion: true, colors: COLOURS };
	await Promise.all([
		fire({ ...burst, angle: 60, origin: { x: 0, y: 0.75 } }),
		fire({ ...burst, angle: 120, origin: { x: 1, y: 0.75 } }),
	]);
}

const COLOURS = ["#ffc233", "#ff7a45", "#ff4d5e", "#fff6df", "#62dd9b"];
