/** The keys are the types of announcements. */
export const announcements = {
	store: { redeemed: "{{name}} redeemed {{item}}", goal_reached: "{{name}} reached a goal: {{item}}" },
	game: { big_win: "{{name}} won {{points}} in {{game}} ({{multiplier}})" },
	raffle: { opened: "The raffle {{title}} is open", drawn: "Raffle {{title}}: {{names}} won" },
	tournament: {
		opened: "You can now enter the tournament {{title}}",
		started: "The tournament {{title}} has started",
		finished: "{{name}} won the tournament {{title}}",
	},
	prediction: {
		opened: "New prediction: {{question}}",
		locked: "Bets are closed: {{question}}",
		decided: "{{question}} Result: {{result}}",
	},
	hunt: { opened: "The bonus hunt {{title}} has started", finished: "The bonus hunt {{title}} is over" },
	code: { published: "There's a new claim code on the stream, worth {{points}}" },
	stream: { started: "{{channel}} is live" },
	slot: { requested: "{{name}} asked for {{slot}}" },
	others: "{{count, number}} more",
} as const;
