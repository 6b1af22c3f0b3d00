/** The admins' first steps. Only the server has these texts: the page gets them with its data. */
export const checklist = {
	title: "Get your site ready",
	intro: "What's left to set up. Only admins see this list, and you can hide it for good.",
	progress: "{{done}} of {{all}} done",
	done: "done",
	open: "still to do",
	dismiss: "Hide this list",
	draws: {
		label:
			"Average return by target. Classic table: 100% or more up to {{until}}, highest at {{target}} with {{best}}, then falling to almost nothing at 10x. Even return: {{even}} everywhere.",
		table: "Classic table",
		even: "Even return",
	},
	steps: {
		draw: {
			label: "Choose the return of solo Crash",
			hint: "The classic table pays back 100% or more at every target up to {{until}} (up to {{best}} at {{target}}), so viewers gain points just by playing; the even return pays back {{even}} at every target.",
		},
		profile: { label: "Name and picture", hint: "How the site introduces your channel." },
		names: {
			label: "Names of the games",
			hint: "They're “{{plinko}}” and “{{crash}}” now. “Names and legal texts” changes them.",
		},
		links: { label: "Social links", hint: "Where viewers find you elsewhere." },
		stream: { label: "Connect your channel", hint: "So that Twitch or Kick tells the site what viewers do." },
		earning: { label: "Ways to earn points", hint: "A daily bonus, and points for being on the stream." },
		item: { label: "First item in the store", hint: "Something to save points for." },
		bot: { label: "Redeem bot", hint: "Your bot, or a Discord channel, hears about every redeem." },
		backups: { label: "Backups", hint: "A copy of all points and pictures, every day." },
		liveCrash: { label: "Start {{liveCrashShort}}", hint: "The game that everyone plays together." },
		overlay: { label: "Overlay in OBS", hint: "One address shows alerts, the hunt and games on the stream." },
	},
} as const;
