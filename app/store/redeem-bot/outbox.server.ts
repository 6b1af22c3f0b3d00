import type { Trx } from "db/database";
import { type BotFormat, bodyOf, type Redemption } from "./message";
import { insertMessage } from "./outbox.queries.server";

/**
 * Writes the redeem bot's message about an order. Call it in the transaction that inserts the order, and wake
 * the bot after the commit.
 * @param bot without an address the message is stored, and sent only when an admin asks for it.
 */
export async function writeRedeemMessage(
	trx: Trx,
	redemption: Redemption,
	bot: { url?: string | undefined; format: BotFormat },
): Promise<void> {
	const at = redemption.at.toISOString();
	await insertMessage(trx, {
		id: `msg_${crypto.randomUUID()}`,
		order_id: redemption.orderId,
		body: bodyOf(redemption, bot.format),
		state: bot.url ? "pending" : "off",
		tries: 0,
		next_try_at: bot.url ? at : null,
		created_at: at,
	});
}
