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

/** The address of a player's page; undefined for `.` and `..`, which a URL cannot contain as a path segment. */
export const pageAddress = (username: string): string | undefined =>
	/^\.{1,2}$/.test(username) ? undefined : `/players/${encodeURIComponent(username)}`;
