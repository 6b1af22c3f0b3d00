export const account = {
	ageTitle: "Legal notice",
	ageText:
		"This site is for adults only, 18 or over. It shows games of chance and links to them. Gambling has risks: it can be addictive, and you can lose more than you can afford.",
	ageTruth: "The points you have here are virtual. They have no cash value.",
	ageAccept: "I'm 18 or over — Enter",
	ageLeave: "I'm under 18 — Leave",
} as const;
