import type { Db, Trx } from "db/database";
import { z } from "zod";
import { i18nIn } from "~/i18n/i18next.server";
import { DEFAULT_LANGUAGE } from "~/i18n/languages";
import { defineJob } from "~/jobs/job";
import { addJob } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import { type BotSite, deliver } from "./delivery.server";
import { findRedemption } from "./redemption.queries.server";

/** Tells the redeem bot about an order: at least once, always with the same id, in the form of the current settings. */
export const redeemMessage = defineJob({
	kind: "redeem-message",
	body: z.object({ orderId: z.string() }),
	// A slow attempt does not block the others.
	concurrent: 4,
	keepsDone: true,
	receiver: ({ config }: BotSite) => config.REDEEM_BOT_URL,
	async send(site: BotSite & Pick<Site, "db" | "log">, { orderId }, attempt) {
		const since = performance.now();
		const redemption = await readRedemption(site.db, orderId);
		const failure = await deliver(site, { id: `msg_${orderId}`, redemption }, attempt);
		const ms = Math.round(performance.now() - since);
		if (!failure) site.log.info({ event: "redeem-message-delivered", orderId, tries: attempt.tries, ms });
		return failure;
	},
});

/**
 * Stores the bot's message about an order. Call it in the transaction that inserts the order, and wake the job after the commit.
 * @param isOn false without a bot: the message is then sent only when an admin asks for it.
 */
export const writeRedeemMessage = (
	trx: Trx,
	{ orderId, at }: { orderId: string; at: Date },
	isOn: boolean,
): Promise<void> =>
	addJob(trx, redeemMessage, {
		...{ reference: orderId, body: { orderId }, at },
		...(!isOn && { dueAt: "never" }),
	});

async function readRedemption(db: Db, orderId: string) {
	const { item_name, created_at, twitch_username } = await findRedemption(db, orderId);
	const username = twitch_username ?? i18nIn(DEFAULT_LANGUAGE).t("shell.anonymous");
	return { orderId, username, item: item_name, at: new Date(created_at) };
}
