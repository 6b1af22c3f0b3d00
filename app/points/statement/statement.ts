/** The periods of the chart. */
export const PERIODS = ["day", "week", "month", "all"] as const;
export type Period = (typeof PERIODS)[number];

/** A ledger entry, or several of one kind and day, formatted. */
export interface EntryLine {
	/** Of the newest entry. */
	id: number;
	/** When it was posted, in the site's time zone. */
	when: string;
	/** The reason in the reader's language. */
	words: string;
	/** What an admin has written; null without a note. */
	note: string | null;
	/** The id of the cause, such as a round or an order; of several entries the first and the last one. */
	reference: string;
	/** The address of the cause, if it has one. */
	address: string | undefined;
	/** Who caused it. */
	by: string;
	delta: number;
	balanceAfter: number;
}

/** A `BalanceChart` with formatted instants. */
export interface FormattedChart {
	width: number;
	height: number;
	line: string;
	area: string;
	/** Axis labels from the top, evenly spaced. */
	levels: number[];
	/** Axis labels from the left, evenly spaced. */
	moments: [string, string, string];
	lowest: number;
	highest: number;
	/** Points at the beginning and the end of the period. */
	opening: number;
	closing: number;
}
