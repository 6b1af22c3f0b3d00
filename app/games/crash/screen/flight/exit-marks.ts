import { placeOnCurve, type View } from "./flight-geometry";
import type { FlightStyle } from "./flight-style";

/** A cash-out on the curve. */
export interface ExitMark {
	/** Of the bet. */
	id: string;
	name: string;
	/** Hundredths. */
	multiplier: number;
	isOwn: boolean;
	/** How many further cash-outs of about the same moment it stands for. */
	others: number;
}

/** A mark with the moment since which it is shown, in ms of `performance.now()`. */
export interface ShownMark extends ExitMark {
	since: number;
}

/** Marks that are closer than this, in pixels, share a dot. */
const DOT_GAP = 7;
const MAX_LABELS = 5;
/** How long a name stays beside its dot. */
const LABEL_MS = 2200;
const FADE_MS = 500;
const POP_MS = 420;
const LABEL_HEIGHT = 22;
const MAX_NAME = 14;
/** Where a name has glided to at its end, in pixels from its dot. */
const GLIDE = { x: 46, y: 64 };
const CHUTE = { width: 26, height: 12, lines: 9 };

/** Marks that share a dot. */
export interface Dot {
	x: number;
	y: number;
	/** The mark whose name is shown: the player's, else the newest. */
	mark: ShownMark;
	/** How many cash-outs it stands for. */
	count: number;
}

/**
 * The dots of the marks that the flight has reached, with marks that are close to each other merged, so that the number
 * of dots is limited by the length of the curve.
 * @param marks in ascending order. @param multiplier the displayed one, in hundredths. Sizes are in pixels.
 */
export function dotsOf(
	marks: readonly ShownMark[],
	view: View,
	multiplier: number,
	{ width, height }: { width: number; height: number },
): Dot[] {
	const dots: Dot[] = [];
	let last: Dot | undefined;
	for (const mark of marks) {
		if (mark.multiplier > multiplier) break;
		const { x, y } = placeOnCurve(view, multiplier, mark.multiplier);
		const at = { x: x * width, y: y * height };
		if (last && Math.hypot(at.x - last.x, at.y - last.y) < DOT_GAP) {
			last.count += 1 + mark.others;
			if (!last.mark.isOwn && (mark.isOwn || mark.since > last.mark.since)) last.mark = mark;
			continue;
		}
		last = { ...at, mark, count: 1 + mark.others };
		dots.push(last);
	}
	return dots;
}

/**
 * Paints the marks: a dot each, and for a moment the name, which leaves the curve on a parachute. The player's has none: the result
 * on the stage says it.
 */
export function paintExits(
	context: CanvasRenderingContext2D,
	style: FlightStyle,
	dots: readonly Dot[],
	at: { width: number; now: number; multiplierText(hundredths: number): string },
): void {
	const { now } = at;
	for (const { x, y, mark, count } of dots) {
		// The time of a frame may be before that of a mark that arrived during the frame.
		const age = Math.max(0, now - mark.since);
		const colour = mark.isOwn ? style.own : style.exit;
		if (age < POP_MS) {
			const part = age / POP_MS;
			context.globalAlpha = 1 - part;
			context.strokeStyle = colour;
			context.lineWidth = 3 * (1 - part);
			disc(context, x, y, 5 + (mark.isOwn ? 34 : 14) * part).stroke();
			context.globalAlpha = 1;
		}
		context.fillStyle = style.pill;
		disc(context, x, y, (mark.isOwn ? 8 : 5) + Math.min(3, count / 4)).fill();
		context.fillStyle = colour;
		disc(context, x, y, (mark.isOwn ? 6 : 3.5) + Math.min(3, count / 4)).fill();
	}
	paintLabels(context, style, dots, at);
}

function paintLabels(
	context: CanvasRenderingContext2D,
	style: FlightStyle,
	dots: readonly Dot[],
	{ width, now, multiplierText }: Parameters<typeof paintExits>[3],
): void {
	const named = dots
		.filter(({ mark }) => !mark.isOwn && now - mark.since < LABEL_MS)
		.sort((one, other) => other.mark.since - one.mark.since);
	const taken: { left: number; top: number; right: number }[] = [];
	context.font = style.font;
	context.textBaseline = "middle";
	context.textAlign = "left";
	for (const { x, y, mark, count } of named) {
		if (taken.length >= MAX_LABELS) return;
		const more = count > 1 ? ` +${count - 1}` : "";
		const text = `${shortened(mark.name)} ${multiplierText(mark.multiplier)}${more}`;
		const long = context.measureText(text).width + 16;
		const glided = 1 - (1 - Math.max(0, now - mark.since) / LABEL_MS) ** 2;
		const left = Math.max(4, Math.min(x + 9 + GLIDE.x * glided, width - long - 4));
		const top = y + 9 + GLIDE.y * glided;
		const overlaps = taken.some(
			(other) =>
				left < other.right + 4 &&
				left + long > other.left - 4 &&
				Math.abs(top - other.top) < LABEL_HEIGHT + 2,
		);
		if (overlaps) continue;
		taken.push({ left, top, right: left + long });
		context.globalAlpha = Math.min(1, (LABEL_MS - (now - mark.since)) / FADE_MS);
		paintParachute(context, style, left + long / 2, top, Math.min(1, glided * 4));
		context.fillStyle = style.pill;
		context.beginPath();
		context.roundRect(left, top, long, LABEL_HEIGHT, LABEL_HEIGHT / 2);
		context.fill();
		context.fillStyle = style["pill-ink"];
		context.fillText(text, left + 8, top + LABEL_HEIGHT / 2 + 0.5);
	}
	context.globalAlpha = 1;
}

/** A canopy that opens above a name. @param open from 0 to 1. */
function paintParachute(
	context: CanvasRenderingContext2D,
	style: FlightStyle,
	x: number,
	top: number,
	open: number,
): void {
	const half = (CHUTE.width / 2) * open;
	const edge = top - CHUTE.lines * open;
	context.fillStyle = style.exit;
	context.beginPath();
	context.ellipse(x, edge, half, CHUTE.height * open, 0, Math.PI, 2 * Math.PI);
	context.fill();
	context.strokeStyle = style.exit;
	context.lineWidth = 1;
	context.beginPath();
	for (const side of [-1, 0, 1]) {
		context.moveTo(x + side * half, edge);
		context.lineTo(x, top + 2);
	}
	context.stroke();
}

/** A name that fits beside a dot. */
export const shortened = (name: string): string => {
	const letters = [...name];
	return letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME - 1).join("")}…` : name;
};

/** Begins the path of a disc. @returns the context. */
export function disc(context: CanvasRenderingContext2D, x: number, y: number, radius: number) {
	context.beginPath();
	context.arc(x, y, radius, 0, 2 * Math.PI);
	return context;
}
