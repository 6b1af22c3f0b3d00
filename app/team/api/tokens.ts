/**
 * What a program may do: read what everybody sees on the site, read the balances of viewers, give points, and learn what
 * happens on the site.
 */
export const SCOPES = ["read", "balances", "points", "events"] as const;
export type Scope = (typeof SCOPES)[number];

/** How long a token may be valid, in days. */
export const LIVES = ["30", "90", "365"] as const;
export const MAX_DAILY_POINTS = 1_000_000_000;

/** What a token lets a program do. */
export interface Token {
	id: string;
	/** Of the program, as viewers read it. */
	name: string;
	scopes: readonly Scope[];
	/** Points that it may give in a day; null without the scope `points`. */
	dailyPoints: number | null;
	/** The id of the admin who has created it. */
	createdBy: string;
	/** ISO 8601. */
	endsAt: string;
}
