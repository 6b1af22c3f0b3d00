import type { Tier } from "../../../instant/tiers";
import { BALL_RADIUS, PEG_RADIUS } from "./geometry";

/** Colours, font and sprites that the canvas takes from the stylesheet. */
export interface BoardStyle {
	/** Pictures of a ball and of a glowing peg. */
	readonly ball: HTMLCanvasElement;
	readonly glow: HTMLCanvasElement;
	readonly shine: string;
	readonly text: string;
	readonly fill: Record<Tier, string>;
	readonly ink: Record<Tier, string>;
	readonly font: string;
}

export const GLOW_RADIUS = PEG_RADIUS * 3.2;

const TIERS: readonly Tier[] = [1, 2, 3, 4, 5, 6, 7];

/**
 * Reads the colours of the current theme and draws the sprites with them. Read it again after a change of the theme or
 * of the scale.
 * @param scale device pixels per board unit.
 */
export function readStyle(canvas: HTMLCanvasElement, scale: number): BoardStyle {
	const css = getComputedStyle(canvas);
	const read = (name: string, fallback: string): string => css.getPropertyValue(name).trim() || fallback;
	const byTier = (suffix: string, fallback: string) =>
		Object.fromEntries(TIERS.map((tier) => [tier, read(`--tier-${tier}${suffix}`, fallback)])) as Record<
			Tier,
			string
		>;
	const ball = read("--plinko-ball", "#ffc233");
	const shine = read("--plinko-shine", "#ffffff");
	return {
		ball: picture(canvas, BALL_RADIUS * scale, (context, half) => {
			const shade = context.createRadialGradient(half * 0.68, half * 0.6, 0, half, half, half);
			shade.addColorStop(0, shine);
			shade.addColorStop(0.45, ball);
			shade.addColorStop(1, ball);
			disc(context, half, 1, 1, shade);
		}),
		glow: picture(canvas, GLOW_RADIUS * scale, (context, half) => {
			const colour = read("--plinko-glow", ball);
			disc(context, half, 1, 0.16, colour);
			disc(context, half, 0.7, 0.26, colour);
			disc(context, half, 0.36, 1, colour);
		}),
		shine,
		text: css.color,
		fill: byTier("", ball),
		ink: byTier("-ink", "#000000"),
		font: `${css.fontWeight} ${css.fontSize} ${css.fontFamily}`,
	};
}

function picture(
	board: HTMLCanvasElement,
	radius: number,
	draw: (context: CanvasRenderingContext2D, half: number) => void,
): HTMLCanvasElement {
	const canvas = board.ownerDocument.createElement("canvas");
	canvas.width = canvas.height = Math.max(2, Math.ceil(2 * radius));
	const context = canvas.getContext("2d");
	if (context) draw(context, canvas.width / 2);
	return canvas;
}

/** @param part of the whole radius */
function disc(
	context: CanvasRenderingContext2D,
	half: number,
	part: number,
	alpha: number,
	fill: string | CanvasGradient,
): void {
	context.globalAlpha = alpha;
	context.fillStyle = fill;
	context.beginPath();
	context.arc(half, half, half * part, 0, 2 * Math.PI);
	context.fill();
}
