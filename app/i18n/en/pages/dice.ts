export const dice = {
	roll: "Roll",
	rollNow: "Roll",
	rolling: "Rolling…",
	stake: "Bet",
	side: "Your roll must be",
	over: "Over {{target}}",
	under: "Under {{target}}",
	chance: "Chance of winning",
	choice: "{{percent}} · pays {{multiplier}}",
	win: "A win pays {{points}}",
	tooHigh: "The maximum win is {{max}}. Lower the bet or choose a higher chance.",
	keys: "Space: roll. ↑ ↓: chance. ← →: bet.",
	stage: "The dice",
	stageText: "To win: {{side}}. Last roll: {{roll}}.",
	stageEmpty: "To win: {{side}}.",
	rolls: "Rolls",
	result: {
		over: "Rolled {{roll}}, needed over {{target}}",
		under: "Rolled {{roll}}, needed under {{target}}",
	},
	howToText:
		"Choose a bet (5, 10, 25, 50, 100 or 250 points), your chance of winning and whether the roll has to be over or under the number shown. Then roll.",
	objectiveText:
		"Every roll is a number from 0.00 to 99.99. If it's on your side, you get your bet times the multiplier of your chance: the lower the chance, the more it pays. A round pays at most 500 points.",
	rtpText:
		"The RTP is exactly 99% for every bet and chance on offer: a win pays your bet times 99, divided by the chance in percent. That's always a whole number of points, so nothing is rounded. Bets that could pay more than 500 points aren't offered.",
	formulaRoll:
		"N is divided by 429,496, rounded down: a whole number from 0 to 9,999, each equally likely. If N is 4,294,960,000 or more, the next number is taken instead. The roll is the result divided by 100.",
} as const;
