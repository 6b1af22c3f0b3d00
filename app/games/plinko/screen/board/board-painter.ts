import { type Ball, DropPlayer, type Events, type Painter, stepsOf } from "./drop-player";
import {
	BALL_RADIUS,
	BOARD_HEIGHT,
	BOARD_WIDTH,
	FLOOR_Y,
	PEG_RADIUS,
	PEGS,
	type Point,
	slotCentre,
} from "./geometry";
import { type Drop, STEP_MS } from "./physics";

export { warmUp } from "./drop-player";

const GLOW_RADIUS = PEG_RADIUS * 3.2;
/** How long things take to fade, in milliseconds. */
const GLOW_MS = 280;
const REST_MS = 700;
const TRAIL = 7;
/** Steps of the physics between two marks of a trail. */
const TRAIL_STEPS = 1.3;

/** Pictures of a ball and of a glowing peg. */
type Sprites = Record<"ball" | "glow", HTMLCanvasElement>;

/**
 * Draws the balls, their trails and the pegs that they touch on a canvas. All else is the SVG under the canvas, so that the
 * cost of a frame depends only on what moves.
 */
class BoardPainter implements Painter {
	onStale?: () => void;
	private readonly context: CanvasRenderingContext2D | null;
	private readonly observers: { disconnect(): void }[] = [];
	private sprites: Sprites | undefined;
	/** The width of the canvas in pixels of the screen. */
	private width = 0;

	constructor(private readonly canvas: HTMLCanvasElement) {
		this.context = canvas.getContext("2d");
		const resized = new ResizeObserver(() => this.fit());
		resized.observe(canvas);
		const themed = new MutationObserver(() => this.restyle());
		themed.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
		this.observers.push(resized, themed);
		this.fit();
	}

	dispose(): void {
		for (const observer of this.observers) observer.disconnect();
		this.onStale = undefined;
	}

	paint(balls: readonly Ball[], now: number): boolean {
		const { context, canvas } = this;
		if (!context) return false;
		this.sprites ??= drawSprites(canvas);
		context.clearRect(0, 0, BOARD_WIDTH, BOARD_HEIGHT);
		// The last ball in each slot stays; the others fade.
		const last = new Map<number, Ball>();
		for (const ball of balls) {
			const other = last.get(ball.slot);
			const hasLanded = ball.landedAt < Number.POSITIVE_INFINITY;
			if (hasLanded && !(other && other.landedAt > ball.landedAt)) last.set(ball.slot, ball);
		}
		const glows = balls.map((ball) => ball.fall !== undefined && this.paintGlows(ball, ball.fall, now));
		const fades = balls.map((ball) => this.paintBall(ball, last.get(ball.slot) === ball, now));
		return glows.includes(true) || fades.includes(true);
	}

	/** The pegs that a ball has just touched. @returns true while one glows. */
	private paintGlows(ball: Ball, { hits }: Drop, now: number): boolean {
		let any = false;
		for (let hit = 0; hit < hits.length; hit += 2) {
			const age = ((stepsOf(ball, now) - (hits[hit] ?? 0)) * STEP_MS) / GLOW_MS;
			const peg = PEGS[hits[hit + 1] ?? -1];
			if (!peg || age < 0 || age >= 1 || ball.landedAt === Number.NEGATIVE_INFINITY) continue;
			any = true;
			this.draw("glow", peg, GLOW_RADIUS, 1 - age);
		}
		return any;
	}

	/** @returns true while the ball fades. */
	private paintBall(ball: Ball, stays: boolean, now: number): boolean {
		if (ball.landedAt < Number.POSITIVE_INFINITY) {
			const alpha = stays ? 1 : 1 - (now - ball.landedAt) / REST_MS;
			if (alpha > 0) this.draw("ball", restOf(ball), BALL_RADIUS, alpha);
			return !stays && alpha > 0;
		}
		if (!ball.fall) return false;
		const at = stepsOf(ball, now);
		for (let mark = TRAIL; mark >= 0; mark--) {
			const before = at - mark * TRAIL_STEPS;
			if (before < 0) continue;
			const alpha = mark === 0 ? 1 : 0.32 * (1 - mark / (TRAIL + 1));
			this.draw("ball", along(ball.fall.points, before), BALL_RADIUS * (1 - 0.09 * mark), alpha);
		}
		return false;
	}

	private draw(sprite: keyof Sprites, { x, y }: Point, radius: number, alpha: number): void {
		const { context, sprites } = this;
		if (!context || !sprites) return;
		context.globalAlpha = alpha;
		context.drawImage(sprites[sprite], x - radius, y - radius, 2 * radius, 2 * radius);
	}

	private fit(): void {
		const pixels = Math.round(this.canvas.clientWidth * devicePixelRatio);
		if (pixels === 0 || pixels === this.width) return;
		this.width = this.canvas.width = pixels;
		this.canvas.height = Math.round((pixels * BOARD_HEIGHT) / BOARD_WIDTH);
		const scale = pixels / BOARD_WIDTH;
		this.context?.setTransform(scale, 0, 0, scale, 0, 0);
		this.restyle();
	}

	private restyle(): void {
		this.sprites = undefined;
		this.onStale?.();
	}
}

export const createPlayer = <Drop>(canvas: HTMLCanvasElement, events: Events<Drop>): DropPlayer<Drop> =>
	new DropPlayer(new BoardPainter(canvas), events);

/** The resting place of a ball that has landed. */
const restOf = ({ slot, fall }: Ball): Point =>
	fall ? along(fall.points, fall.points.length / 2 - 1) : { x: slotCentre(slot), y: FLOOR_Y - BALL_RADIUS };

/** The interpolated place of a fall after `at` steps, from 0 to its last one. */
function along(points: Float32Array, at: number): Point {
	const step = Math.floor(at);
	const axis = (offset: 0 | 1) => {
		const from = points[2 * step + offset] ?? 0;
		return from + ((points[2 * step + 2 + offset] ?? from) - from) * (at - step);
	};
	return { x: axis(0), y: axis(1) };
}

/** Draws the sprites with the colours of the current theme, at the canvas's scale. */
function drawSprites(canvas: HTMLCanvasElement): Sprites {
	const css = getComputedStyle(canvas);
	const [colour = "", shine = ""] = ["--accent", "--plinko-shine"].map((name) =>
		css.getPropertyValue(name).trim(),
	);
	const sprite = (radius: number, draw: (context: CanvasRenderingContext2D, half: number) => void) => {
		const picture = document.createElement("canvas");
		picture.width = picture.height = Math.max(2, Math.ceil((2 * radius * canvas.width) / BOARD_WIDTH));
		const context = picture.getContext("2d");
		if (context) draw(context, picture.width / 2);
		return picture;
	};
	return {
		ball: sprite(BALL_RADIUS, (context, half) => {
			const shade = context.createRadialGradient(half * 0.68, half * 0.6, 0, half, half, half);
			shade.addColorStop(0, shine);
			shade.addColorStop(0.45, colour);
			disc(context, half, 1, 1, shade);
		}),
		glow: sprite(GLOW_RADIUS, (context, half) => {
			disc(context, half, 1, 0.16, colour);
			disc(context, half, 0.7, 0.26, colour);
			disc(context, half, 0.36, 1, colour);
		}),
	};
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
