export const account = {
	failedTitle: "You're not signed in",
	failed: {
		cancelled: "You left before the sign-in was finished. Nothing has changed.",
		expired: "The sign-in took too long or was started in another window. Please start again.",
		provider: "The sign-in service isn't responding. You can look around and try again in a moment.",
		refused: "We couldn't trust the sign-in service's answer, so we didn't use it. Please try again.",
		busy: "Too many people are signing in from your connection right now. Wait a minute and try again.",
		storage: "The site can't save anything right now. You can look around and try again in a few minutes.",
	},
	ageTitle: "Legal notice",
	ageText:
		"This site is for adults only, 18 or over. It shows games of chance and links to them. Gambling has risks: it can be addictive, and you can lose more than you can afford.",
	ageTruth: "The points you have here are virtual. They have no cash value.",
	ageAccept: "I'm 18 or over — Enter",
	ageLeave: "I'm under 18 — Leave",
} as const;
