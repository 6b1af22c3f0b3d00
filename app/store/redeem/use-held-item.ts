import { useState } from "react";
import type { Item } from "../items/items";
import { checkShown, type RedeemAnswer, type Refusal } from "./redeem";

/**
 * Keeps an item as the buyer first saw it, so that nobody confirms a price that has just changed. An admin's
 * edit is announced, and applied when the buyer asks for it. The stock is always current.
 * @param now the current item.
 */
export function useHeldItem(now: Item) {
	const [held, setHeld] = useState<{ item: Item; seen?: Refusal }>({ item: now });
	const change = checkShown(now, held.item);
	if (!change && now.stock !== held.item.stock) setHeld({ ...held, item: now });
	return {
		item: held.item,
		/** The edit that is not applied yet. */
		change,
		/** The edit that was applied. */
		seen: held.seen,
		showCurrent: () => setHeld({ item: now, seen: change }),
	};
}

/**
 * Whether an answer still applies: it does not after an edit of the item and, if it is about points or stock,
 * after a change of these.
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

/** Whether a confirmation has got no answer, so that it may have succeeded. */
export function useIsLost(answer: RedeemAnswer | undefined): boolean {
	const [isLost, setIsLost] = useState(false);
	// Another event removes the answer, but the confirmation stays unanswered.
	const isLostNow = answer ? answer.message === undefined : isLost;
	if (isLostNow !== isLost) setIsLost(isLostNow);
	return isLostNow;
}
