export const home = {
	title: "The stage is yours",
	description:
		"The community home of the channel: watch the stream, gather points, play mini games and share the big moments.",
	play: "Play the mini games",
	links: "Follow the channel",
	profileAlt: "The channel's emblem: a stage under a spotlight",
	platform: {
		twitch: "Twitch",
		instagram: "Instagram",
		discord: "Discord",
		telegram: "Telegram",
	},
} as const;

export const lobby = {
	title: "Mini Games",
	intro: "Quick games with your points. Every outcome is drawn by the server and can be checked.",
	noTournament: "There is currently no tournament in progress. Follow us to stay updated.",
	yourPoints: "Your points",
	demoHint: "You are looking around as a visitor: the games run with 1000 demo points.",
	topWins: "Top Wins Today",
	noWins: "No wins recorded today yet. Be the first!",
	anonymous: "Anonymous",
	justNow: "Just now",
	minutesAgo_one: "{{count}} min ago",
	minutesAgo_other: "{{count}} min ago",
	hoursAgo_one: "{{count}} h ago",
	hoursAgo_other: "{{count}} h ago",
	games: "Games",
	singleplayer: "SINGLEPLAYER",
	live: "LIVE",
	inactive: "Inactive",
	comingSoon: "Coming Soon",
	control: "Crash Multiplayer Control",
	start: "Start",
	stop: "Stop",
	play: "Play",
	minBet: "Minimum bet",
	maxWin: "Maximum win",
	game: {
		plinko: {
			name: "Navalhas Plinko",
			description: "Let the balls fall through the pegs and hope for the edges.",
		},
		crash: { name: "Navalhas Crash", description: "Cash out before the flight ends." },
		liveCrash: {
			name: "Navalhas Crash Live",
			description: "Everyone in the same flight, at the same second.",
		},
		dice: { name: "Dice", description: "Above or below: you choose the odds." },
		wheel: { name: "Wheel of Fortune", description: "One spin, many colours." },
	},
} as const;
