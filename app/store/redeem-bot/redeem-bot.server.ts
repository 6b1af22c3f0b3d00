import { randomUUID } from "node:crypto";
import { transact } from "db/transact";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { reviveJobs } from "~/jobs/jobs.queries.server";
import type { Site } from "~/lib/site";
import { type BotSite, deliver, type Fault } from "./delivery.server";
import { redeemMessage } from "./redeem-message.server";
import { findRedemption } from "./redemption.queries.server";

type ResendSite = Pick<Site, "db" | "config" | "log" | "now" | "adminCountsChanged" | "wakeJobs">;

/** Whether a bot is configured. */
export const hasRedeemBot = ({ config }: Pick<Site, "config">): boolean =>
	config.REDEEM_BOT_URL !== undefined;

function requireBot(site: Pick<Site, "config">): void {
	if (!hasRedeemBot(site)) throw new DomainError("botOff");
}

/**
 * Makes an order's message due again, with all attempts, and writes the change log. Resolves before the message is sent; a pause
 * that the bot demands holds.
 * @throws {DomainError} `botOff`, `orderGone` for an order without a message.
 */
export async function resendMessage(site: ResendSite, adminId: string, orderId: string): Promise<void> {
	requireBot(site);
	const at = site.now();
	await transact(site.db, async (trx) => {
		const revived = await reviveJobs(trx, redeemMessage.kind, at.toISOString(), orderId);
		if (revived === 0) throw new DomainError("orderGone");
		const { item_name: subjectName } = await findRedemption(trx, orderId);
		await recordChange(trx, { actor: adminId, action: "order.resend", subject: orderId, subjectName, at });
	});
	site.log.info({ event: "redeem-message-put-back", orderId });
	site.adminCountsChanged();
	site.wakeJobs(redeemMessage);
}

/**
 * The same for all messages that were given up or wait after a failed attempt.
 * @throws {DomainError} `botOff`.
 */
export async function resendFailedMessages(site: ResendSite, adminId: string): Promise<void> {
	requireBot(site);
	const at = site.now();
	const messages = await transact(site.db, async (trx) => {
		const messages = await reviveJobs(trx, redeemMessage.kind, at.toISOString());
		const change = { action: "order.resendFailed", subject: "", subjectName: "", after: { messages } };
		if (messages > 0) await recordChange(trx, { ...change, actor: adminId, at });
		return messages;
	});
	site.log.info({ event: "redeem-messages-put-back", messages });
	site.adminCountsChanged();
	site.wakeJobs(redeemMessage);
}

/**
 * Posts one message like that of a redemption, with a new id and without retries.
 * @returns why the bot did not accept it; undefined if it did.
 * @throws {DomainError} `botOff` without an address in the settings.
 */
export async function sendTestMessage(
	site: BotSite & Pick<Site, "now">,
	{ username, item }: { username: string; item: string },
): Promise<Fault | undefined> {
	requireBot(site);
	const [id, at] = [randomUUID(), site.now()];
	const redemption = { orderId: id, username, item, at };
	const attempt = { at, signal: new AbortController().signal };
	return (await deliver(site, { id, redemption }, attempt))?.fault;
}
