import { START } from "../../engine/curve";
import type { FlightStyle } from "./flight-style";
import { randomFrom } from "./random";

interface Star {
	x: number;
	y: number;
	/** From 0 (far) to 1 (near): nearer stars are larger and faster. */
	near: number;
}

const COUNT = 64;
const random = randomFrom("sky");
const STARS: readonly Star[] = Array.from({ length: COUNT }, () => ({
	x: random(),
	y: random(),
	near: random() ** 2,
}));

/** Drift of the nearest stars as a fraction of the stage: per second, and per doubling of the multiplier. */
const IDLE = 0.004;
const FLOWN = 0.9;
/** Downward drift per leftward drift. */
const SLOPE = 0.55;

/**
 * Paints the stars, which drift with the time and with the multiplier.
 * @param at `multiplier` in hundredths, `now` in ms; `streak` is the length of the nearest stars in pixels, 0 for dots.
 */
export function paintSky(
	context: CanvasRenderingContext2D,
	{ star }: FlightStyle,
	at: { width: number; height: number; now: number; multiplier: number; streak: number },
): void {
	const { width, height, now, multiplier, streak } = at;
	const travelled = (now / 1000) * IDLE + Math.log2(multiplier / START) * FLOWN;
	context.strokeStyle = star;
	context.lineCap = "round";
	for (const { x, y, near } of STARS) {
		const moved = travelled * (0.15 + near);
		const left = wrap(x - moved) * width;
		const top = wrap(y + moved * SLOPE) * height;
		const long = streak * near;
		context.globalAlpha = 0.2 + 0.55 * near;
		context.lineWidth = 1 + 1.4 * near;
		context.beginPath();
		context.moveTo(left, top);
		context.lineTo(left + 0.1 + long, top - long * SLOPE);
		context.stroke();
	}
	context.globalAlpha = 1;
}

const wrap = (part: number): number => part - Math.floor(part);
