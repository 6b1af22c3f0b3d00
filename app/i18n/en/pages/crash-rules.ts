export const crashRules = {
	howTo: "How to play",
	howToSolo:
		"Choose a bet of at least 10 points, in steps of 10, and place it in the 20 seconds before a flight; until it starts you can cancel, or fly right away. Then the multiplier climbs from 1.00x. Cash out before the flight ends, or leave it to auto cash-out: the server does it at your target, even if you close the page.",
	howToLive:
		"Everyone's on the same flight. Choose a bet of at least 10 points, in steps of 10, and place it in the 10 seconds before the flight; until it starts you can cancel. Cash out before the flight ends, or leave it to auto cash-out: the server does it at your target, even if you close the page. During a flight you can already bet on the next one.",
	objective: "Objective",
	objectiveText:
		"A cash-out pays the bet times the multiplier at that moment, rounded down to whole points. A bet still in flight when the flight ends is lost. A target exactly where the flight ends still wins. A cash-out counts from the moment it reaches the server.",
	growth:
		"Every 100 ms the multiplier grows by 0.02 plus 0.3% of its value: 2x takes 4.5 s, 5x takes 14.5 s and 10x takes 26.2 s.",
	fair: "Fairness",
	fairSolo:
		"Where a flight ends is decided before it starts. The server draws it from a seed it committed to beforehand and from your seed. You can check every flight you bet on. Demo flights are drawn from a secret of the server and can't be checked.",
	fairLive:
		"Where a flight ends is decided long before it starts: every round has a hash from a chain that was made once and is used backwards. The end of the chain was published at the start, so the server can't change anything and nobody can calculate a round in advance. You can check every flight.",
	fairLink: "See how it works and check a flight",
	rtp: "Probability and RTP",
	rtpStated: "The game states an RTP of {{stated}}.",
	rtpSolo:
		"The average return depends on where you cash out, as the table shows, calculated from the draw of the flights: the target with the highest return is {{target}} ({{rtp}}).",
	rtpEven: "Calculated from the draw of the flights, that's the return at every target.",
	rtpLive:
		"Every target returns 99% of what is bet on average: the chance of reaching it is 99% divided by the target.",
	chart: "Average return by auto cash-out target; the table below shows the same in numbers",
	chartLine: "Calculated, by target",
	chartStated: "Stated: {{stated}}",
	rtpCaption: "Average return with auto cash-out, not counting rounding",
	rtpTarget: "Target",
	rtpChance: "Reached",
	rtpReturn: "Return",
	conditions: "Conditions",
	conditionsText:
		"Points have no cash value. If a malfunction or a server restart keeps you from playing a round, it's void, and bets that are still open are refunded. A flight counts once its end has been shown.",
} as const;
