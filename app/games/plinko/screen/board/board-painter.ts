import { tierOf } from "../../../instant/tiers";
import { type BoardStyle, GLOW_RADIUS, readStyle } from "./board-style";
import {
	BALL_RADIUS,
	BOARD_HEIGHT,
	BOARD_WIDTH,
	FLOOR_Y,
	PEGS,
	SLOT_WIDTH,
	SLOTS,
	slotLeft,
	TEXT_WIDTH,
	TILE_GAP,
	TILE_HEIGHT,
	TILE_RADIUS,
} from "./geometry";
import { along, type Ball, type Scene } from "./scene";

/** The labels of the slots, from left to right. */
export interface Face {
	/** In hundredths. */
	readonly multipliers: readonly number[];
	readonly texts: readonly string[];
}

/** Draws a scene: {@link BoardPainter}, or a test double. */
export interface Painter {
	/** @returns true while something still moves or fades, so that another frame is needed. */
	paint(scene: Scene, now: number): boolean;
	/** Called when the size or the theme has changed, and the scene must be painted again. */
	onStale?: () => void;
	dispose?(): void;
}

/** How long things take to fade, in milliseconds. */
const GLOW_MS = 280;
const POP_MS = 450;
/** Slots from this tier up also let their multiplier rise. */
const RISING_TIER = 3;
const RISE_MS = 1100;
const RISE = 64;
const REST_MS = 700;
const TRAIL = 7;
/** Steps of the physics between two marks of a trail. */
const TRAIL_STEPS = 1.3;

/**
 * Draws the moving parts of the board on a canvas: balls, their trails, glowing pegs and popping slots. The still parts
 * are the SVG under the canvas, so that the cost of a frame depends only on what moves.
 */
export class BoardPainter implements Painter {
	onStale?: () => void;
	private readonly context: CanvasRenderingContext2D | null;
	private readonly observers: { disconnect(): void }[] = [];
	private style: BoardStyle | undefined;
	private fitted = 0;
	private scale = 0;
	private dirty = true;

	constructor(
		private readonly canvas: HTMLCanvasElement,
		private readonly face: () => Face = () => ({ multipliers: [], texts: [] }),
	) {
		this.context = canvas.getContext("2d");
		this.fit(canvas.clientWidth * devicePixelRatio);
		const resized = new ResizeObserver(([entry]) => {
			const device = entry?.devicePixelContentBoxSize?.[0]?.inlineSize;
			const counted = canvas.clientWidth * devicePixelRatio;
			// The exact count, unless the browser only pretends to have another density.
			this.fit(device !== undefined && Math.abs(device - counted) < 2 ? device : counted);
		});
		try {
			// Also fires when the window moves to a screen of another density.
			resized.observe(canvas, { box: "device-pixel-content-box" });
		} catch {
			resized.observe(canvas);
		}
		const themed = new MutationObserver(() => this.restyle());
		themed.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
		this.observers.push(resized, themed);
	}

	dispose(): void {
		for (const observer of this.observers) observer.disconnect();
		this.onStale = undefined;
	}

	paint(scene: Scene, now: number): boolean {
		const { context, scale } = this;
		if (context === null || scale === 0) return false;
		if (this.dirty) context.clearRect(0, 0, BOARD_WIDTH, BOARD_HEIGHT);
		this.style ??= readStyle(this.canvas, scale);
		const moving = this.paintGlows(scene, now) || scene.landed < scene.balls.length;
		const popping = this.paintPops(context, scene, now);
		let fading = false;
		for (const ball of scene.balls) if (this.paintBall(context, scene, ball, now)) fading = true;
		this.dirty = scene.balls.length > 0;
		return moving || popping || fading;
	}

	private paintGlows(scene: Scene, now: number): boolean {
		const { context, style } = this;
		let any = false;
		for (let peg = 0; context && style && peg < PEGS.length; peg++) {
			const age = (now - (scene.pegTouched[peg] ?? 0)) / GLOW_MS;
			const at = PEGS[peg];
			if (age >= 1 || at === undefined) continue;
			any = true;
			context.globalAlpha = 1 - Math.max(0, age);
			sprite(context, style.glow, at.x, at.y, GLOW_RADIUS);
		}
		return any;
	}

	private paintPops(context: CanvasRenderingContext2D, scene: Scene, now: number): boolean {
		let any = false;
		for (let slot = 0; slot < SLOTS; slot++) {
			const age = Math.max(0, now - (scene.slotReached[slot] ?? 0));
			if (age < POP_MS) this.paintTile(context, slot, age / POP_MS);
			const rises = age < RISE_MS && tierOf(this.face().multipliers[slot] ?? 0) <= RISING_TIER;
			if (rises) this.paintRising(context, slot, age / RISE_MS);
			any ||= rises || age < POP_MS;
		}
		return any;
	}

	/** A tile that a ball has reached: pressed down, springing back, and flashing, over the one that stands still. */
	private paintTile(context: CanvasRenderingContext2D, slot: number, age: number): void {
		const { style } = this;
		const multiplier = this.face().multipliers[slot];
		if (style === undefined || multiplier === undefined) return;
		const tier = tierOf(multiplier);
		const grow = 1 + 0.25 * Math.sin(Math.PI * age) * (1 - age * 0.4);
		const width = (SLOT_WIDTH - TILE_GAP) * grow;
		const height = TILE_HEIGHT * grow;
		const x = slotLeft(slot) + SLOT_WIDTH / 2;
		const y = FLOOR_Y + TILE_HEIGHT / 2 + 9 * Math.sin(2 * Math.PI * age) * (1 - age);
		context.globalAlpha = 1;
		context.fillStyle = style.fill[tier];
		box(context, x - width / 2, y - height / 2, width, height);
		context.globalAlpha = 0.6 * (1 - age);
		context.fillStyle = style.shine;
		box(context, x - width / 2, y - height / 2, width, height);
		context.globalAlpha = 1;
		context.fillStyle = style.ink[tier];
		this.write(context, slot, x, y);
	}

	/** The multiplier of a slot rises from it and fades. */
	private paintRising(context: CanvasRenderingContext2D, slot: number, age: number): void {
		const { style } = this;
		if (style === undefined) return;
		const size = 1.6 - 0.4 * age;
		const x = Math.min(Math.max(slotLeft(slot) + SLOT_WIDTH / 2, SLOT_WIDTH), BOARD_WIDTH - SLOT_WIDTH);
		context.save();
		context.translate(x, FLOOR_Y - 22 - RISE * (1 - (1 - age) ** 2));
		context.scale(size, size);
		context.globalAlpha = Math.min(1, 2 * (1 - age));
		context.fillStyle = style.text;
		this.write(context, slot, 0, 0);
		context.restore();
	}

	private write(context: CanvasRenderingContext2D, slot: number, x: number, y: number): void {
		if (this.style) context.font = this.style.font;
		context.textAlign = "center";
		context.textBaseline = "middle";
		context.fillText(this.face().texts[slot] ?? "", x, y, TEXT_WIDTH);
	}

	/** @returns true while the ball fades */
	private paintBall(context: CanvasRenderingContext2D, scene: Scene, ball: Ball, now: number): boolean {
		const { style } = this;
		if (!ball.released || style === undefined) return false;
		let alpha = 1;
		let fading = false;
		if (ball.landed && scene.lastIn[ball.slot] !== ball.index) {
			alpha = 1 - (now - ball.landedAt) / REST_MS;
			fading = alpha > 0;
			if (!fading) return false;
		}
		const points = ball.drop?.points;
		for (let mark = TRAIL; points && !ball.landed && mark > 0; mark--) {
			const at = ball.at - mark * TRAIL_STEPS;
			if (at < 0) continue;
			context.globalAlpha = 0.32 * (1 - mark / (TRAIL + 1));
			const radius = BALL_RADIUS * (1 - 0.09 * mark);
			sprite(context, style.ball, along(points, at, 0), along(points, at, 1), radius);
		}
		context.globalAlpha = alpha;
		sprite(context, style.ball, ball.x, ball.y, BALL_RADIUS);
		return fading;
	}

	/** @param width of the canvas in pixels of the screen */
	private fit(width: number): void {
		const pixels = Math.round(width);
		if (pixels === 0 || pixels === this.fitted) return;
		this.fitted = pixels;
		this.canvas.width = pixels;
		this.canvas.height = Math.round((pixels * BOARD_HEIGHT) / BOARD_WIDTH);
		this.scale = pixels / BOARD_WIDTH;
		this.context?.setTransform(this.scale, 0, 0, this.scale, 0, 0);
		this.restyle();
	}

	private restyle(): void {
		this.style = undefined;
		this.dirty = true;
		this.onStale?.();
	}
}

function sprite(
	context: CanvasRenderingContext2D,
	image: HTMLCanvasElement,
	x: number,
	y: number,
	radius: number,
) {
	context.drawImage(image, x - radius, y - radius, 2 * radius, 2 * radius);
}

function box(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
	context.beginPath();
	context.roundRect(x, y, width, height, TILE_RADIUS);
	context.fill();
}
