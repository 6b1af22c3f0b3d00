export const plinko = {
	entryName: "{{plinkoShort}}",
	stake: "Bet per ball",
	balls: "Balls",
	fewer: "One fewer ball",
	more: "One more ball",
	quick_one: "{{count}} ball",
	quick_other: "{{count}} balls",
	risk: "Risk",
	riskHigh: "High",
	bet: "Drop",
	maxWin: "Maximum win: {{points}} per ball",
	dropping_one: "Dropping {{count}} ball",
	dropping_other: "Dropping {{count}} balls",
	keys: "Space: drop. ↑ ↓: balls. ← →: bet.",
	stage: "The board",
	thisRound: "This round",
	finish: "Finish now",
	wins: { 2: "Nice!", 10: "Big win!", 26: "Huge win!", 100: "Legendary!" },
	winPoints_one: "{{count, number}} point",
	winPoints_other: "{{count, number}} points",
	board: "{{plinkoShort}} board: 14 rows of pegs over 15 slots",
	landed_one: "{{count}} ball in slot {{slot}}, which pays {{multiplier}}",
	landed_other: "{{count}} balls in slot {{slot}}, which pays {{multiplier}}",
	results: "Your results",
	noResults: "No results yet. Drop some balls!",
	ball: "Ball",
	slot: "Slot",
	ballsDropped: "Balls dropped",
	howToText:
		"Choose a bet per ball (10, 20, 50 or 100 points) and how many balls to drop: 1, 5, 10, 25, 50 or any number from 1 to 50. Each ball costs one bet. Then drop them.",
	objectiveText:
		"Each ball lands in one of 15 slots. A slot pays the bet times its multiplier, rounded down to whole points. The edges pay the most and are hit the least.",
	fairText:
		"The outcome is decided before the ball moves. The server draws each ball's slot from a seed it committed to beforehand and from your seed; the fall you see only shows it. You can check every round.",
	rtpText:
		"The game states an RTP of {{stated}}. Calculated from the table, it's exactly {{exact}}: of every 10,000 points bet, 9,955 come back on average.",
	conditionsText:
		"Points have no cash value. A game malfunction voids all plays and payouts of that round. Winnings count as soon as the round is settled, even if you close the page before the balls land.",
	formulaBalls: "Every 4 bytes are one number N, big-endian: eight numbers per block, one per ball.",
	formulaSlot:
		"N ÷ 2³² is a number from 0 to 1. The ball's slot is the first one whose cumulative probability is greater.",
} as const;
