import type { ErrorCode } from "~/i18n/messages";
import type { FieldAnswer } from "~/ui/field";
import type { ShownItem } from "../items/items.server";

const HOUR_MS = 60 * 60 * 1000;

/** Of the answer to an item's question, in UTF-16 units. */
export const MAX_ANSWER_LENGTH = 500;

/** Why a redeem is refused, with values for the message. */
export interface Refusal {
	code: ErrorCode;
	values?: Record<string, number | string>;
}

/** A viewer's orders of an item, without cancelled ones: pieces and time of the last order. */
export interface OwnOrders {
	count: number;
	lastAt: Date | undefined;
}

export const NO_ORDERS: OwnOrders = { count: 0, lastAt: undefined };

/** The values of the item that the viewer confirmed. */
export interface ConfirmedValues {
	revision: number;
	price: number;
	stock: number;
}

/** Whole hours until the viewer may redeem the item again, rounded up; 0 when they may. */
export function hoursToWait({ cooldownHours }: ShownItem, { lastAt }: OwnOrders, now: Date): number {
	if (cooldownHours === null || !lastAt) return 0;
	return Math.max(0, Math.ceil(cooldownHours - (now.getTime() - lastAt.getTime()) / HOUR_MS));
}

/**
 * Returns why this viewer cannot redeem this item; undefined if nothing prevents it. The order of the checks is
 * the specification's: points and stock first.
 * @param points the viewer's balance; undefined for an unknown user.
 * @param item undefined if it does not exist.
 * @param own the viewer's earlier orders of the item.
 */
export function checkRedeem(
	points: number | undefined,
	item: ShownItem | undefined,
	own: OwnOrders,
	now: Date,
	input: { confirmed: ConfirmedValues; answer: string },
): Refusal | undefined {
	return (
		checkOffer(points, item) ??
		(item &&
			(checkUnchanged(item, input.confirmed) ??
				checkOwnOrders(item, own, now) ??
				checkAnswer(item, input.answer)))
	);
}

/**
 * The checks that depend on live values, in this order: `redeemInvalid`, `insufficientPoints`, `outOfStock`,
 * `itemUnavailable`. The page runs them too. Undefined if nothing prevents the redeem.
 * @param points the viewer's balance; undefined for an unknown user.
 * @param item undefined if it does not exist.
 */
export function checkOffer(points: number | undefined, item: ShownItem | undefined): Refusal | undefined {
	if (points === undefined || !item) return { code: "redeemInvalid" };
	if (points < item.price) return { code: "insufficientPoints" };
	if (item.stock <= 0) return { code: "outOfStock" };
	if (item.status !== "active") return { code: "itemUnavailable" };
	return undefined;
}

/**
 * Refuses if an admin has edited the item since it was displayed: `itemChanged` if price or stock differ, else
 * `itemEdited`. The redeems of other viewers do not count while the revision is the same.
 */
export function checkUnchanged(
	{ revision, price, stock }: ShownItem,
	confirmed: ConfirmedValues,
): Refusal | undefined {
	if (revision === confirmed.revision) return undefined;
	if (price === confirmed.price && stock === confirmed.stock) return { code: "itemEdited" };
	return {
		code: "itemChanged",
		values: { priceBefore: confirmed.price, price, stockBefore: confirmed.stock, stock },
	};
}

/** Whether the item has rules that depend on the viewer's earlier orders. */
export const hasOwnRules = ({ viewerLimit, cooldownHours }: ShownItem): boolean =>
	viewerLimit !== null || cooldownHours !== null;

/** The item's rules for a viewer: `itemLimitReached`, `itemCoolingDown`. */
export function checkOwnOrders(item: ShownItem, own: OwnOrders, now: Date): Refusal | undefined {
	if (item.viewerLimit !== null && own.count >= item.viewerLimit) {
		return { code: "itemLimitReached", values: { limit: item.viewerLimit } };
	}
	const hours = hoursToWait(item, own, now);
	return hours > 0 ? { code: "itemCoolingDown", values: { hours } } : undefined;
}

const checkAnswer = ({ question }: ShownItem, answer: string): Refusal | undefined =>
	question !== null && answer === "" ? { code: "answerMissing" } : undefined;

/** Answer to a refused confirmation; without a message when the site was not reached. */
export type RedeemAnswer = FieldAnswer & { ok: boolean };
