/** What a player's wins are compared by. */
export const MEASURES = ["win", "multiplier"] as const;
export type Measure = (typeof MEASURES)[number];

/** The site's day, the last 7 or 30 of its days, or all. */
export const SPANS = ["today", "week", "month", "all"] as const;
export type Span = (typeof SPANS)[number];

export const LEADERS = 10;

export interface Choice {
	by: Measure;
	span: Span;
}

/** What an address asks for; anything unknown is the first of its kind. */
export function choiceIn(search: URLSearchParams): Choice {
	return {
		by: MEASURES.find((offered) => offered === search.get("by")) ?? "win",
		span: SPANS.find((offered) => offered === search.get("span")) ?? "today",
	};
}

/** A player's best win, ready to be read. */
export interface Leader {
	/** Of the win. */
	id: string;
	/** Null when the user has been erased. */
	username: string | null;
	/** Of the player's page, if that is public. */
	address: string | undefined;
	amount: number;
	/** Hundredths; unknown of the oldest wins. */
	multiplier: number | null;
	game: string;
	/** How long ago, in the viewer's language. */
	when: string;
}

export interface Board extends Choice {
	leaders: Leader[];
}

/** As much of a win as decides who leads. */
export interface Best {
	id: string;
	userId: string;
	amount: number;
	multiplier: number | null;
	game: string;
	createdAt: string;
}

/** Of each player the best win, the best player first; of two alike the earlier. */
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
