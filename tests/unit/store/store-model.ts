/** A model of the store in memory that predicts the result of each operation. */

export interface ModelItem {
	/** Id in the database. */
	id: string;
	price: number;
	stock: number;
	active: boolean;
	revision: number;
	limit: number | null;
	cooldownHours: number | null;
	asks: boolean;
	hasCodes: boolean;
	/** The values of a dialog that was opened when the item was created. */
	firstSeen: { revision: number; price: number; stock: number };
}

export interface ModelOrder {
	id: string;
	userId: string;
	item: ModelItem;
	price: number;
	status: "created" | "approved" | "cancelled";
	decidedBy: string | undefined;
	at: number;
}

export interface ModelMerge {
	id: string;
	userId: string;
	credited: number;
	undoneBy: string | undefined;
}

export interface Model {
	points: Map<string, number>;
	items: ModelItem[];
	orders: ModelOrder[];
	merges: ModelMerge[];
}

export const newModel = (userIds: readonly string[], points: number): Model => ({
	points: new Map(userIds.map((id) => [id, points])),
	items: [],
	orders: [],
	merges: [],
});

const HOUR_MS = 60 * 60 * 1000;

export interface ModelRedeem {
	userId: string;
	item: ModelItem;
	shown: ModelItem["firstSeen"];
	answer: string;
	now: number;
}

/** @returns the code of the refusal; undefined for an accepted redeem. */
export function modelRefusal(
	model: Model,
	{ userId, item, shown, answer, now }: ModelRedeem,
): string | undefined {
	if ((model.points.get(userId) ?? 0) < item.price) return "insufficientPoints";
	if (item.stock === 0) return "outOfStock";
	if (!item.active) return "itemUnavailable";
	if (shown.revision !== item.revision) {
		const same = shown.price === item.price && shown.stock === item.stock;
		return same ? "itemEdited" : "itemChanged";
	}
	const own = model.orders.filter(
		(order) => order.userId === userId && order.item === item && order.status !== "cancelled",
	);
	if (item.limit !== null && own.length >= item.limit) return "itemLimitReached";
	const last = Math.max(...own.map(({ at }) => at));
	if (item.cooldownHours !== null && now - last < item.cooldownHours * HOUR_MS) return "itemCoolingDown";
	if (item.asks && answer === "") return "answerMissing";
	return undefined;
}

export function modelRedeem(model: Model, { userId, item, now }: ModelRedeem, orderId: string): number {
	const points = (model.points.get(userId) ?? 0) - item.price;
	model.points.set(userId, points);
	item.stock -= 1;
	const order = { id: orderId, userId, item, price: item.price, at: now };
	model.orders.push({ ...order, status: "created", decidedBy: undefined });
	return points;
}

/** @returns the code of the refusal. */
export function modelDecide(
	model: Model,
	order: ModelOrder,
	decision: "approved" | "cancelled",
	adminId: string,
): "orderDecided" | undefined {
	if (order.status !== "created") {
		return order.status === decision && order.decidedBy === adminId ? undefined : "orderDecided";
	}
	order.status = decision;
	order.decidedBy = adminId;
	if (decision === "approved") return undefined;
	model.points.set(order.userId, (model.points.get(order.userId) ?? 0) + order.price);
	// The buyer has seen the code, so it is not sold again.
	if (!order.item.hasCodes) order.item.stock += 1;
	return undefined;
}

/** The provider's points that have not been merged yet. */
export const modelMergeable = (model: Model, userId: string, providerPoints: number): number =>
	model.merges
		.filter((merge) => merge.userId === userId && !merge.undoneBy)
		.reduce((rest, { credited }) => rest - credited, providerPoints);

/** @returns the code of the refusal. */
export function modelUndo(model: Model, merge: ModelMerge, adminId: string): string | undefined {
	if (merge.undoneBy) return merge.undoneBy === adminId ? undefined : "mergeGone";
	const points = model.points.get(merge.userId) ?? 0;
	if (points < merge.credited) return "mergeSpent";
	merge.undoneBy = adminId;
	model.points.set(merge.userId, points - merge.credited);
	return undefined;
}
