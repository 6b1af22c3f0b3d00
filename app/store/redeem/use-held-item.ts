import { useState } from "react";
import type { Item } from "../items/items";
import { checkShown, type RedeemAnswer, type Refusal } from "./redeem";

/**
 * An item as its buyer has it before their eyes: what an admin edits meanwhile is told, and shown when the
 * buyer asks for it, so that nobody confirms a price that has just slipped in. Its stock follows the news.
 * @param now the item as it is known now.
 */
export function useHeldItem(now: Item) {
	const [held, setHeld] = useState<{ item: Item; seen?: Refusal }>({ item: now });
	const change = checkShown(now, held.item);
	if (!change && now.stock !== held.item.stock) setHeld({ ...held, item: now });
	return {
		item: held.item,
		/** What is not shown yet. */
		change,
		/** What the item on show had changed by when it was asked for. */
		seen: held.seen,
		lookAgain: () => setHeld({ item: now, seen: change }),
	};
}

/**
 * Whether an answer still fits what is shown: another item than was confirmed makes it old, other points or
 * another stock what was said about them.
 */
export function useIsCurrent(
	answer: RedeemAnswer | undefined,
	revision: number,
	points: number,
	stock: number,
) {
	const [heard, setHeard] = useState({ answer, revision, points, stock });
	if (heard.answer !== answer) setHeard({ answer, revision, points, stock });
	const isOfNumbers = answer?.code === "insufficientPoints" || answer?.code === "outOfStock";
	return heard.revision === revision && !(isOfNumbers && (heard.points !== points || heard.stock !== stock));
}

/** Whether a confirmation's answer never came, so that it may have been carried out. */
export function useIsLost(answer: RedeemAnswer | undefined): boolean {
	const [isLost, setIsLost] = useState(false);
	// Other news take an answer away, and change nothing about it.
	const isLostNow = answer ? answer.message === undefined : isLost;
	if (isLostNow !== isLost) setIsLost(isLostNow);
	return isLostNow;
}
