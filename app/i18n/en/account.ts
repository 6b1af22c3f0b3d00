export const account = {
	failedTitle: "You are not signed in",
	failed: {
		cancelled: "You left the sign-in before it was done. Nothing has changed.",
		expired: "This sign-in took too long or was started in another window. Start it again.",
		provider: "The sign-in service does not answer right now. You can look around and try again in a moment.",
		refused: "The sign-in service sent an answer that we cannot trust, so we did not use it.",
		busy: "Too many people are signing in through your connection right now. Wait a minute and try again.",
		storage: "The site cannot store anything right now. You can look around and try again in a few minutes.",
	},
	ageTitle: "Legal Notice",
	ageText:
		"This site is for adults, aged 18 or over. It shows games of chance and links to them. Gambling has risks: it can lead to addiction and to losing more than you can afford.",
	ageTruth: "The points you hold here are virtual. They have no cash value.",
	ageAccept: "I am 18 or over — Enter",
	ageLeave: "I am under 18 — Leave",
} as const;
