export const hunt = {
	guess: {
		title: "Guess the balance",
		text: "How much will all the bonuses pay together? The closest guess wins; of two that are as close, the earlier. You can change yours until guessing is closed.",
		closed: "Guessing is closed. The closest to what all the bonuses pay together wins.",
		count_one: "{{guesses}} guess",
		count_other: "{{guesses}} guesses",
		yours: "Your guess:",
		label: "Your guess in euros",
		hint: "Such as 1250 or 1250.50.",
		send: "Guess",
		change: "Change my guess",
		signIn: "Sign in to guess",
	},
} as const;
