/** Refusals, by the code of the domain error or of the field's rule. */
export const errors = {
	crossSite: "This request did not come from this site, so it was not carried out.",
	signInFirst: "Sign in first.",
	adminsOnly: "Only admins can do this.",
	tooManyRequests: "That was too fast. Try again in {{seconds}} s.",
	bodyTooLarge: "What was sent is too large.",
	bodyUnreadable: "What was sent could not be read as a form.",
	invalidInput: "Something here is not valid. Please check it.",
	requestIdMissing: "This page has expired. Load it again and repeat.",
	requestIdReused: "This form was already sent with other values. Load the page again and repeat.",
	accountChanged:
		"Who is signed in has changed since this page was opened. Nothing was played; check the balance and repeat.",
	insufficientPoints: "Insufficient points",
	stakeNotOffered: "Choose one of the bets on offer.",
	ballsOutOfRange: "Choose from 1 to 50 balls.",
	bettingClosed: "Betting is closed: the flight has begun.",
	betAlreadyPlaced: "You already have a bet in this round.",
	noBet: "There is no bet of yours here.",
	notFlying: "The flight has not begun yet.",
	tooLate: "Too late: the flight ended at {{multiplier, number(minimumFractionDigits: 2)}}x.",
	betRefunded: "That bet was called off and its stake was given back.",
	stakeInvalid: "Bet at least 10 points, in steps of 10.",
	targetInvalid: "The automatic cash-out must be from 1.01 to 1000, with two decimals at most.",
	gameInactive: "The Crash Game is currently inactive.",
	gameAlreadyActive: "The game is already active.",
	seedInPlay: "A flight with your bet is drawn from this seed. Wait until it has ended.",
	clientSeedInvalid: "1 to 64 letters, digits, dots, hyphens or underscores.",
	siteFailed: "Something failed on our side. Try again: nothing is played twice.",
	offline: "The site could not be reached. Check your connection and try again: nothing is played twice.",
} as const;

/** What has just happened, said on the page that follows. */
export const notices = {
	signedIn: "You are signed in.",
	signedOut: "You are signed out.",
	sessionEnded: "Your session has ended. Sign in again to play with your points.",
	clientSeedChanged: "Your client seed has changed.",
	gameStarted: "Game started successfully",
	gameStopped: "Game stopped successfully",
	seedsRotated: "The old server seed is revealed; a new pair is in use.",
} as const;
