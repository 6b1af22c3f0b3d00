/** The rocket as SVG paths, for SVG and canvas: centred at 0, 0 in CSS pixels, with its nose to the right. */
export type RocketPart = "fin" | "body" | "nose" | "window" | "nozzle";

export const ROCKET: readonly { part: RocketPart; path: string }[] = [
	{ part: "fin", path: "M-6-11-29-24c-3 0-4 2-3 4l8 12zM-6 11-29 24c-3 0-4-2-3-4l8-12z" },
	{ part: "nozzle", path: "M-23-6.5-30-8.5v17l7-2z" },
	{
		part: "body",
		path: "M32 0C22-9.5 8-13-10-12.5c-5 .2-10 1.5-14 3.5v18c4 2 9 3.3 14 3.5C8 13 22 9.5 32 0z",
	},
	{ part: "nose", path: "M32 0C26.5-5.2 20.5-8.5 14-10.3c2.6 6.4 2.6 14.2 0 20.6C20.5 8.5 26.5 5.2 32 0z" },
	{ part: "window", path: "M6.2 0a5.2 5.2 0 1 1-10.4 0a5.2 5.2 0 1 1 10.4 0z" },
	{ part: "fin", path: "M-9-1.6-33-2.6v5.2l24-1z" },
];

/** The x at which the flame begins. */
export const NOZZLE_X = -30;
