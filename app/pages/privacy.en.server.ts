import type { WrittenPage } from "./compose.server";
import type { Facts } from "./facts.server";

/** The privacy page in English. `compose` fills in its placeholders, such as `{name}`. */
export const privacyEn = (facts: Facts): WrittenPage => ({
	title: "Privacy",
	intro:
		"This is what {name} knows about you, why, for how long, and who else sees it. The site keeps what its points, games and store need, and nothing for advertising. It doesn't sell data and doesn't track anyone.",
	sections: [
		{
			id: "who",
			title: "Who is responsible",
			blocks: [
				"The streamer who runs {name}, together with the channel's admins (“we”). You can reach us here: {contact}.",
			],
		},
		{
			id: "visitors",
			title: "If you only look around",
			blocks: [
				"If you don't sign in, we don't know who you are. What you choose (language, theme, being over 18) and your demo points stay in [cookies](/cookies) in your own browser; the database has nothing about you.",
			],
		},
		{
			id: "account",
			title: "If you have an account",
			blocks: [
				"You sign in through {signInService} with your streaming account. The site then keeps:",
				{
					head: ["What", "What for", "How long"],
					rows: [
						[
							"From the sign-in service: your identifier there, username, picture, email address and roles; when you first signed in",
							"To recognise you, show your name, contact you about an order and tell admins from viewers",
							"Until you ask us to erase your account; name, email and roles are updated every time you sign in",
						],
						[
							"Your points and every change to them, with its reason, time and who made it",
							"So that your balance is always right, and you and we can check it",
							"As long as the account",
						],
						[
							"Your rounds, bets, predictions and wins, and the seeds they were drawn from",
							"To pay them out, to show them and to let them be verified",
							"As long as the account",
						],
						[
							"Your orders: item, price, your answer to the question, the code, the decision and an admin's note",
							"To deliver what you redeemed",
							"As long as the account",
						],
						["Your guesses in bonus hunts", "To find the closest one", "As long as the account"],
						[
							"Your entries in tournaments, with your slot, place and prize",
							"To run the tournament",
							"As long as the account",
						],
						[
							"Your tickets in raffles, and the pseudonym that stands for you in each raffle's public list",
							"To draw the winners, and so that everyone can check the draw",
							"As long as the account",
						],
						[
							"The slots you've asked for, with the price and what became of the request",
							"To run the queue, and to refund you",
							"As long as the account",
						],
						[
							"The codes from the stream that you've claimed, and the days on which you collected the daily bonus",
							"To credit each of them once, and to know your streak",
							"As long as the account",
						],
						[
							"What you did on the stream that earns points, such as following, subscribing or being in the chat, with its time and your ID on that platform",
							"To credit your points, once",
							"As long as the account; the time of your last message in the chat for an hour or two",
						],
						[
							"Your limits and breaks, what others can see about you, and the item you're saving for",
							"To enforce what you've set",
							"Until you change them",
						],
						[
							"That an admin has paused games and the store for you, with the reason",
							"To keep them closed to you",
							"Until an admin ends the pause",
						],
						[
							"What you were notified about: decisions on your orders, prizes, changes of your points and limits",
							"To tell you what happened while you were away",
							"180 days, the last 200",
						],
						[
							"If you turn on messages on a device: its address at the push service of its browser, the keys that encrypt the messages, your language, and what you want to be told about",
							"To send them to that device",
							"Until you turn them off or sign out there, or the device is no longer reachable",
						],
						[
							"Your sessions: a hash of the cookie's key, and the sign-in service's tokens, encrypted",
							"To keep you signed in",
							"30 days at most, or until you sign out",
						],
						[
							"The identifiers of the forms you've sent",
							"So that nothing is charged twice when a form is sent twice",
							"30 days",
						],
						...(facts.pointsProvider
							? [
									[
										"How many points {pointsProvider} says you have, and what was merged",
										"To add them to your points here, once",
										"As long as the account",
									],
								]
							: []),
					],
				},
				"We need this to give you the account you asked for (article 6(1)(b) of the GDPR). Keeping the site safe and counting visits is our legitimate interest (article 6(1)(f)).",
			],
		},
		{
			id: "stream",
			title: "If you were on the stream and never signed in here",
			blocks: [
				"If the channel gives points for what happens on its streams, the platform (such as Twitch or Kick) tells the site who followed, subscribed, gave subscriptions, raided or was in the chat. If that was you, and you have no account here, the site keeps your ID and name on that platform, what happened and when for 90 days. It keeps the time of your last message in the chat for an hour or two. If you sign in within the 90 days, you get the points that were waiting; otherwise everything is deleted. Only admins can see it.",
				"If the channel answers commands in its chat, such as !points, everybody there can read the answer, with your name. The site doesn't keep what you wrote.",
				"If you had points with another program of the channel, admins may have brought its list of names and points here. If you have no account, your name, your ID if the list has it, and your points stay for 90 days and wait for you in the same way.",
				"Rewarding those who were there is our legitimate interest (article 6(1)(f) of the GDPR). You can object: write to us, and we'll erase it, except for the hashes described under “Your rights”.",
			],
		},
		{
			id: "logs",
			title: "Logs and security",
			blocks: [
				"For each request the server writes a line with its time, the address of your connection (IP address), the page, the result and how long it took. Anything after a question mark in an address is left out. These lines help us find faults and abuse; they stay with whoever hosts the site, are deleted as the logs rotate and are never combined with your account's data to build a profile.",
				"So that nobody can flood the site, it remembers for about a minute, in memory only, how often an account or connection has sent a form.",
				"Changes made by admins and moderators are kept in a separate log: who changed what, when, and what it was before. Only admins can read it. The log keeps the account's identifier, not the name: if a change was about your points, your order or your prize, it shows the name you have now. What an admin has written, such as a note on your order, stays there word for word.",
			],
		},
		{
			id: "statistics",
			title: "Statistics",
			blocks: [
				"The site counts per day how often a page, a promotion, a store item or a demo is opened, how often an item is redeemed, how often a link to a promotion, another network or a help service is followed, and how many accounts are new. It doesn't count who did it: no account, IP address or cookie is recorded. Counts are deleted after 13 months.",
				...(facts.collector
					? [
							"The same events, again without anyone's name, address or cookie, are sent to {collector}, which makes statistics from them. Your browser sends nothing there.",
						]
					: []),
			],
		},
		{
			id: "seen",
			title: "What others see about you",
			blocks: [
				[
					"Your username, with the game and the amount, when one of your wins is among the biggest.",
					"In the live game, your bet and its result, in the way you choose there: with your name and picture, under a made-up name that lasts until 6:00 am, or under an 8-character pseudonym that changes every round. If you don't choose, with your name if your player page is public, and under the pseudonym that changes every round if it isn't. The site keeps your choice and how you appeared in each round. Reactions you send are shown without a name and aren't kept.",
					"Your username and your guess, when a bonus hunt ends and yours was the closest, with the prize you got. Other guesses are only seen by the person who made them and by admins.",
					"Your username, your place and your score in a tournament that you enter, and your prize in its results.",
					"Your username, when you win a place in a raffle. The list of tickets has only a pseudonym that differs in each raffle.",
					"Your username on the stream, in the channel's chat and in programs that the streamer has connected, when you redeem an item or win a lot. In the live game only if you play with your name. The site keeps what was announced for 7 days.",
					"Your username, next to a slot you've asked for, while your request waits in the queue.",
					"A page about you only if you [switch it on](/points/page), with what you choose to show.",
				],
				"An admin can hide your username and picture from others: they then read “Anonymous”.",
				"Admins see your username, your email address, your points, your orders and your guesses in finished hunts.",
				"Admins may let moderators do some of this. They see only what the part they look after needs: your username and, for orders, what you ordered and your answer; for hunts, your guess. They see neither your email address nor your codes. Of a moderator the site keeps their rights until an admin removes them.",
			],
		},
		{
			id: "receivers",
			title: "Who else gets data",
			blocks: [
				[
					"The sign-in service at {signInService}: it knows you sign in here.",
					"Whoever hosts the site for us, as far as needed to run it.",
					...(facts.hasRedeemBot
						? ["The channel's bot: when you redeem an item, it's sent your username and the item's name."]
						: []),
					"Programs that the channel's admins connect, such as a bot: they can read what everyone sees on the site and your points by your name, and give you points, which your statement shows.",
					...(facts.pointsProvider
						? ["{pointsProvider}: it gets your username when an admin merges the points you have there."]
						: []),
					...(facts.hasReceivers
						? [
								"The channel's Discord and programs: they're told what happens here, such as who won a raffle, with the username that others see.",
							]
						: []),
					"If you turn on messages on a device: the push service of its browser (of Google, Mozilla, Apple or Microsoft, for example) passes them on. They're encrypted, so it can't read them; it sees when one is sent, and from which site.",
					"Whoever a picture, a slot demo or an embedded post comes from: your browser loads it from there, so they see your IP address. Demos load when you open them, embedded posts after you agree.",
				],
				"Nobody else gets anything, unless the law requires it.",
			],
		},
		{
			id: "rights",
			title: "Your rights",
			blocks: [
				[
					"See: [your points](/points) show every entry and order.",
					"Take with you: on the same page you can download one file with your account, your points and every entry, your orders, rounds, predictions, guesses, tournaments, raffle tickets and slot requests, your limits, an admin's pause, your goal, your page, your notifications, the codes you've claimed, your daily bonuses and what earned you points on the stream.",
					"Correct: your name and email address come from your streaming account; change them there and sign in again.",
					"Erase: write to us from your account's email address, or from the account itself. We then erase your name, picture, email address, identifier and roles, your sessions, your answers and your goal in the store, your limits, an admin's pause, your shared rounds, your page, your notifications and what is kept about you from the stream. So that no event on the stream gives points twice, we keep a hash of each one for up to about a week: a code computed from the event with a key that only the site has. It doesn't show whose event it was. The numbers in the statement, games, predictions, guesses, tournaments and slot requests stay, so that rounds and balances can still be checked, but they no longer say whose they were. This can't be undone, and the points are lost. Only messages about orders that were already sent, and what an admin wrote in a note, keep any name they contain: nobody can change them.",
					"Object or restrict: write to us, and we'll look into it.",
					"Complain: to your country's authority, in Portugal the [CNPD](https://www.cnpd.pt).",
				],
				"Contact: {contact}. We reply within a month.",
			],
		},
		{
			id: "safety",
			title: "How we keep your data safe",
			blocks: [
				"The site has no passwords to lose. Scripts can't read the cookies, tokens are stored encrypted, session keys only as a hash, and nothing on the page comes from advertisers. If something still happens that puts you at risk, we'll tell you and the authority, as the law requires.",
				"Whoever hosts the site keeps backups, in case the machine fails, and deletes the old ones over time. What was erased from the site stays in earlier backups until then; if one of them is restored, it's erased again.",
			],
		},
		{
			id: "age",
			title: "Nobody under 18",
			blocks: [
				"The site is for adults and doesn't knowingly keep data about minors. If you're under 18 and have an account, write to us and we'll erase it.",
			],
		},
		{
			id: "changes",
			title: "Changes",
			blocks: [
				"If the site starts doing something else with data, this text changes too. The date at the top shows the last change.",
			],
		},
	],
});
