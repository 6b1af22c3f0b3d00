import type { Db, Trx } from "db/database";
import { announce } from "~/announcements/announce.server";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { storageRefusalOf } from "~/forms/storage-refusal";
import type { Translations } from "~/i18n/translations";
import type { Site } from "~/lib/site";
import { post } from "~/points/ledger/ledger.server";
import { deleteGoal } from "../goal/goal.queries.server";
import { assignCode } from "../items/codes.queries.server";
import { findItem, type Item } from "../items/items.server";
import { redeemMessage, writeRedeemMessage } from "../redeem-bot/redeem-message.server";
import { type ConfirmedValues, checkRedeem, hasOwnRules, NO_ORDERS, type OwnOrders } from "./redeem";
import { countOwnOrders, decrementStock, findBuyer, insertOrder } from "./redeem.queries.server";

export interface RedeemInput extends ConfirmedValues {
	idempotencyKey: string;
	itemId: string;
	answer?: string;
}

export interface Redeemed {
	orderId: string;
	/** The viewer's balance after the redeem. */
	points: number;
}

/**
 * Redeems one piece in one transaction: points, stock, code, order, the bot's message; it ends a
 * goal that is this item. After the commit it counts the
 * redeem, publishes balance and stock, and wakes the bot. A repeat with the same idempotency key, item and answer does
 * nothing and returns the first answer.
 * @throws {DomainError} the refusals of {@link checkRedeem}, `idempotencyKeyReused`, and `redeemFailed` for any
 * other failure, which is logged. A refused or failed redeem charges nothing.
 */
export async function redeem(
	site: Pick<
		Site,
		| "db"
		| "now"
		| "log"
		| "config"
		| "announceBalance"
		| "wakeJobs"
		| "itemChanged"
		| "adminCountsChanged"
		| "count"
	>,
	viewerId: string,
	input: RedeemInput,
): Promise<Redeemed> {
	const { idempotencyKey, itemId, revision, price, stock } = input;
	const answer = input.answer?.trim() ?? "";
	const at = site.now();
	// Without the confirmed values: a browser that lost the first answer may repeat the form with newer ones.
	const request = { userId: viewerId, idempotencyKey, action: "store.redeem", input: { itemId, answer } };
	// The stored answer names the call that placed the order.
	const call = crypto.randomUUID();
	const { name, paid, placedBy, ...redeemed } = await withIdempotencyKey(
		site.db,
		request,
		at,
		async (trx) => {
			const order = { viewerId, itemId, confirmed: { revision, price, stock }, answer, at };
			return { ...(await placeOrder(trx, site, order)), placedBy: call };
		},
	).catch((error: unknown) => {
		if (error instanceof DomainError) throw error;
		const refusal = storageRefusalOf(error);
		if (refusal) throw refusal;
		site.log.error({ event: "redeem-failed", userId: viewerId, itemId, err: error });
		throw new DomainError("redeemFailed");
	});
	// A repeated form changes nothing, and its answer has the balance of the first time.
	if (placedBy === call) {
		site.count("redeem", name, { itemName: name, itemId, points: paid });
		site.announceBalance(viewerId);
		site.wakeJobs(redeemMessage);
		site.itemChanged();
		site.adminCountsChanged();
	}
	return redeemed;
}

interface OrderInput {
	viewerId: string;
	itemId: string;
	confirmed: ConfirmedValues;
	answer: string;
	at: Date;
}

async function placeOrder(
	trx: Trx,
	site: Pick<Site, "config">,
	order: OrderInput,
): Promise<Redeemed & { name: string; paid: number }> {
	const { viewerId, itemId, answer, at } = order;
	const item = await findItem(trx, itemId);
	const before = (await findBuyer(trx, viewerId))?.points ?? undefined;
	const own = item && hasOwnRules(item) ? await summariseOwnOrders(trx, viewerId, itemId) : NO_ORDERS;
	const refusal = checkRedeem(before, item, own, at, order);
	if (refusal) throw new DomainError(refusal.code, refusal.values);
	if (!item) throw new DomainError("redeemInvalid");

	const { orderId, points } = await takeItem(trx, site, { viewerId, item, answer, at });
	const data = { userId: viewerId, itemId, orderId };
	await announce(trx, { type: "store.redeemed", reference: orderId, data, at: at.toISOString() });
	return { orderId, points, name: item.name, paid: item.price };
}

/**
 * Takes an item's price and one piece, and stores the order with its code and the bot's message; it ends a goal that is this item.
 * Checks neither the item's status nor its rules for a viewer.
 * @param actor who redeems it: the viewer, or `system` for a prize, which a paused viewer gets too.
 * @throws {DomainError} `insufficientPoints`, `outOfStock`.
 */
export async function takeItem(
	trx: Trx,
	site: Pick<Site, "config">,
	{
		viewerId,
		item,
		answer,
		at,
		actor = viewerId,
	}: Pick<OrderInput, "viewerId" | "answer" | "at"> & { item: Item; actor?: string },
): Promise<Redeemed> {
	const orderId = crypto.randomUUID();
	const points = await post(trx, {
		userId: viewerId,
		delta: -item.price,
		reason: "redeem",
		reference: orderId,
		actor,
		at,
	});
	if (!(await decrementStock(trx, item.id))) throw new DomainError("outOfStock");
	await insertOrder(trx, orderRow(orderId, viewerId, item, answer, at));
	if (await deleteGoal(trx, viewerId, item.id)) {
		const data = { userId: viewerId, itemId: item.id };
		await announce(trx, { type: "store.goal_reached", reference: orderId, data, at: at.toISOString() });
	}
	if (item.hasCodes && !(await assignCode(trx, item.id, orderId))) {
		throw new Error(`item ${item.id} has stock and no free code`);
	}
	await writeRedeemMessage(trx, { orderId, at }, site.config.REDEEM_BOT_URL !== undefined);
	return { orderId, points };
}

/** Counts a viewer's pieces of an item and returns the time of the last order, without cancelled orders. */
export async function summariseOwnOrders(db: Db | Trx, userId: string, itemId: string): Promise<OwnOrders> {
	const { count, last_at } = await countOwnOrders(db, userId, itemId);
	return { count, lastAt: last_at ? new Date(last_at) : undefined };
}

/** The item's name and question in each further language, for an order. */
const textsOfOrder = (translations: Item["translations"]): Translations<"item" | "question"> =>
	Object.fromEntries(
		Object.entries(translations).map(([language, { name, question }]) => [
			language,
			{ ...(name && { item: name }), ...(question && { question }) },
		]),
	);

const orderRow = (id: string, userId: string, item: Item, answer: string, at: Date) => ({
	id,
	user_id: userId,
	item_id: item.id,
	item_name: item.name,
	item_price: item.price,
	quantity: 1,
	total_points: item.price,
	status: "created" as const,
	question: item.question,
	answer: item.question === null ? null : answer,
	translations: JSON.stringify(textsOfOrder(item.translations)),
	created_at: at.toISOString(),
});
