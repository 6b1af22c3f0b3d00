import { START } from "../../engine/curve";
import type { RoundView } from "../../engine/view";
import { Blast } from "./blast";
import { dotsOf, paintExits, type ShownMark } from "./exit-marks";
import { curveTo, linesOf, PLOT, placeOf, rocketAt, secondsOf, type View, viewAt } from "./flight-geometry";
import { type FlightStyle, readStyle } from "./flight-style";
import { NOZZLE_X, ROCKET } from "./rocket";
import { paintSky } from "./sky";

/** The state that a frame shows. */
export interface Picture {
	round: Pick<RoundView, "id" | "phase" | "lasts">;
	/** Hundredths with a fraction. */
	multiplier: number;
	/** ms since the phase began. */
	elapsed: number;
	/** The cash-outs of the round, in ascending order. */
	marks: readonly ShownMark[];
}

/** The engine warms up before the start. */
const IGNITION_MS = 3000;
/** The stage is shaken by the crash. */
const SHAKE_MS = 450;
const LABEL_X = 10;
const WAIT_HEIGHT = 5;
/** How long the stars are drawn in flight. */
const STREAK = 14;
const FULL_SIZE_WIDTH = 620;

/** Draws the flight on a canvas over the stage. It follows changes of the canvas size and of the theme. */
export class FlightPainter {
	private readonly context: CanvasRenderingContext2D | null;
	private readonly observers: { disconnect(): void }[] = [];
	private readonly rocket = ROCKET.map(({ part, path }) => ({ part, path: new Path2D(path) }));
	private style: FlightStyle | undefined;
	private blast: Blast | undefined;
	private width = 0;
	private height = 0;

	constructor(
		private readonly canvas: HTMLCanvasElement,
		/** The axis labels of a multiplier in hundredths and of a second, and the text of a cash-out's multiplier. */
		private readonly labels: {
			multiplier(hundredths: number): string;
			second(second: number): string;
			exit(hundredths: number): string;
		},
	) {
		this.context = canvas.getContext("2d");
		this.fit();
		const resized = new ResizeObserver(() => this.fit());
		resized.observe(canvas);
		const themed = new MutationObserver(() => {
			this.style = undefined;
		});
		themed.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
		this.observers.push(resized, themed);
	}

	/** Disconnects the observers. Do not paint afterwards. */
	dispose(): void {
		for (const observer of this.observers) observer.disconnect();
	}

	/** Paints one frame. @param now ms of `performance.now()`, for animations. */
	paint({ round, multiplier, elapsed, marks }: Picture, now: number): void {
		const { context, width, height } = this;
		if (!context || width === 0) return;
		this.style ??= readStyle(this.canvas);
		const { style } = this;
		const view = viewAt(multiplier);
		context.clearRect(0, 0, width, height);
		paintSky(context, style, {
			width,
			height,
			now,
			multiplier,
			streak: round.phase === "flying" ? STREAK : 0,
		});
		context.save();
		if (round.phase === "crashed") this.shake(context, elapsed);
		this.paintAxes(context, style, view);
		if (multiplier > START)
			this.paintCurve(context, view, multiplier, round.phase === "crashed" ? style.lost : style.line);
		const dots = round.phase === "waiting" ? [] : dotsOf(marks, view, multiplier, { width, height });
		const { x, y, angle } = rocketAt(view, multiplier, width / height);
		const at = { x: x * width, y: y * height, angle, scale: this.rocketScale() };
		if (round.phase === "crashed") {
			if (this.blast?.seed !== round.id) this.blast = new Blast(round.id);
			this.blast.paint(context, style, { ...at, age: elapsed });
		} else {
			if (round.phase === "waiting") this.paintWait(context, style, elapsed, round.lasts);
			const thrust = round.phase === "flying" ? 1 : ignition(elapsed, round.lasts);
			this.paintRocket(context, style, at, thrust, now);
		}
		if (dots.length > 0) paintExits(context, style, dots, { width, now, multiplierText: this.labels.exit });
		context.restore();
	}

	private shake(context: CanvasRenderingContext2D, age: number): void {
		const left = 1 - age / SHAKE_MS;
		if (left > 0) context.translate(Math.sin(age / 17) * 7 * left, Math.cos(age / 23) * 5 * left);
	}

	private paintAxes(context: CanvasRenderingContext2D, style: FlightStyle, view: View): void {
		const { width, height } = this;
		const floor = PLOT.bottom * height;
		context.lineWidth = 1;
		context.strokeStyle = style.grid;
		context.fillStyle = style.ink;
		context.font = style.font;
		context.textBaseline = "bottom";
		context.textAlign = "left";
		context.beginPath();
		context.moveTo(0, floor);
		context.lineTo(width, floor);
		for (const line of linesOf(view)) {
			const y = placeOf(view, 0, line).y * height;
			context.moveTo(0, y);
			context.lineTo(width, y);
			context.fillText(this.labels.multiplier(line), LABEL_X, y - 2);
		}
		context.stroke();
		context.textBaseline = "middle";
		context.textAlign = "center";
		for (const second of secondsOf(view)) {
			const x = placeOf(view, second * 1000, START).x * width;
			context.fillText(this.labels.second(second), x, (floor + height) / 2);
		}
	}

	/** The time left until the start, as a bar along the bottom. */
	private paintWait(
		context: CanvasRenderingContext2D,
		{ line }: FlightStyle,
		elapsed: number,
		lasts: number | null,
	): void {
		const left = lasts ? Math.max(0, 1 - elapsed / lasts) : 0;
		context.fillStyle = line;
		context.fillRect(0, this.height - WAIT_HEIGHT, this.width * left, WAIT_HEIGHT);
	}

	private paintCurve(
		context: CanvasRenderingContext2D,
		view: View,
		multiplier: number,
		colour: string,
	): void {
		const { width, height } = this;
		const points = curveTo(view, multiplier);
		const floor = PLOT.bottom * height;
		const line = new Path2D();
		for (const { x, y } of points) line.lineTo(x * width, y * height);
		const area = new Path2D(line);
		area.lineTo((points.at(-1)?.x ?? 0) * width, floor);
		area.lineTo(PLOT.left * width, floor);
		const fill = context.createLinearGradient(0, PLOT.top * height, 0, floor);
		fill.addColorStop(0, colour);
		fill.addColorStop(1, `${colour}00`);
		context.globalAlpha = 0.3;
		context.fillStyle = fill;
		context.fill(area);
		context.strokeStyle = colour;
		context.lineCap = context.lineJoin = "round";
		context.globalAlpha = 0.22;
		context.lineWidth = 14 * this.rocketScale();
		context.stroke(line);
		context.globalAlpha = 1;
		context.lineWidth = 5 * this.rocketScale();
		context.stroke(line);
	}

	private paintRocket(
		context: CanvasRenderingContext2D,
		style: FlightStyle,
		{ x, y, angle, scale }: { x: number; y: number; angle: number; scale: number },
		thrust: number,
		now: number,
	): void {
		context.save();
		const tremble = thrust * 0.8;
		context.translate(x + Math.sin(now / 19) * tremble, y + Math.sin(now / 23) * tremble);
		context.rotate(angle);
		context.scale(scale, scale);
		if (thrust > 0) paintFlame(context, style, thrust, now);
		for (const { part, path } of this.rocket) {
			context.fillStyle = style[part];
			context.fill(path);
		}
		context.restore();
	}

	private rocketScale(): number {
		return Math.min(1.25, Math.max(0.7, this.width / FULL_SIZE_WIDTH));
	}

	private fit(): void {
		const { canvas } = this;
		const { clientWidth, clientHeight } = canvas;
		const density = Math.min(2, devicePixelRatio);
		this.width = clientWidth;
		this.height = clientHeight;
		canvas.width = Math.round(clientWidth * density);
		canvas.height = Math.round(clientHeight * density);
		this.context?.setTransform(density, 0, 0, density, 0, 0);
	}
}

/** The thrust before the start, which grows in the last {@link IGNITION_MS}. */
const ignition = (elapsed: number, lasts: number | null): number =>
	Math.max(0, 1 - ((lasts ?? 0) - elapsed) / IGNITION_MS) * 0.55;

const SPARKS = 12;

function paintFlame(
	context: CanvasRenderingContext2D,
	style: FlightStyle,
	thrust: number,
	now: number,
): void {
	const flicker = 1 + 0.16 * Math.sin(now / 31) + 0.1 * Math.sin(now / 13);
	for (const [layer, long, wide] of [
		["flame", 46, 9],
		["flame-heart", 26, 5],
	] as const) {
		context.fillStyle = style[layer];
		context.beginPath();
		context.moveTo(NOZZLE_X, -wide);
		context.quadraticCurveTo(NOZZLE_X - long * 0.4, -wide, NOZZLE_X - long * thrust * flicker, 0);
		context.quadraticCurveTo(NOZZLE_X - long * 0.4, wide, NOZZLE_X, wide);
		context.fill();
	}
	context.fillStyle = style.flame;
	for (let spark = 0; spark < SPARKS; spark++) {
		const age = (now / 620 + (spark * 0.618) ** 2) % 1;
		const size = 3.4 * (1 - age);
		const across = Math.sin(spark * 2.4) * (4 + 16 * age);
		context.globalAlpha = thrust * (1 - age);
		context.fillRect(NOZZLE_X - 24 - 84 * age * thrust, across - size / 2, size, size);
	}
	context.globalAlpha = 1;
}
