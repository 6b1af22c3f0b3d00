/** The measures by which wins are ranked: the points won, or the multiplier. */
export const MEASURES = ["win", "multiplier"] as const;
export type Measure = (typeof MEASURES)[number];

/** Time spans in days of the site's time zone: today, the last 7 or 30 days including today, or all. */
export const SPANS = ["today", "week", "month", "all"] as const;
export type Span = (typeof SPANS)[number];

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
