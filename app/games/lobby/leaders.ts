/** The measures by which wins are ranked: the points won, or the multiplier. */
export const MEASURES = ["win", "multiplier"] as const;
export type Measure = (typeof MEASURES)[number];

/** Time spans in days of the site's time zone: today, the last 7 or 30 days including today, or all. */
export const SPANS = ["today", "week", "month", "all"] as const;
export type Span = (typeof SPANS)[number];

/** Maximum number of players on a board. */
export const LEADERS = 10;

export interface Choice {
	by: Measure;
	span: Span;
}

/**
 * Reads the choice from the query parameters `by` and `span`. Missing or unknown values become `win` and `week`: the
 * lobby lists the biggest wins of today anyway.
 */
export function choiceIn(search: URLSearchParams): Choice {
	return {
		by: MEASURES.find((offered) => offered === search.get("by")) ?? "win",
		span: SPANS.find((offered) => offered === search.get("span")) ?? "week",
	};
}

/** A player's best win, formatted for display. */
export interface Leader {
	/** The win's id. */
	id: string;
	/** Null when the user has been erased. */
	username: string | null;
	/** The address of the player's page, if it is public. */
	address: string | undefined;
	/** The address of the player's avatar, if the page is public and there is one. */
	avatar: string | undefined;
	/** Points won: payout minus stake. */
	amount: number;
	/** Hundredths; null for wins that were stored without it. */
	multiplier: number | null;
	game: string;
	/** How long ago, in the viewer's language. */
	when: string;
}

export interface Board extends Choice {
	leaders: Leader[];
}

/** The fields of a win that the ranking needs. */
export interface Best {
	id: string;
	userId: string;
	amount: number;
	multiplier: number | null;
	game: string;
	createdAt: string;
}

/** Returns the best win of each player, best first, {@link LEADERS} at most; of two equal wins the earlier first. */
export function rank(wins: readonly Best[], by: Measure): Best[] {
	const measured = (win: Best) => (by === "win" ? win.amount : (win.multiplier ?? 0));
	const sorted = wins.toSorted(
		(one, other) =>
			measured(other) - measured(one) ||
			Number(one.createdAt > other.createdAt) - Number(one.createdAt < other.createdAt) ||
			(one.id < other.id ? -1 : 1),
	);
	const players = new Set<string>();
	const best: Best[] = [];
	for (const win of sorted) {
		if (players.has(win.userId)) continue;
		players.add(win.userId);
		best.push(win);
	}
	return best.slice(0, LEADERS);
}
