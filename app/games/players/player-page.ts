/** The address of a player's page; undefined for `.` and `..`, which a URL cannot contain as a path segment. */
export const pageAddress = (username: string): string | undefined =>
	/^\.{1,2}$/.test(username) ? undefined : `/players/${encodeURIComponent(username)}`;
