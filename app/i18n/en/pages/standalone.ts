/** Texts of the pages that are sent while the site or the connection is away. */
export const standalone = {
	busy: "Very busy right now",
	back: "Back in a moment",
	causes: {
		busy: "The site is getting more visits than it can handle. Try again in a few seconds.",
		moving: "This part of the site is restarting. Try again in a few seconds.",
		away: "The site can't reach its database right now. Your points are safe. Try again in a few seconds.",
	},
	signInLater:
		"Lots of people are signing in right now. Your turn comes in about {{seconds}} seconds: keep this page open and the sign-in continues by itself.",
	offline: "You're offline",
	offlineText:
		"The site needs the internet. Your points and orders are safe: try again once you're connected.",
} as const;
