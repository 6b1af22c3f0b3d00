import type { WrittenPage } from "./compose.server";
import type { Facts } from "./facts.server";

/** The terms of use in English. `compose` fills in its placeholders, such as `{name}`. */
export const termsEn = (facts: Facts): WrittenPage => ({
	title: "Terms of use",
	intro:
		"These are the rules of {name}, the community site of a streaming channel. By using the site you accept them. They're written to be read: if something is unclear, ask.",
	sections: [
		{
			id: "site",
			title: "What this site is",
			blocks: [
				"{name} shows the channel's news, promotions, bonus hunts and slot demos, and lets viewers collect points, play mini games with them and redeem them in the store. The site is run by the channel's streamer; “we” means the streamer and the channel's admins.",
				"This site is not a casino. It takes no deposits and pays out no money. Nothing you can do with points is gambling for money.",
			],
		},
		{
			id: "age",
			title: "Only for adults",
			blocks: [
				"You must be 18 or older. The site talks about games of chance and links to them, which is why it asks your age before it opens. The texts you're reading now and the [help page](/help) are open to everyone.",
			],
		},
		{
			id: "account",
			title: "Your account",
			blocks: [
				[
					"One account per person. You sign in with your streaming account; there is no other password.",
					"Points, orders and rounds belong to that account. If you rename it, they stay with you.",
					"Don't let others use your account, and don't use several to collect or win more.",
					"Anyone can look around without signing in. The games then use demo points.",
				],
			],
		},
		{
			id: "points",
			title: "Points",
			blocks: [
				[
					"Points have no cash value. They cannot be bought, sold, exchanged for money or passed on to others.",
					"A new account starts with {startingPoints} points. The rest come from the games and from what the channel gives out.",
					"Balances may be reset if the store runs out of stock.",
					"Admins may correct a balance. Each change is shown in [your statement](/points) with its reason, and you can check every one.",
					"Points gained through a fault of the site, several accounts or automated play may be taken back.",
				],
				...(facts.pointsProvider
					? [
							"Admins may merge the points you have at {pointsProvider} into those on this site. What's been merged once isn't merged again.",
						]
					: []),
			],
		},
		{
			id: "store",
			title: "Store",
			blocks: [
				[
					"Redeemed items are digital and non-refundable.",
					"Before you redeem, a dialog shows the item, its price and what you will have left. If the price or stock has changed in the meantime, nothing is charged and you're told.",
					"Items may have limited stock, a limit per viewer or a cooldown. It's all shown on the item.",
					"Redeeming creates an order, which an admin approves or cancels. A cancelled order refunds all of its points.",
					"Codes are yours alone. We don't replace a code that's been used or passed on.",
				],
			],
		},
		{
			id: "games",
			title: "Mini games",
			blocks: [
				[
					"The server draws every outcome. What you see on screen only shows it.",
					"Draws can be checked afterwards: [fair play](/fairness) explains how, and verifies any of your rounds.",
					"A game malfunction voids all plays and payouts of that round.",
					"If the site stops while a bet is open, the bet is refunded.",
					"A cash-out counts from the moment your request reaches the server, not from the moment you press the button.",
					"You can set a daily limit or take a break at any time: [responsible play](/points/care).",
				],
				"Viewers can guess how much a bonus hunt pays. You can change your guess until guessing is closed; the closest one wins, and ties go to the earliest guess. The prize, if there is one, is paid in points.",
				"Where the channel offers predictions, viewers bet points on what will happen. The points of all bets go to those who were right, in proportion to their bets. If only one side has bets, nobody decides within 24 h, or a prediction is cancelled, every bet is refunded. Bets that arrive after the closing time don't count; admins can't bet.",
			],
		},
		{
			id: "links",
			title: "Promotions, demos and other sites",
			blocks: [
				"Promotions are offers from other companies. Their terms apply, they decide who can take part, and they pay or don't pay. +18 | T&C APPLY. The links may be affiliate links: the channel may earn a commission when you use them.",
				"Slot demos are shown in a frame that comes from their maker. They're played without money, and we have no influence on how they work. The same goes for embedded posts from other networks.",
				"What you do on another site is between you and that site. Only play where it's legal for you, and never with money you need.",
			],
		},
		{
			id: "conduct",
			title: "How we treat each other",
			blocks: [
				[
					"No programs that play, click or guess for you.",
					"No attempts to break, overload or get around the site. If you find a flaw, tell us: {contact}.",
					"No insults or impersonation in usernames, guesses or answers in the store.",
				],
				"If you break these rules, you may lose the points and orders you gained that way, and access to the games and the store.",
			],
		},
		{
			id: "liability",
			title: "Availability and liability",
			blocks: [
				"The site is free and offered as is. It may be changed, interrupted or closed. Since points have no cash value, nothing is owed for points, items or rounds lost as a result. Rights that the law gives you and that can't be waived remain yours.",
			],
		},
		{
			id: "content",
			title: "Texts, pictures and names",
			blocks: [
				"Names and pictures of games, makers and networks belong to their owners and are only used to identify what they refer to. Everything else on the site belongs to the channel or is used with permission.",
			],
		},
		{
			id: "law",
			title: "Changes, law and contact",
			blocks: [
				"We may change these terms. The date at the top shows the last change, and no change applies retroactively. Portuguese law applies; consumers keep the protection of the country they live in.",
				"Questions: {contact}. What happens to your data is described under [privacy](/privacy) and [cookies](/cookies).",
			],
		},
	],
});
