import type { Db } from "db/database";
import type { Viewer } from "~/account/viewer";
import type { Item } from "./items/items";
import { findItem, findItems } from "./items/items.queries.server";
import { checkOffer, checkOwn, NO_ORDERS, type OwnOrders, type Refusal } from "./redeem/redeem";
import { countOwnOrdersByItem, findOwnOrder } from "./redeem/redeem.queries.server";
import { ownOrders } from "./redeem/redeem.server";

interface Site {
	db: Db;
	now: () => Date;
}

/** An item for a viewer. */
export interface OfferedItem extends Item {
	/** Why this viewer cannot redeem it, apart from points and stock. */
	refusal: Refusal | undefined;
}

/** Reads the items for this viewer or a visitor; for an admin also the disabled ones. */
export async function readStore({ db, now }: Site, viewer: Viewer | undefined) {
	const at = now();
	const items = await findItems(db, "active");
	const own = await ownOrdersByItem(db, viewer?.id);
	return {
		items: items.map(
			(item): OfferedItem => ({ ...item, refusal: checkOwn(item, own.get(item.id) ?? NO_ORDERS, at) }),
		),
		disabled: viewer?.isAdmin ? await findItems(db, "disabled") : [],
	};
}

async function ownOrdersByItem(db: Db, userId: string | undefined): Promise<Map<string, OwnOrders>> {
	const rows = userId === undefined ? [] : await countOwnOrdersByItem(db, userId);
	return new Map(
		rows.map(({ item_id, count, last_at }) => [
			item_id,
			{ count, lastAt: last_at ? new Date(last_at) : undefined },
		]),
	);
}

/**
 * Reads the item of the confirm dialog, and why this viewer cannot redeem it, apart from points and stock. Of a
 * disabled item only admins get the details.
 */
export async function readOffer({ db, now }: Site, viewer: Viewer, itemId: string) {
	const item = await findItem(db, itemId);
	if (item?.status !== "active" && !viewer.isAdmin) {
		return { item: undefined, refusal: checkOffer(viewer.points, item) };
	}
	const own = await ownOrders(db, viewer.id, itemId);
	return { item, refusal: item ? checkOwn(item, own, now()) : checkOffer(viewer.points, item) };
}

/** Reads the result of a redeem, with its code; undefined if the order is not the viewer's. */
export async function readReceipt({ db }: Site, viewer: Viewer, itemId: string, orderId: string) {
	const order = await findOwnOrder(db, viewer.id, orderId);
	if (order?.item_id !== itemId) return undefined;
	const item = await findItem(db, itemId);
	return {
		orderId: order.id,
		name: order.item_name,
		points: order.total_points,
		code: order.code,
		image: item?.image ?? "",
	};
}
