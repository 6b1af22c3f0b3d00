import type { Config } from "~/lib/config.server";
import { isDiscordWebhook } from "~/lib/web-address";

/** The content of a redemption's message. */
export interface Redemption {
	orderId: string;
	username: string;
	item: string;
	at: Date;
}

/** The states of an order's message, by that of its job; `off` when no bot was configured at the time of the order. */
export const MESSAGE_STATES = { off: "off", due: "pending", done: "delivered", dead: "failed" } as const;

/** Maximum length of the title and the author's name of a Discord embed, in UTF-16 units. */
const MAX_DISCORD_LENGTH = 256;
const ORDER_ID_SHOWN = 8;

/** Returns the JSON request body: user name and item, or an embed for Discord. The address of a Discord webhook decides by itself. */
export function bodyOf(
	redemption: Redemption,
	{ REDEEM_BOT_URL = "", REDEEM_BOT_FORMAT }: Pick<Config, "REDEEM_BOT_URL" | "REDEEM_BOT_FORMAT">,
): string {
	const { username, item } = redemption;
	const isDiscord = REDEEM_BOT_FORMAT === "discord" || isDiscordWebhook(REDEEM_BOT_URL);
	return JSON.stringify(isDiscord ? discordMessage(redemption) : { username, item });
}

/** An embed has no sentences, so it suits a channel of either language. Mentions are disabled. */
const discordMessage = ({ orderId, username, item, at }: Redemption) => ({
	embeds: [
		{
			author: { name: cut(username) },
			title: cut(`🎁 ${item}`),
			footer: { text: orderId.slice(0, ORDER_ID_SHOWN) },
			timestamp: at.toISOString(),
		},
	],
	allowed_mentions: { parse: [] },
});

/** Truncates without splitting a surrogate pair. */
function cut(text: string): string {
	if (text.length <= MAX_DISCORD_LENGTH) return text;
	return `${text.slice(0, MAX_DISCORD_LENGTH - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
