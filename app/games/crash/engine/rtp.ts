export interface RtpRow {
	/** Hundredths. */
	target: number;
	/** Shares from 0. */
	chance: number;
	rtp: number;
}

/** The return of a draw by target as SVG paths, in the units of the drawing. */
export interface RtpChart {
	width: number;
	height: number;
	/** Where the axes stand. */
	left: number;
	right: number;
	floor: number;
	/** The return by target, as an SVG path. */
	line: string;
	/** The height of the stated figure. */
	statedY: number;
	targets: { target: number; x: number }[];
	returns: { rtp: number; y: number }[];
}
