import type { WrittenHelp } from "./written-help";

export const helpEn: WrittenHelp = {
	title: "Keep it just a game",
	intro:
		"Gambling can stop being fun without you noticing. If that's happening to you, or to someone close to you, you're not alone and it's nobody's fault. There are people who'll listen, for free and in confidence.",
	main: {
		text: "Support for anyone harmed by gambling, in any country and in many languages, including Portuguese: advice from professionals, groups, and tools to help you stop. It's run by a charity, costs nothing, and you don't have to say who you are.",
		learnMore: "Learn more",
	},
	near: {
		title: "In Portugal",
		text: "If you live in Portugal, there's help close by too.",
		call: "Call {telephone}",
		visit: "Visit site",
		resources: [
			[
				"linha-vida",
				"The national helpline for addictions, including gambling. Free, anonymous and answered by psychologists.",
			],
			["iaj", "Helpline and therapy for players and their families, run by specialists."],
			["jogo-responsavel", "Information about gambling and its risks, and where to find help."],
			[
				"srij",
				"The regulator. Its self-exclusion bars you from every licensed gambling site in the country at once.",
			],
		],
	},
	signs: {
		title: "When it's more than a game",
		text: "These are reasons to talk to someone:",
		items: [
			"You play with money meant for something else, or that you had to borrow.",
			"You keep playing to win back what you've lost.",
			"You need bigger and bigger bets for the same thrill.",
			"You hide how much you play, or lie about it.",
			"You're restless or irritable when you can't play.",
			"You play to forget your worries, and end up with more of them.",
			"Your sleep, work, studies or the people close to you suffer.",
		],
	},
	tips: {
		title: "What helps you stay in control",
		items: [
			"Set an amount and a time before you start, and stop at whichever comes first.",
			"Treat what you bet as the price of a night out, not as a way to make money: in the long run, the house wins.",
			"Never chase a loss. The next round knows nothing about the last one.",
			"Don't play when you're sad, angry, tired or have been drinking.",
			"Seeing someone win big on stream is the exception. What you see is entertainment, not a plan.",
		],
	},
	care: {
		title: "On this site",
		text: "Points have no cash value, but playing with them can still become too much. With an account you can set a daily loss limit or take a break of a day, a week or a month. It takes effect right away; loosening it takes a day, so that a bad moment doesn't decide for you.",
		link: "Set a limit or take a break",
		signIn: "Sign in to set a limit",
	},
};
