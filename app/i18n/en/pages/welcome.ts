/** What a new viewer reads once. Only the server has these texts: the page gets them with its data. */
export const welcome = {
	title: "Hello, {{name}}!",
	got_one: "You got {{count, number}} point to start with.",
	got_other: "You got {{count, number}} points to start with.",
	ready: "Your account is ready.",
	steps: {
		daily: { label: "Collect today's bonus", hint: "{{bonus, number}} more, and another one tomorrow." },
		game: { label: "Play a mini game", hint: "Start with small bets." },
		goal: { label: "Pick a goal in the store", hint: "We show you how close you are." },
	},
} as const;
