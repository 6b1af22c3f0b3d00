import { fallInto, startsForSlot } from "./drop-index";
import { type Drop, STEP_MS, stepsOfDrop } from "./physics";

/** Milliseconds between the releases of two balls. */
export const RELEASE_MS = 150;
/** ms of a task of {@link warmUp}. */
const WARM_UP_MS = 4;

/** A ball of a drop. Times are ms of the browser's clock. */
export interface Ball {
	readonly slot: number;
	/** Undefined until it is released, and for a ball that appears in its slot. */
	fall: Drop | undefined;
	/** Infinite until then. */
	releasedAt: number;
	/** Infinite until then; -Infinity for a result that is shown without motion. */
	landedAt: number;
	/** Entries of the fall's hits that are reported. */
	hitsSeen: number;
}

/** Steps of the physics since a ball was released, with a fraction. */
export const stepsOf = ({ releasedAt }: Ball, now: number): number =>
	Math.max(0, (now - releasedAt) / STEP_MS);

/** Draws the balls: see `board-painter.ts`. */
export interface Painter {
	/** @returns true while something fades, so that another frame is needed. */
	paint(balls: readonly Ball[], now: number): boolean;
	/** Called when the size or the theme has changed, and the balls must be painted again. */
	onStale?: () => void;
	dispose(): void;
}

export interface Events<Of> {
	/** Called once for each ball of a drop, when it comes to rest. */
	onLand(drop: Of, ball: number, slot: number): void;
	/** Called once for each drop, after its last `onLand`. */
	onDone(drop: Of): void;
	/** Called when a ball touches a peg. */
	onPegHit(): void;
}

const REDUCED_MOTION = "(prefers-reduced-motion: reduce)";

/** A ball of a drop, which `of` names, and its place in it. */
interface DropBall<Of> extends Ball {
	readonly of: Of;
	readonly index: number;
}

const hasLanded = ({ landedAt }: Ball): boolean => landedAt < Number.POSITIVE_INFINITY;

/**
 * Animates balls that fall into slots that were drawn before. It decides nothing: each fall is simulated at its
 * release and shown only if it ends in the drawn slot; otherwise the ball appears there immediately. A hidden page and
 * reduced motion end the animation. Drops may overlap: all their balls are released one after the other, so that a frame costs
 * no more than in one drop.
 */
export class DropPlayer<Of> {
	private readonly listening = new AbortController();
	private balls: readonly DropBall<Of>[] = [];
	private readonly taken = new Set<number>();
	/** The number of balls of each drop that have not landed. */
	private readonly left = new Map<Of, number>();
	private nextRelease = 0;
	private frameHandle: number | undefined;

	constructor(
		private readonly painter: Painter,
		private readonly events: Events<Of>,
	) {
		painter.onStale = () => void this.paint(performance.now());
		const { signal } = this.listening;
		const finish = (): void => {
			if (motionUnwanted()) this.finish();
		};
		document.addEventListener("visibilitychange", finish, { signal });
		matchMedia(REDUCED_MOTION).addEventListener("change", finish, { signal });
		this.paint(performance.now());
	}

	/**
	 * Starts a drop, one ball for each drawn slot. The balls of drops that have ended are removed once all have, and before that
	 * if another ball lies on them.
	 */
	play(of: Of, slots: readonly number[]): void {
		const top = new Map(this.balls.filter(hasLanded).map((ball) => [ball.slot, ball]));
		const kept = this.balls.filter((ball) => !hasLanded(ball) || top.get(ball.slot) === ball);
		const isFirst = this.left.size === 0;
		if (isFirst) this.taken.clear();
		this.balls = [
			...(isFirst ? [] : kept),
			...slots.map((slot, index) => ({
				...{ of, index, slot, fall: undefined, hitsSeen: 0 },
				...{ releasedAt: Number.POSITIVE_INFINITY, landedAt: Number.POSITIVE_INFINITY },
			})),
		];
		this.nextRelease = Math.max(isFirst ? 0 : this.nextRelease, performance.now());
		this.left.set(of, slots.length);
		if (motionUnwanted() || slots.length === 0) this.finish();
		else this.wake();
	}

	/** Skips to the result: every remaining ball lands now, with the callbacks. Does nothing if no drop plays. */
	finish(): void {
		if (this.left.size === 0) return;
		const falling = this.balls.filter((ball) => !hasLanded(ball));
		const drops = [...this.left.keys()];
		this.left.clear();
		for (const ball of this.balls) ball.landedAt = Number.NEGATIVE_INFINITY;
		this.paint(performance.now());
		for (const { of, index, slot } of falling) this.events.onLand(of, index, slot);
		for (const of of drops) this.events.onDone(of);
	}

	/** Releases the canvas and all listeners. A drop that plays ends without callbacks. */
	dispose(): void {
		this.listening.abort();
		this.left.clear();
		if (this.frameHandle !== undefined) cancelAnimationFrame(this.frameHandle);
		this.painter.dispose();
	}

	private frame(now: number): void {
		this.frameHandle = undefined;
		if (this.left.size > 0) {
			this.release(now);
			this.land(now);
		}
		// A callback may have started the next drop, which has requested its own frame.
		if (this.paint(now) || this.left.size > 0) this.wake();
	}

	private release(now: number): void {
		for (const ball of this.balls) {
			if (ball.releasedAt < Number.POSITIVE_INFINITY || hasLanded(ball)) continue;
			if (now < this.nextRelease) return;
			ball.fall = fallInto(ball.slot, this.taken);
			ball.releasedAt = this.nextRelease;
			this.nextRelease += RELEASE_MS;
		}
	}

	private land(now: number): void {
		const { events, left } = this;
		for (const ball of this.balls) {
			// A callback may have finished the drop.
			if (hasLanded(ball) || isFalling(ball, now, events.onPegHit)) continue;
			ball.landedAt = now;
			const others = (left.get(ball.of) ?? 0) - 1;
			if (others > 0) left.set(ball.of, others);
			else left.delete(ball.of);
			events.onLand(ball.of, ball.index, ball.slot);
			if (others === 0) events.onDone(ball.of);
		}
	}

	/** @returns true while something on the board still moves or fades. */
	private paint(now: number): boolean {
		return this.painter.paint(this.balls, now);
	}

	private wake(): void {
		this.frameHandle ??= requestAnimationFrame((now) => this.frame(now));
	}
}

/** Reports the pegs that a ball has touched since the last call. @returns false at the end of its fall. */
function isFalling(ball: Ball, now: number, onPegHit: () => void): boolean {
	if (ball.releasedAt === Number.POSITIVE_INFINITY) return true;
	if (!ball.fall) return false;
	const { hits, points } = ball.fall;
	const at = stepsOf(ball, now);
	for (; (hits[ball.hitsSeen] ?? Number.POSITIVE_INFINITY) <= at; ball.hitsSeen += 2) onPegHit();
	return at < points.length / 2 - 1;
}

/** Simulates one fall and discards it, in short tasks, so that the code is compiled before the first drop. */
export function warmUp(): void {
	const steps = stepsOfDrop(startsForSlot(0)[0] ?? 0);
	const advance = () => {
		const until = performance.now() + WARM_UP_MS;
		while (!steps.next().done) if (performance.now() > until) return void setTimeout(advance);
	};
	advance();
}

/** True for a hidden page, which gets no frames, and under reduced motion. */
const motionUnwanted = (): boolean => document.hidden || matchMedia(REDUCED_MOTION).matches;
