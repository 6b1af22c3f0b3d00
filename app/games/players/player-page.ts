/** What a player allows everybody to see. */
export interface PageChoices {
	isPublic: boolean;
	showsPoints: boolean;
	showsWins: boolean;
	showsSince: boolean;
}

export const PRIVATE: PageChoices = {
	isPublic: false,
	showsPoints: false,
	showsWins: false,
	showsSince: false,
};

/** A win of a player's, ready to be read. */
export interface ShownWin {
	id: string;
	amount: number;
	/** Hundredths; unknown of the oldest wins. */
	multiplier: number | null;
	game: string;
	when: string;
}

/** A player as others see them: what they do not show is undefined. */
export interface ShownPlayer {
	username: string;
	points: number | undefined;
	/** The day they came, in the reader's language. */
	since: string | undefined;
	/** Biggest first. */
	wins: ShownWin[] | undefined;
}

/** @returns undefined for a name that no address can hold. */
export const pageAddress = (username: string): string | undefined =>
	/^\.{1,2}$/.test(username) ? undefined : `/players/${encodeURIComponent(username)}`;
