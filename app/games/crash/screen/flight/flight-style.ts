const COLOURS = [
	...(["line", "lost", "grid", "ink", "star", "smoke", "flame", "flame-heart"] as const),
	// The rocket.
	...(["body", "nose", "fin", "window", "nozzle"] as const),
	// Marks of cash-outs: the player's, and those of others with the background and text of names.
	...(["own", "exit", "pill", "pill-ink"] as const),
];

/** Colours (#rrggbb) and font that the canvas takes from the stylesheet. */
export interface FlightStyle extends Readonly<Record<(typeof COLOURS)[number], string>> {
	readonly font: string;
}

/** Reads the style of the current theme. Read it again after a change of the theme. */
export function readStyle(canvas: HTMLCanvasElement): FlightStyle {
	const css = getComputedStyle(canvas);
	const read = (name: string) => [name, css.getPropertyValue(`--flight-${name}`).trim() || "#888888"];
	const colours = Object.fromEntries(COLOURS.map(read)) as Omit<FlightStyle, "font">;
	return { ...colours, font: `${css.fontWeight} ${css.fontSize} ${css.fontFamily}` };
}
