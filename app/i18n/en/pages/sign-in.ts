export const signIn = {
	failedTitle: "You're not signed in",
	failed: {
		cancelled: "You left before the sign-in was finished. Nothing has changed.",
		expired: "The sign-in took too long or was started in another window. Please start again.",
		provider: "The sign-in service isn't responding. You can look around and try again in a moment.",
		clock:
			"This site's clock and the sign-in service's differ by about {{minutes, number}} minutes, so nobody can sign in. Please tell whoever runs the site.",
		refused: "We couldn't trust the sign-in service's answer, so we didn't use it. Please try again.",
		storage: "The site can't save anything right now. You can look around and try again in a few minutes.",
	},
} as const;
