import type { RocketPart } from "./rocket";

/** Colours (#rrggbb) and font that the canvas takes from the stylesheet. */
export interface FlightStyle {
	readonly line: string;
	readonly lost: string;
	readonly grid: string;
	readonly ink: string;
	readonly star: string;
	readonly smoke: string;
	readonly flames: readonly [outer: string, inner: string];
	readonly debris: readonly string[];
	/** Marks of cash-outs: the player's, and those of others with the background and text of names. */
	readonly own: string;
	readonly exit: string;
	readonly pill: string;
	readonly pillInk: string;
	readonly rocket: Record<RocketPart, string>;
	readonly font: string;
}

/** Reads the style of the current theme. Read it again after a change of the theme. */
export function readStyle(canvas: HTMLCanvasElement): FlightStyle {
	const css = getComputedStyle(canvas);
	const read = (name: string): string => css.getPropertyValue(`--flight-${name}`).trim() || "#888888";
	const flames = [read("flame"), read("flame-heart")] as const;
	const rocket = {
		body: read("body"),
		nose: read("nose"),
		fin: read("fin"),
		window: read("window"),
		nozzle: read("nozzle"),
	};
	return {
		line: read("line"),
		lost: read("lost"),
		grid: read("grid"),
		ink: read("ink"),
		star: read("star"),
		smoke: read("smoke"),
		flames,
		debris: [flames[0], rocket.nose, flames[1], rocket.fin, flames[0], rocket.body, rocket.nozzle],
		own: read("own"),
		exit: read("exit"),
		pill: read("pill"),
		pillInk: read("pill-ink"),
		rocket,
		font: `${css.fontWeight} ${css.fontSize} ${css.fontFamily}`,
	};
}
