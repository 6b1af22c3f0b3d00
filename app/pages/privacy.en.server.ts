import type { WrittenPage } from "./compose.server";
import type { Facts } from "./facts.server";

export const privacyEn = (facts: Facts): WrittenPage => ({
	title: "Privacy",
	intro:
		"This is what {name} knows about you, why, for how long, and who else sees it. The site keeps what its points, games and store need, and nothing to advertise with. It sells nothing and tracks nobody.",
	sections: [
		{
			id: "who",
			title: "Who is responsible",
			blocks: [
				"The streamer who runs {name}, together with the channel's admins (“we”). You reach us here: {contact}.",
			],
		},
		{
			id: "visitors",
			title: "If you only look around",
			blocks: [
				"Without signing in, we do not know who you are. What you choose (language, theme, being of age) and your demo points stay in [cookies](/cookies) of your own browser; the database holds nothing about you.",
			],
		},
		{
			id: "account",
			title: "If you sign in",
			blocks: [
				"You sign in through {signInService} with your streaming account. The site then keeps:",
				{
					head: ["What", "What for", "How long"],
					rows: [
						[
							"From the sign-in service: your identifier there, user name, e-mail address and roles; when you first came",
							"To know you again, to show your name, to reach you about an order, to tell admins from viewers",
							"Until you have your account erased; name, e-mail and roles are read anew at each sign-in",
						],
						[
							"Your points and every change of them, with its reason, time and who caused it",
							"So that a balance is always right, and you and we can check it",
							"As long as the account",
						],
						[
							"Your rounds, bets, wins and the seeds they were drawn from",
							"To pay them out, to show them and to let them be verified",
							"As long as the account",
						],
						[
							"Your orders: item, price, your answer to its question, its code, the decision and an admin's note",
							"To deliver what you redeemed",
							"As long as the account",
						],
						["Your guesses in bonus hunts", "To find the closest one", "As long as the account"],
						[
							"Your limits and breaks, and what others may see of you",
							"To keep to what you have set",
							"Until you change them",
						],
						[
							"Your sessions: a hash of the cookie's key, and the sign-in service's tokens, encrypted",
							"To keep you signed in",
							"30 days at most, or until you sign out",
						],
						[
							"The identifiers of forms you sent",
							"So that nothing is charged twice when a form is sent twice",
							"30 days",
						],
						...(facts.pointsProvider
							? [
									[
										"How many points {pointsProvider} says you have, and what was taken over",
										"To add them to your points here, once",
										"As long as the account",
									],
								]
							: []),
					],
				},
				"This is what it takes to give you the account you asked for (article 6(1)(b) of the GDPR). Keeping the site safe and counting its visits is our legitimate interest (article 6(1)(f)).",
			],
		},
		{
			id: "logs",
			title: "Logs and safety",
			blocks: [
				"For each request the server writes a line with its time, the address of your connection (IP address), the page, the result and how long it took. What stands behind a question mark in an address is left out. These lines serve to find faults and abuse; they lie with whoever hosts the site, are deleted in the usual turn of its logs and are never joined to your account's data to form a profile.",
				"So that nobody can flood the site, it remembers for about a minute, in memory only, how often an account or a connection has sent a form.",
				"Changes that admins make are kept in a log of their own: who changed what and when, and how it was before. Only admins read it. Of people it keeps the account's identifier and not the name: where a change was about your points, your order or your prize, it shows what you are called now. What an admin has written, such as a note on your order, stays in it word for word.",
			],
		},
		{
			id: "statistics",
			title: "Statistics",
			blocks: [
				"The site counts per day how often a page, a promotion, a store item or a demo is opened, how often an item is redeemed, how often a link to a promotion, to another network or to a place of help is followed, and how many accounts are new. It does not count who did it: no account, no IP address, no cookie goes into it. Counts are deleted after 13 months.",
				...(facts.collector
					? [
							"The same events, again without anybody's name, address or cookie, are passed on to {collector}, which draws statistics from them. Your browser sends nothing there.",
						]
					: []),
			],
		},
		{
			id: "seen",
			title: "What others see of you",
			blocks: [
				[
					"Your user name, with the game and the amount, where a win of yours is among the biggest.",
					"In the live game, your bet and its result, under an 8-character pseudonym that changes every round, or under your user name if your player page is public.",
					"Your user name and your guess, where a bonus hunt is over and your guess was the closest, with the prize that you got. Any other guess is shown to whoever made it, and to admins.",
					"A page of your own only if you [switch it on](/points/page), with what you choose to show.",
				],
				"Admins see your user name, your e-mail address, your points, your orders and your guesses in finished hunts.",
			],
		},
		{
			id: "receivers",
			title: "Who else gets data",
			blocks: [
				[
					"The sign-in service at {signInService}: it knows that you sign in here.",
					"Whoever hosts the site for us, as far as running it needs.",
					...(facts.hasRedeemBot
						? [
								"The channel's bot: when you redeem an item, your user name and the item's name are sent to it.",
							]
						: []),
					...(facts.pointsProvider
						? [
								"{pointsProvider}: it is asked for your user name when an admin adds the points you hold there.",
							]
						: []),
					"Whoever a picture, a slot demo or an embedded post comes from: your browser loads it from there, so that they see your IP address. Demos load once you open one, embedded posts after you have agreed.",
				],
				"Beyond that nobody gets anything, unless the law obliges us.",
			],
		},
		{
			id: "rights",
			title: "Your rights",
			blocks: [
				[
					"See: [your points](/points) show every entry and order.",
					"Take along: from the same page you can download one file with your account, your points and every entry, your orders, rounds and guesses, your limits and your page.",
					"Correct: your name and e-mail address come from your streaming account; change them there and sign in again.",
					"Erase: write to us from the e-mail address of your account, or from the account itself. We then erase your name, e-mail address, identifier and roles, your sessions, your answers in the store, your limits and your page. The numbers of the ledger, of games and of guesses stay, so that rounds and balances can still be checked, but they no longer say whose they were. This cannot be undone, and the points are gone. Only messages about orders that were sent before, and what an admin has written in a note, keep a name that they hold: nobody can alter them.",
					"Object or limit: write to us, and we look at it.",
					"Complain: to the authority of your country, in Portugal the [CNPD](https://www.cnpd.pt).",
				],
				"Contact: {contact}. We answer within a month.",
			],
		},
		{
			id: "safety",
			title: "How it is kept safe",
			blocks: [
				"The site has no passwords to lose. Cookies cannot be read by scripts, tokens are stored encrypted, session keys only as a hash, and nothing on the page is loaded from advertisers. Should something happen all the same that puts you at risk, we tell you and the authority as the law demands.",
				"Whoever hosts the site keeps backups, in case the machine fails, and deletes the old ones in turn. What was erased stays in those of before until then; should one of them be put back, it is erased again.",
			],
		},
		{
			id: "age",
			title: "Nobody under 18",
			blocks: [
				"The site is for adults and does not knowingly keep data of minors. If you are under 18 and have an account, write to us and it will be erased.",
			],
		},
		{
			id: "changes",
			title: "Changes",
			blocks: [
				"When the site does something else with data, this text changes with it. The date at the top says when that was last so.",
			],
		},
	],
});
