import { disc } from "./exit-marks";
import type { FlightStyle } from "./flight-style";
import { randomFrom } from "./random";

interface Piece {
	angle: number;
	speed: number;
	size: number;
	spin: number;
	/** Lifetime in ms. */
	lives: number;
	/** An index into {@link DEBRIS}, modulo its length. */
	colour: number;
}

const DEBRIS = ["flame", "nose", "flame-heart", "fin", "flame", "body", "nozzle"] as const;
const PIECES = 76;
const PUFFS = 13;
const FLASH_MS = 260;
const RING_MS = 750;
/** The embers go out just before the next round. */
const MAX_MS = 4800;
const DRAG = 2.1;
const FALL = 13;

/** An explosion that can be painted at any age. The same seed text gives the same explosion. */
export class Blast {
	private readonly pieces: readonly Piece[];
	private readonly puffs: readonly Piece[];

	constructor(readonly seed: string) {
		const random = randomFrom(seed);
		const make = (fastest: number, longest: number): Piece => ({
			angle: random() * 2 * Math.PI,
			speed: (0.15 + 0.85 * random()) * fastest,
			size: 3 + 6 * random() ** 2,
			spin: (random() - 0.5) * 14,
			lives: (0.45 + 0.55 * random()) * longest,
			colour: Math.floor(random() * 8),
		});
		this.pieces = Array.from({ length: PIECES }, () => make(420, MAX_MS));
		this.puffs = Array.from({ length: PUFFS }, () => make(90, MAX_MS));
	}

	/** Paints the explosion around x and y, in CSS pixels. @param scale of the rocket. @param age ms since the crash. */
	paint(
		context: CanvasRenderingContext2D,
		style: FlightStyle,
		{ x, y, scale, age }: { x: number; y: number; scale: number; age: number },
	): void {
		context.save();
		context.translate(x, y);
		context.scale(scale, scale);
		paintEmbers(context, style, age);
		this.paintPuffs(context, style, age);
		this.paintPieces(context, style, age);
		paintRing(context, style, age);
		paintFlash(context, style, age);
		context.restore();
		context.globalAlpha = 1;
	}

	private paintPuffs(context: CanvasRenderingContext2D, style: FlightStyle, age: number): void {
		context.fillStyle = style.smoke;
		for (const { angle, speed, size, lives } of this.puffs) {
			const left = 1 - age / lives;
			if (left <= 0) continue;
			const far = reach(speed, age);
			context.globalAlpha = 0.3 * left;
			const y = Math.sin(angle) * far - age * 0.008;
			disc(context, Math.cos(angle) * far, y, 10 + size * 4 * (1 - left ** 3)).fill();
		}
	}

	private paintPieces(context: CanvasRenderingContext2D, style: FlightStyle, age: number): void {
		const seconds = age / 1000;
		for (const { angle, speed, size, spin, lives, colour } of this.pieces) {
			const left = 1 - age / lives;
			if (left <= 0) continue;
			const far = reach(speed, age);
			context.globalAlpha = Math.min(1, left * 1.6);
			context.fillStyle = style[DEBRIS[colour % DEBRIS.length] ?? "line"];
			context.save();
			context.translate(Math.cos(angle) * far, Math.sin(angle) * far + FALL * seconds * seconds);
			context.rotate(angle + spin * seconds);
			context.beginPath();
			context.moveTo(1.3 * size, 0);
			context.lineTo(-0.9 * size, 0.7 * size);
			context.lineTo(-0.5 * size, -0.6 * size);
			context.fill();
			context.restore();
		}
	}
}

/** The light that goes on burning at the end of the curve. */
function paintEmbers(context: CanvasRenderingContext2D, style: FlightStyle, age: number): void {
	const left = 1 - age / MAX_MS;
	if (left <= 0) return;
	const flicker = 1 + 0.12 * Math.sin(age / 70) + 0.08 * Math.sin(age / 29);
	paintLight(context, style, 0.75 * left, 52 * flicker);
}

function paintRing(context: CanvasRenderingContext2D, style: FlightStyle, age: number): void {
	const part = age / RING_MS;
	if (part >= 1) return;
	context.globalAlpha = (1 - part) ** 1.5;
	context.strokeStyle = style["flame-heart"];
	context.lineWidth = 1 + 9 * (1 - part);
	context.beginPath();
	context.arc(0, 0, 14 + 190 * (1 - (1 - part) ** 2.4), 0, 2 * Math.PI);
	context.stroke();
}

function paintFlash(context: CanvasRenderingContext2D, style: FlightStyle, age: number): void {
	const part = age / FLASH_MS;
	if (part < 1) paintLight(context, style, 1 - part, 60 + 130 * part);
}

function paintLight(
	context: CanvasRenderingContext2D,
	{ flame, "flame-heart": heart }: FlightStyle,
	strength: number,
	radius: number,
): void {
	const light = context.createRadialGradient(0, 0, 0, 0, 0, radius);
	light.addColorStop(0, heart);
	light.addColorStop(0.35, flame);
	light.addColorStop(1, `${flame}00`);
	context.globalAlpha = strength;
	context.fillStyle = light;
	disc(context, 0, 0, radius).fill();
}

/** Distance flown at an age in ms, slowed down by drag. */
const reach = (speed: number, age: number): number => (speed * (1 - Math.exp((-DRAG * age) / 1000))) / DRAG;
