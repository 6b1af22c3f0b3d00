/** How far back a chart goes. */
export const PERIODS = ["day", "week", "month", "all"] as const;
export type Period = (typeof PERIODS)[number];

/** An entry of the ledger, ready to be read. */
export interface EntryLine {
	id: number;
	when: string;
	/** Why, in the reader's language. */
	words: string;
	/** The id of what it belongs to, such as a round or an order. */
	reference: string;
	/** Where that can be looked at, if it has an address. */
	address: string | undefined;
	/** Who caused it. */
	by: string;
	delta: number;
	balanceAfter: number;
}

/** A balance over time, drawn by the server. */
export interface ShownChart {
	width: number;
	height: number;
	line: string;
	area: string;
	/** From the top down, at even distances. */
	levels: number[];
	/** From left to right, at even distances. */
	moments: [string, string, string];
	lowest: number;
	highest: number;
	opening: number;
	closing: number;
}
