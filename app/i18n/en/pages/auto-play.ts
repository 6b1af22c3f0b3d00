/** Texts of automatic play in any game. */
export const autoPlay = {
	title: "Automatic play",
	hint: "Repeats this bet until it reaches one of these limits, and only while you watch.",
	fields: {
		rounds: "Rounds",
		maxLoss: "Stop before losing more than (points)",
		stopWin: "Stop after a win of at least (points), or leave blank",
	},
	faults: {
		rounds: "A whole number from 1 to {{max}}.",
		maxLoss: "A whole number, at least the cost of one round: {{cost, number}}.",
		stopWin: "A whole number from 1, or leave it blank.",
	},
	start: "Start",
	stop: "Stop",
	round: "Round {{number}} of {{rounds}}",
	played: "{{played}} of {{rounds}} rounds",
	stops: {
		rounds: "All rounds are played.",
		loss: "You could lose more than you allowed in the next round.",
		win: "You got the win you wanted.",
		refused: "The bet was refused.",
		restricted: "You can't bet right now.",
		reminder: "You have a reminder to take a break: dismiss it first.",
		hidden: "The game was out of view.",
		player: "You stopped it.",
	},
	needsTarget: "Turn on auto cash-out first.",
} as const;
