import type { Trx } from "db/database";
import { insertMessage } from "./outbox.queries.server";

/**
 * Writes the redeem bot's message about an order: which order, and not what is sent, which depends on the settings at
 * the time of the attempt. Call it in the transaction that inserts the order, and wake the bot after the commit.
 * @param isOn false without a bot: the message is then sent only when an admin asks for it.
 */
export async function writeRedeemMessage(
	trx: Trx,
	{ orderId, at }: { orderId: string; at: Date },
	isOn: boolean,
): Promise<void> {
	await insertMessage(trx, {
		id: `msg_${crypto.randomUUID()}`,
		order_id: orderId,
		state: isOn ? "pending" : "off",
		tries: 0,
		next_try_at: isOn ? at.toISOString() : null,
		created_at: at.toISOString(),
	});
}
