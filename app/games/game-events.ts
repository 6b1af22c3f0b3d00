/** What a game reports to the rest of the site. Each function is called after the commit. */
export interface GameEvents {
	/** Publishes a viewer's new balance to their tabs. */
	announceBalance(userId: string): void;
	/** A win was stored. */
	winStored(): void;
	/** A player has staked points. */
	played(userId: string): void;
}
