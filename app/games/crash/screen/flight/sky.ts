import { START } from "../../engine/curve";
import type { FlightStyle } from "./flight-style";
import { randomFrom } from "./random";

interface Star {
	x: number;
	y: number;
	/** 0 far to 1 near: the nearer, the larger and the faster. */
	near: number;
}

const COUNT = 64;
const random = randomFrom("sky");
const STARS: readonly Star[] = Array.from({ length: COUNT }, () => ({
	x: random(),
	y: random(),
	near: random() ** 2,
}));

/** Drift of the nearest stars, in parts of the stage: by itself in a second, and as the multiplier doubles. */
const IDLE = 0.004;
const FLOWN = 0.9;
/** They fall by so much as they pass. */
const SLOPE = 0.55;

/** The stars pass by as the flight climbs, faster the higher it is; `streak` makes lines of them. */
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
