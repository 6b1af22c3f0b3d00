import { useState } from "react";
import type { ShownItem } from "../items/items.server";
import { checkUnchanged, type RedeemAnswer, type Refusal } from "./redeem";

/**
 * Keeps an item as the buyer first saw it, so that the buyer does not confirm a price that has just changed. `item`
 * follows the stock until an admin edits the item, and then stays as it is until `showCurrent` is called. Holds one
 * item: use a `key` per item.
 * @param now the current item.
 */
export function useHeldItem(now: ShownItem) {
	const [displayed, setDisplayed] = useState<{ item: ShownItem; seen?: Refusal }>({ item: now });
	const change = checkUnchanged(now, displayed.item);
	if (!change && now.stock !== displayed.item.stock) setDisplayed({ ...displayed, item: now });
	return {
		item: displayed.item,
		/** How the current item differs from the displayed one; undefined if no admin has edited it. */
		change,
		/** What the last `showCurrent` applied; undefined before. */
		seen: displayed.seen,
		showCurrent: () => setDisplayed({ item: now, seen: change }),
	};
}

/**
 * Returns whether the item's revision is the one at which `answer` arrived. For the codes `insufficientPoints` and
 * `outOfStock`, points and stock must be the same too. Without an answer it compares with the values since there is
 * none.
 */
export function useIsAnswerCurrent(
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
export function useIsAnswerLost(answer: RedeemAnswer | undefined): boolean {
	const [isLost, setIsLost] = useState(false);
	// Another event removes the answer, but the confirmation stays unanswered.
	const isLostNow = answer ? answer.message === undefined : isLost;
	if (isLostNow !== isLost) setIsLost(isLostNow);
	return isLostNow;
}
