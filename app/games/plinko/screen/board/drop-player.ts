import { BoardPainter, type Face, type Painter } from "./board-painter";
import { startsForSlot } from "./drop-index";
import { DropQueue, type Simulation } from "./drop-queue";
import { DropSimulation } from "./physics";
import { Scene } from "./scene";

/** Milliseconds between the releases of two balls. */
export const RELEASE_MS = 150;
/**
 * ms per frame that may be spent on simulating the next falls. A fall takes about 1 ms, and one is needed every nine
 * frames.
 */
const BUDGET_MS = 1;
/** ms of a task of {@link warmUp}. */
const WARM_UP_MS = 4;

export interface DropPlayerOptions {
	/** The labels of the slots; required with a canvas. */
	face?: () => Face;
	/** Called once for each ball, when it comes to rest. */
	onLand?: ((ball: number, slot: number) => void) | undefined;
	/** Called once for each `play`, after the last `onLand`. */
	onDone?: (() => void) | undefined;
	/** Called when a ball touches a peg (its index in PEGS). */
	onPegHit?: ((peg: number) => void) | undefined;
	/** Returns a random whole number from 0 to `count - 1`. It affects only the animation. */
	pick?: (count: number) => number;
	startsFor?: (slot: number) => readonly number[];
	simulate?: (start: number) => Simulation;
	/** Replaces the browser's clock and frames. */
	clock?: Clock;
}

export interface Clock {
	/** Milliseconds on the scale of the time given to frames. */
	now(): number;
	request(frame: (now: number) => void): number;
	cancel(handle: number): void;
}

const browserClock: Clock = {
	now: () => performance.now(),
	request: (frame) => requestAnimationFrame(frame),
	cancel: (handle) => cancelAnimationFrame(handle),
};

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

/**
 * Animates balls that fall into slots that were drawn before. It decides nothing: each fall is simulated before its
 * release and shown only if it ends in the drawn slot; otherwise the ball appears there immediately. A hidden page and
 * reduced motion end the animation.
 */
export class DropPlayer {
	private readonly clock: Clock;
	private readonly painter: Painter;
	private readonly listening = new AbortController();
	private scene = new Scene([]);
	private queue: DropQueue | undefined;
	private frameHandle: number | undefined;
	private released = 0;
	private nextRelease = 0;
	private readonly onFrame = (now: number): void => this.frame(now);

	/** @param target the canvas to draw on, or a painter that replaces it. */
	constructor(
		target: HTMLCanvasElement | Painter,
		private readonly options: DropPlayerOptions = {},
	) {
		this.clock = options.clock ?? browserClock;
		this.painter = "getContext" in target ? new BoardPainter(target, options.face) : target;
		this.painter.onStale = () => this.paint(this.clock.now());
		this.listen();
		this.paint(this.clock.now());
	}

	/** True while balls have yet to land. */
	get playing(): boolean {
		return this.queue !== undefined;
	}

	/** Starts a drop, one ball for each drawn slot. A drop that still plays is finished first, with its callbacks. */
	play(slots: readonly number[]): void {
		this.finish();
		const { startsFor = startsForSlot, pick, simulate } = this.options;
		const now = this.clock.now();
		this.scene = new Scene(slots);
		this.queue = new DropQueue(slots, { startsFor, pick, simulate });
		this.released = 0;
		this.nextRelease = now;
		if (motionUnwanted() || slots.length === 0) {
			this.finish();
			return;
		}
		this.prepare();
		this.wake();
	}

	/** Skips to the result: every remaining ball lands now, with the callbacks. Does nothing if no drop plays. */
	finish(): void {
		if (!this.playing) return;
		const { scene } = this;
		const now = this.clock.now();
		const left = scene.balls.filter((ball) => !ball.landed);
		for (const ball of left) {
			const drop = this.queue?.drops[ball.index];
			scene.rest(ball, drop ?? undefined, now);
		}
		this.queue = undefined;
		scene.still();
		this.paint(now);
		for (const ball of left) this.options.onLand?.(ball.index, ball.slot);
		this.options.onDone?.();
	}

	/** Releases the canvas and all listeners. A drop that plays ends without callbacks. */
	dispose(): void {
		this.listening.abort();
		this.queue = undefined;
		this.sleep();
		this.painter.dispose?.();
	}

	/** The resting position of a ball of the last drop, in board units; undefined until it has landed. */
	restingPlace(ball: number): { x: number; y: number } | undefined {
		const found = this.scene.balls[ball];
		return found?.landed ? { x: found.x, y: found.y } : undefined;
	}

	private frame(now: number): void {
		this.frameHandle = undefined;
		if (this.playing) {
			this.prepare();
			this.release(now);
			this.fall(now);
		}
		// A callback may have started the next drop, which has requested its own frame.
		if (this.paint(now) || this.playing) this.wake();
	}

	private prepare(): void {
		const { now } = this.clock;
		if (this.queue && !this.queue.complete) this.queue.advance(now, now() + BUDGET_MS);
	}

	private release(now: number): void {
		const { scene, queue } = this;
		while (queue && this.released < scene.balls.length && now >= this.nextRelease) {
			const drop = queue.drops[this.released];
			if (drop === undefined) {
				// Not simulated in time: the following balls keep their distance from this one.
				this.nextRelease = now;
				return;
			}
			scene.release(this.released++, drop, this.nextRelease);
			this.nextRelease += RELEASE_MS;
		}
	}

	private fall(now: number): void {
		const { scene, queue, options } = this;
		for (const ball of scene.balls) {
			if (!ball.released || ball.landed) continue;
			scene.move(ball, now, options.onPegHit);
			if (!ball.landed) continue;
			options.onLand?.(ball.index, ball.slot);
			// The callback may have finished this drop.
			if (this.queue !== queue) return;
		}
		if (scene.landed < scene.balls.length) return;
		this.queue = undefined;
		options.onDone?.();
	}

	/** @returns true while something on the board still moves or fades */
	private paint(now: number): boolean {
		return this.painter.paint(this.scene, now);
	}

	private wake(): void {
		this.frameHandle ??= this.clock.request(this.onFrame);
	}

	private sleep(): void {
		if (this.frameHandle !== undefined) this.clock.cancel(this.frameHandle);
		this.frameHandle = undefined;
	}

	private listen(): void {
		if (typeof document === "undefined" || typeof matchMedia === "undefined") return;
		const finish = (): void => {
			if (motionUnwanted()) this.finish();
		};
		const { signal } = this.listening;
		document.addEventListener("visibilitychange", finish, { signal });
		matchMedia(REDUCED_MOTION).addEventListener("change", finish, { signal });
	}
}

/** Simulates one fall and discards it, in short tasks, so that the code is compiled before the first drop. */
export function warmUp(): void {
	const simulation = new DropSimulation(startsForSlot(0)[0] ?? 0);
	const advance = () => {
		const until = performance.now() + WARM_UP_MS;
		while (!simulation.step()) if (performance.now() > until) return void setTimeout(advance);
	};
	advance();
}

/** True for a hidden page, which gets no frames, and under reduced motion. */
function motionUnwanted(): boolean {
	if (typeof document === "undefined" || typeof matchMedia === "undefined") return false;
	return document.hidden || matchMedia(REDUCED_MOTION).matches;
}
