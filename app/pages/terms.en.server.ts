import type { WrittenPage } from "./compose.server";
import type { Facts } from "./facts.server";

export const termsEn = (facts: Facts): WrittenPage => ({
	title: "Terms of use",
	intro:
		"These are the rules of {name}, the community site of a streaming channel. Whoever uses the site accepts them. They are written to be read: where something is unclear, ask.",
	sections: [
		{
			id: "site",
			title: "What this site is",
			blocks: [
				"{name} shows the channel's news, promotions, bonus hunts and slot demos, and lets viewers collect points, play mini games with them and redeem them in the store. The site is run by the channel's streamer; “we” means the streamer and the channel's admins.",
				"This site is no casino. It takes no deposits and pays out no money. Nothing you can do with points is gambling for money.",
			],
		},
		{
			id: "age",
			title: "Only for adults",
			blocks: [
				"You must be 18 or older. The site speaks of games of chance and links to them, which is why it asks for your age before it opens. The texts you are reading now and the [help page](/help) are open to everybody.",
			],
		},
		{
			id: "account",
			title: "Your account",
			blocks: [
				[
					"One account per person. You sign in with your streaming account; there is no other password.",
					"Points, orders and rounds belong to that account. If you rename it, they stay with you.",
					"Do not let others use your account, and do not use several to collect or win more.",
					"Anybody may look around without signing in. The games then run with demo points.",
				],
			],
		},
		{
			id: "points",
			title: "Points",
			blocks: [
				[
					"Points have no cash value. They cannot be bought, sold, exchanged for money or passed on to others.",
					"A new account starts with {startingPoints} points. Further points come from the games and from what the channel gives.",
					"Balances may be reset if the shop runs out of stock.",
					"Admins may correct a balance. Each change stands in [your statement](/points) with its reason, and you can check every one of them.",
					"Points that were gained by a fault of the site, by several accounts or by automated play may be taken back.",
				],
				...(facts.pointsProvider
					? [
							"Admins may add the points that you hold at {pointsProvider} to those on this site. What was added once is not added again.",
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
					"Before you redeem, a dialog shows the item, its price and what you will have left. If the price or the stock changed meanwhile, nothing is charged and you are told.",
					"Items may have a limited stock, a limit per viewer or a waiting time. All of that stands on the item.",
					"An order is created, then approved or cancelled by an admin. A cancelled order gives you back all of its points.",
					"Codes are yours alone. We do not replace a code that was used or passed on.",
				],
			],
		},
		{
			id: "games",
			title: "Mini games",
			blocks: [
				[
					"The server draws every outcome. What you see on the screen only shows it.",
					"Draws can be checked afterwards: [fair play](/fairness) says how, and verifies any of your rounds.",
					"A game malfunction voids all plays and payouts of that round.",
					"If the site stops while a bet is open, its stake is given back once.",
					"A cash-out counts from the moment your request has reached the server, not from the moment you pressed the button.",
					"You can set yourself a daily limit or take a break at any time: [taking care](/points/care).",
				],
				"Viewers may guess the end of a bonus hunt. A guess can be changed until guessing is closed; the closest one wins, and of two that are equally close the earlier. A prize, if there is one, is paid in points.",
			],
		},
		{
			id: "links",
			title: "Promotions, demos and other sites",
			blocks: [
				"Promotions are offers of other companies. Their terms apply, they decide who may take part, and they pay or do not pay. +18 | T&C APPLY. Links to them may be partner links: the channel may be paid when you use them.",
				"Slot demos are shown in a frame that comes from their maker. They are played without money, and we have no influence on how they work. The same holds for posts that are embedded from other networks.",
				"What you do on another site is a matter between you and that site. Only play where it is legal for you, and never with money that you need.",
			],
		},
		{
			id: "conduct",
			title: "How we deal with each other",
			blocks: [
				[
					"No programs that play, click or guess for you.",
					"No attempts to break, overload or get around the site. If you find a fault, tell us: {contact}.",
					"No insults or impersonation through user names, guesses or answers in the store.",
				],
				"Whoever breaks these rules may lose points and orders that came from it, and access to the games and the store.",
			],
		},
		{
			id: "liability",
			title: "Availability and liability",
			blocks: [
				"The site is free and offered as it is. It may be changed, interrupted or closed. Since points have no cash value, nothing is owed for points, items or rounds that are lost with it. Rights that the law gives you and that cannot be waived stay yours.",
			],
		},
		{
			id: "content",
			title: "Texts, pictures and names",
			blocks: [
				"Names and pictures of games, makers and networks belong to their owners and only say what is meant. Everything else on the site belongs to the channel or is used with permission.",
			],
		},
		{
			id: "law",
			title: "Changes, law and contact",
			blocks: [
				"We may change these terms. The date at the top says when that was last done, and a change does not reach back in time. Portuguese law applies; consumers keep the protection of the country they live in.",
				"Questions: {contact}. What happens with your data stands under [privacy](/privacy) and [cookies](/cookies).",
			],
		},
	],
});
