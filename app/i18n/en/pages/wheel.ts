export const wheel = {
	segment: "Segment",
	spin: "Spin",
	spinning: "Spinning…",
	stake: "Bet",
	maxWin: "Maximum win: {{points}}",
	keys: "Space: spin. ← →: bet.",
	stage: "The wheel",
	stageText: "A wheel of {{count}} segments. The pointer is at {{multiplier}}.",
	stageEmpty: "A wheel of {{count}} segments.",
	segments: "Segments",
	spins: "Spins",
	howToText: "Choose a bet (20, 50, 100 or 200 points) and spin the wheel.",
	objectiveText:
		"The wheel has 50 segments, each as likely as any other. The one at the pointer pays your bet times its multiplier. A round pays at most 2,000 points.",
	rtpText:
		"The RTP is exactly 99% for every bet on offer: the multipliers of the 50 segments add up to 49.5. Payouts are whole numbers of points, so nothing is rounded.",
	formulaSegment:
		"N is divided by 85,899,345, rounded down: a whole number from 0 to 49, each equally likely. If N is 4,294,967,250 or more, the next number is taken instead. A result of 0 is segment 1, the next ones follow clockwise.",
} as const;
