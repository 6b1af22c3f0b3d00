import type { WrittenHelp } from "./written-help";

export const helpEn: WrittenHelp = {
	title: "It should stay a game",
	intro:
		"Gambling can stop being fun without you noticing. If that is so for you, or for somebody close to you, you are not alone and it is nobody's fault. There are people who listen, for free and in confidence.",
	main: {
		text: "Support for everybody whom gambling has hurt, in whatever country and in many languages, Portuguese among them: advice from trained people, groups, and tools to stop. It is run by a charity, costs nothing, and you need not say who you are.",
		learnMore: "Learn more",
	},
	near: {
		title: "In Portugal",
		text: "If you live in Portugal, there is help close by too.",
		call: "Call {telephone}",
		visit: "Website",
		resources: [
			[
				"linha-vida",
				"The national telephone line for addictions, gambling included. Free, anonymous and answered by psychologists.",
			],
			["iaj", "Help line and therapy for players and their families, by people who do nothing else."],
			["jogo-responsavel", "Information about gambling and its risks, and the way to those who help."],
			[
				"srij",
				"The regulator. With its self-exclusion you bar yourself from all licensed gambling sites in the country at once.",
			],
		],
	},
	signs: {
		title: "When it is more than a game",
		text: "These are reasons to talk with somebody:",
		items: [
			"You play with money that is meant for something else, or that you had to borrow.",
			"You play on to win back what you have lost.",
			"You need higher and higher stakes for the same thrill.",
			"You hide how much you play, or lie about it.",
			"You are restless or irritable when you cannot play.",
			"You play to forget worries, and have more of them afterwards.",
			"Sleep, work, school or people close to you come off badly.",
		],
	},
	tips: {
		title: "What helps to keep it in hand",
		items: [
			"Set an amount and a time before you begin, and stop at whichever comes first.",
			"Take what you stake for the price of an evening out, not for a way to earn money: in the long run the house wins.",
			"Never chase a loss. The next round knows nothing of the last one.",
			"Do not play when you are sad, angry, tired or have been drinking.",
			"Watching somebody win big on stream is the exception. What you see is entertainment, not a plan.",
		],
	},
	care: {
		title: "On this site",
		text: "Points have no cash value, and still playing with them can become too much. With an account you can set yourself a daily loss limit or take a break of a day, a week or a month. It takes effect at once; loosening it waits for a day, so that a bad moment does not decide.",
		link: "Set a limit or take a break",
		signIn: "Sign in to set a limit",
	},
};
