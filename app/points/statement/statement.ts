/** The periods of the chart. */
export const PERIODS = ["day", "week", "month", "all"] as const;
export type Period = (typeof PERIODS)[number];

/** A ledger entry, formatted. */
export interface EntryLine {
	id: number;
	when: string;
	/** The reason in the reader's language. */
	words: string;
	/** The id of the cause, such as a round or an order. */
	reference: string;
	/** The address of the cause, if it has one. */
	address: string | undefined;
	/** Who caused it. */
	by: string;
	delta: number;
	balanceAfter: number;
}

/** A balance chart, formatted. */
export interface ShownChart {
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
	opening: number;
	closing: number;
}
