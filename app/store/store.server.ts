import type { Db } from "db/database";
import { readShared } from "db/shared-reads";
import type { Viewer } from "~/account/viewer";
import type { Language } from "~/i18n/languages";
import { translated } from "~/i18n/translations";
import type { Site } from "~/lib/site";
import { findPause } from "~/points/ledger/pauses.queries.server";
import { findItem, findItems, type ShownItem } from "./items/items.server";
import { orderTexts } from "./orders/orders";
import { findOwnOrder } from "./orders/own-orders.queries.server";
import { checkOffer, checkOwnOrders, NO_ORDERS, type OwnOrders, type Refusal } from "./redeem/redeem";
import { countOwnOrdersByItem } from "./redeem/redeem.queries.server";
import { summariseOwnOrders } from "./redeem/redeem.server";

type StoreSite = Pick<Site, "db" | "now">;

/** An item for a viewer. */
export interface OfferedItem extends ShownItem {
	/** Why this viewer cannot redeem it, apart from points and stock; undefined for a visitor. */
	refusal: Refusal | undefined;
}

/**
 * Reads the active items in a language, with what prevents this viewer from redeeming them; for an admin also the disabled
 * items.
 */
export async function readStore({ db, now }: StoreSite, viewer: Viewer | undefined, language: Language) {
	const at = now();
	const itemsOf = (status: ShownItem["status"]): Promise<readonly ShownItem[]> =>
		readShared(db, `store ${status} ${language}`, async () =>
			(await findItems(db, status)).map((item) => translated(item, language)),
		);
	const items = await itemsOf("active");
	const { own, paused } = await readShared(db, `store of ${viewer?.id}`, async () => ({
		own: await ownOrdersByItem(db, viewer?.id),
		paused: viewer && (await findRefusalOfPause(db, viewer.id)),
	}));
	return {
		items: items.map(
			(item): OfferedItem => ({
				...item,
				refusal: paused ?? checkOwnOrders(item, own.get(item.id) ?? NO_ORDERS, at),
			}),
		),
		disabled: viewer?.isAdmin ? [...(await itemsOf("disabled"))] : [],
	};
}

async function findRefusalOfPause(db: Db, userId: string): Promise<Refusal | undefined> {
	const pause = await findPause(db, userId);
	return pause && { code: "paused", values: { reason: pause.reason } };
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
 * Reads the item of the confirm dialog. Of a disabled item only admins get the details.
 * @returns `item` is the item in the viewer's language; undefined if it does not exist or is hidden from this viewer, and `refusal` has the reason.
 * Otherwise `refusal` is why this viewer cannot redeem it, apart from points, stock and status. `label` is the item's
 * name in statistics.
 */
export async function readOffer({ db, now }: StoreSite, viewer: Viewer, itemId: string, language: Language) {
	const item = await findItem(db, itemId);
	if (item?.status !== "active" && !viewer.isAdmin) {
		return { item: undefined, label: "", refusal: checkOffer(viewer.points, item) };
	}
	const own = await summariseOwnOrders(db, viewer.id, itemId);
	return {
		item: item && translated(item, language),
		label: item?.name ?? "",
		refusal: item
			? ((await findRefusalOfPause(db, viewer.id)) ?? checkOwnOrders(item, own, now()))
			: checkOffer(viewer.points, item),
	};
}

/**
 * Reads the viewer's order of this item in a language, with its code and the item's current picture; undefined without
 * such an order.
 */
export async function readReceipt(
	{ db }: StoreSite,
	viewer: Viewer,
	{ itemId, orderId, language }: { itemId: string; orderId: string; language: Language },
) {
	const order = await findOwnOrder(db, viewer.id, orderId);
	if (order?.item_id !== itemId) return undefined;
	const item = await findItem(db, itemId);
	return {
		orderId: order.id,
		name: orderTexts(order, language).item,
		points: order.total_points,
		code: order.code,
		image: item?.image ?? "",
	};
}
