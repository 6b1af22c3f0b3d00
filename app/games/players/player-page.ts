/** A player's choice of what the public page shows. */
export interface PageChoices {
	isPublic: boolean;
	showsPoints: boolean;
	showsWins: boolean;
	showsSince: boolean;
}

/** The default. */
export const PRIVATE: PageChoices = {
	isPublic: false,
	showsPoints: false,
	showsWins: false,
	showsSince: false,
};

/** A win, formatted for display. */
export interface ShownWin {
	id: string;
	/** Points won: payout minus stake. */
	amount: number;
	/** Hundredths; null for wins that were stored without it. */
	multiplier: number | null;
	game: string;
	/** How long ago, in the reader's language. */
	when: string;
}

/** A player as others see them; fields that the player hides are undefined. */
export interface ShownPlayer {
	username: string;
	/** The address of the avatar. */
	avatar: string | undefined;
	points: number | undefined;
	/** The date of registration, in the reader's language. */
	since: string | undefined;
	/** Biggest first. */
	wins: ShownWin[] | undefined;
}

/** The address of a player's page; undefined for `.` and `..`, which a URL cannot contain as a path segment. */
export const pageAddress = (username: string): string | undefined =>
	/^\.{1,2}$/.test(username) ? undefined : `/players/${encodeURIComponent(username)}`;
