/** The events that a game reports to the rest of the site. Each function is called once, after the commit. */
export interface GameEvents {
	/** Publishes a viewer's new balance to their tabs. */
	announceBalance(userId: string): void;
	/** A win was stored: the payout exceeded the stake. */
	winStored(): void;
	/** A viewer has staked points. */
	played(userId: string): void;
}
