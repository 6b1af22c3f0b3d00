import type { ErrorCode } from "~/i18n/messages";
import type { Item } from "../items/items";

const HOUR_MS = 60 * 60 * 1000;

/** Why a redeem is refused, with values for the message. */
export interface Refusal {
	code: ErrorCode;
	values?: Record<string, number>;
}

/** A viewer's orders of an item, without cancelled ones. */
export interface OwnOrders {
	count: number;
	lastAt: Date | undefined;
}

export const NO_ORDERS: OwnOrders = { count: 0, lastAt: undefined };

/** The values that the viewer saw when confirming. */
export interface Shown {
	revision: number;
	price: number;
	stock: number;
}

/** Whole hours until the viewer may redeem the item again, rounded up; 0 when they may. */
export function hoursToWait({ cooldownHours }: Item, { lastAt }: OwnOrders, now: Date): number {
	if (cooldownHours === null || !lastAt) return 0;
	return Math.max(0, Math.ceil(cooldownHours - (now.getTime() - lastAt.getTime()) / HOUR_MS));
}

/**
 * Returns why this viewer cannot redeem this item; undefined if nothing prevents it. The order of the checks is
 * the specification's: points and stock first.
 */
export function checkRedeem(
	points: number | undefined,
	item: Item | undefined,
	own: OwnOrders,
	now: Date,
	asked: { shown: Shown; answer: string },
): Refusal | undefined {
	return (
		checkOffer(points, item) ??
		(item && (checkShown(item, asked.shown) ?? checkOwn(item, own, now) ?? checkAnswer(item, asked.answer)))
	);
}

/** The checks that depend on live values; the page runs them too. */
export function checkOffer(points: number | undefined, item: Item | undefined): Refusal | undefined {
	if (points === undefined || !item) return { code: "redeemInvalid" };
	if (points < item.price) return { code: "insufficientPoints" };
	if (item.stock <= 0) return { code: "outOfStock" };
	if (item.status !== "active") return { code: "itemUnavailable" };
	return undefined;
}

/** Compares with the values that were shown. Only an admin's edit counts, not the redeems of other viewers. */
export function checkShown({ revision, price, stock }: Item, shown: Shown): Refusal | undefined {
	if (revision === shown.revision) return undefined;
	if (price === shown.price && stock === shown.stock) return { code: "itemEdited" };
	return {
		code: "itemChanged",
		values: { priceBefore: shown.price, price, stockBefore: shown.stock, stock },
	};
}

export function checkOwn(item: Item, own: OwnOrders, now: Date): Refusal | undefined {
	if (item.viewerLimit !== null && own.count >= item.viewerLimit) {
		return { code: "itemLimitReached", values: { limit: item.viewerLimit } };
	}
	const hours = hoursToWait(item, own, now);
	return hours > 0 ? { code: "itemCoolingDown", values: { hours } } : undefined;
}

const checkAnswer = ({ question }: Item, answer: string): Refusal | undefined =>
	question !== null && answer === "" ? { code: "answerMissing" } : undefined;

/** Answer to a refused confirmation; without a message when the site was not reached. */
export interface RedeemAnswer {
	ok: boolean;
	code?: string;
	message?: string;
	fieldErrors?: Record<string, string>;
	typed?: Record<string, unknown>;
}
