/** What is told of a redemption. */
export interface Redemption {
	orderId: string;
	username: string;
	item: string;
	at: Date;
}

/** Off: no bot was set up when it was written. */
export type MessageState = "off" | "pending" | "delivered" | "failed";

export type BotFormat = "json" | "discord";

/** Of a title and an author's name in a Discord embed, in UTF-16 units. */
const DISCORD_LONGEST = 256;
const ORDER_ID_SHOWN = 8;

/** The exact text that the bot is sent. */
export function bodyOf(redemption: Redemption, format: BotFormat): string {
	const { username, item } = redemption;
	return JSON.stringify(format === "json" ? { username, item } : discordMessage(redemption));
}

/** An embed needs no words, so that it suits a channel of either language. Names can mention nobody. */
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

/** Never through the middle of a character that takes two units. */
function cut(text: string): string {
	if (text.length <= DISCORD_LONGEST) return text;
	return `${text.slice(0, DISCORD_LONGEST - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
