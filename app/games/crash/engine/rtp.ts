/** The expected return of an automatic cash-out at one target. */
export interface RtpRow {
	/** Hundredths. */
	target: number;
	/** The share of flights that reach the target, 0 to 1. */
	chance: number;
	/** Points paid on average per point staked; 1 is break-even. */
	rtp: number;
}

/** A chart of the expected return by target, with that of the even draw for comparison. All positions are in the units of the SVG's `viewBox`. */
export interface RtpChart {
	width: number;
	height: number;
	/** The x of the plot's edges, and the y of its horizontal axis. */
	left: number;
	right: number;
	floor: number;
	/** The return by target, as SVG paths. */
	line: string;
	evenLine: string;
	/** The labels of the axes. */
	targets: { target: number; x: number }[];
	returns: { rtp: number; y: number }[];
}
