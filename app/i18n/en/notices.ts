/** What has just happened, said on the page that follows; its words come with the page. */
export const notices = {
	signedIn: "You are signed in.",
	signedOut: "You are signed out.",
	sessionEnded: "Your session has ended. Sign in again to play with your points.",
	clientSeedChanged: "Your client seed has changed.",
	gameStarted: "Game started successfully",
	gameStopped: "Game stopped successfully",
	orderApproved: "The order is approved.",
	orderCancelled: "The order is cancelled; its points were given back.",
	redeemMessagePutBack: "The message is on its way to the bot.",
	itemAdded: "The item is in the store.",
	itemSaved: "The item is saved and in the store.",
	itemDisabled: "The item is disabled.",
	pointsImported: "The points are imported.",
	pointsMerged: "The points are added.",
	mergeUndone: "The merge is undone; its points were taken back.",
	seedsRotated: "The old server seed is revealed; a new pair is in use.",
} as const;
