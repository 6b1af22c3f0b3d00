import type { Db } from "db/database";
import { post } from "~/points/ledger/ledger.server";
import { writeRedeemMessage } from "~/store/redeem-bot/redeem-message.server";
import { addRow, changeRows } from "../rows-of";

const AT = "2026-03-02T00:00:00.000Z";

/** Adds an active item with the id `item-NAME`. */
export async function addItem(
	db: Db,
	name: string,
	{ price = 100, stock = 10, codes = [] as string[] } = {},
): Promise<string> {
	const id = `item-${name}`;
	await addRow(db, "store_items", {
		...{ id, name, price, stock: codes.length || stock, has_codes: codes.length > 0 ? 1 : 0 },
	});
	for (const code of codes) await addRow(db, "item_codes", { item_id: id, code });
	return id;
}

interface OrderOptions {
	at?: Date;
	quantity?: number;
	question?: string;
	answer?: string;
	/** The code that was handed out. */
	code?: string;
	/** Whether a redeem bot is configured. */
	hasBot?: boolean;
}

/** Inserts the rows of a redeem like the store does: points, stock, order and message. */
export async function addOrder(
	db: Db,
	userId: string,
	itemId: string,
	{ at = new Date(AT), quantity = 1, question, answer, code, hasBot = false }: OrderOptions = {},
): Promise<string> {
	const id = crypto.randomUUID();
	await db.transaction().execute(async (trx) => {
		const item = await trx
			.updateTable("store_items")
			.set((eb) => ({ stock: eb("stock", "-", quantity) }))
			.where("id", "=", itemId)
			.returning(["name", "price"])
			.executeTakeFirstOrThrow();
		const total = item.price * quantity;
		await post(trx, { userId, delta: -total, reason: "redeem", reference: id, actor: userId, at });
		await addRow(trx, "orders", {
			...{ id, user_id: userId, item_id: itemId, item_name: item.name, item_price: item.price },
			...{ quantity, total_points: total, status: "created" as const, created_at: at.toISOString() },
			...{ question: question ?? null, answer: answer ?? null },
		});
		if (code) await changeRows(trx, "item_codes", { item_id: itemId, code }, { order_id: id });
		await writeRedeemMessage(trx, { orderId: id, at }, hasBot);
	});
	return id;
}
