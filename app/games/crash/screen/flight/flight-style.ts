import type { RocketPart } from "./rocket";

/** What the canvas takes from the page's stylesheet; colours are #rrggbb. */
export interface FlightStyle {
	readonly line: string;
	readonly lost: string;
	readonly grid: string;
	readonly ink: string;
	readonly star: string;
	readonly smoke: string;
	readonly flames: readonly [outer: string, inner: string];
	readonly debris: readonly string[];
	readonly rocket: Record<RocketPart, string>;
	readonly font: string;
}

/** Reads the colours of the present theme. */
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
		rocket,
		font: `${css.fontWeight} ${css.fontSize} ${css.fontFamily}`,
	};
}
