import { useState } from "react";
import type { Item } from "../items/items";
import { checkShown, type RedeemAnswer, type Refusal } from "./redeem";

/**
 * Keeps an item as the buyer first saw it, so that nobody confirms a price that has just changed. `item` follows the
 * stock until an admin edits the item, and then stays as it is until `showCurrent` is called. Holds one item: use
 * a `key` per item.
 * @param now the current item.
 */
export function useHeldItem(now: Item) {
	const [held, setHeld] = useState<{ item: Item; seen?: Refusal }>({ item: now });
	const change = checkShown(now, held.item);
	if (!change && now.stock !== held.item.stock) setHeld({ ...held, item: now });
	return {
		item: held.item,
		/** How the current item differs from the one on show; undefined if it does not. */
		change,
		/** What the last `showCurrent` applied; undefined before. */
		seen: held.seen,
		showCurrent: () => setHeld({ item: now, seen: change }),
	};
}

/**
 * Returns whether the item's revision is the one at which `answer` arrived. For the codes `insufficientPoints` and
 * `outOfStock`, points and stock must be the same too. Without an answer it compares with the values since there is none.
 */
export function useIsCurrent(
	answer: RedeemAnswer | undefined,
	revision: number,
	points: number,
	stock: number,
) {
	const [answered, setAnswered] = useState({ answer, revision, points, stock });
	if (answered.answer !== answer) setAnswered({ answer, revision, points, stock });
	const isOfNumbers = answer?.code === "insufficientPoints" || answer?.code === "outOfStock";
	return (
		answered.revision === revision &&
		!(isOfNumbers && (answered.points !== points || answered.stock !== stock))
	);
}

/**
 * Returns true from an answer without a message, after which the confirmation may have succeeded, until an answer with
 * a message arrives. It stays true while the answer is undefined.
 */
export function useIsLost(answer: RedeemAnswer | undefined): boolean {
	const [isLost, setIsLost] = useState(false);
	// Another event removes the answer, but the confirmation stays unanswered.
	const isLostNow = answer ? answer.message === undefined : isLost;
	if (isLostNow !== isLost) setIsLost(isLostNow);
	return isLostNow;
}
