import { useEffect } from "react";
import { throwConfetti } from "~/ui/confetti";
import type { LastHunt } from "../../model/local-hunt.server";

const keyOf = (huntId: string) => `hunt-won-${huntId}`;
/** Confetti from both sides. */
const SIZE = 26;

/** Throws confetti for the viewer with the closest guess, once in each browser. */
export function useCelebration({ id, own }: Pick<LastHunt, "id" | "own">): void {
	const isWinner = own?.rank === 1;
	useEffect(() => {
		if (!isWinner || !isFirstTime(id)) return;
		throwConfetti(SIZE);
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
