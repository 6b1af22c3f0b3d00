import { BALL_RADIUS, FLOOR_Y, PEGS, SLOTS, slotCentre } from "./geometry";
import type { Drop } from "./physics";

/** Playback runs on the step of the physics. */
const STEPS_PER_MS = 60 / 1000;

export interface Ball {
	readonly index: number;
	readonly slot: number;
	drop: Drop | undefined;
	released: boolean;
	landed: boolean;
	releasedAt: number;
	landedAt: number;
	/** Steps since the release, with a fraction. */
	at: number;
	/** Entries of the drop's hits that are already played. */
	hitsSeen: number;
	x: number;
	y: number;
}

/** The state of one drop's animation. Times are ms of the player's clock, positions board units. */
export class Scene {
	readonly balls: readonly Ball[];
	/** When each peg was last touched, and each slot last reached. */
	readonly pegTouched = new Float64Array(PEGS.length).fill(Number.NEGATIVE_INFINITY);
	readonly slotReached = new Float64Array(SLOTS).fill(Number.NEGATIVE_INFINITY);
	/** The ball that landed last in each slot, -1 for none. */
	readonly lastIn = new Int16Array(SLOTS).fill(-1);
	/** Balls that have landed. */
	landed = 0;

	/** @param slots the drawn slot of each ball. */
	constructor(slots: readonly number[]) {
		this.balls = slots.map((slot, index) => ({
			index,
			slot,
			drop: undefined,
			released: false,
			landed: false,
			releasedAt: 0,
			landedAt: 0,
			at: 0,
			hitsSeen: 0,
			x: 0,
			y: 0,
		}));
	}

	/** Releases a ball at `now`. With null, the ball appears in its slot at the next {@link move}. */
	release(index: number, drop: Drop | null, now: number): void {
		const ball = this.balls[index];
		if (ball === undefined) return;
		ball.drop = drop ?? undefined;
		ball.released = true;
		ball.releasedAt = now;
	}

	/**
	 * Moves a released ball to its position at `now`, and reports the pegs that it has touched since the last call (index
	 * in PEGS). Lands the ball at the end of its fall; do not call it for a landed ball.
	 */
	move(ball: Ball, now: number, onPegHit?: (peg: number) => void): void {
		const { drop } = ball;
		if (drop === undefined) {
			this.rest(ball, undefined, now);
			return;
		}
		ball.at = Math.max(0, (now - ball.releasedAt) * STEPS_PER_MS);
		while (ball.hitsSeen < drop.hits.length && (drop.hits[ball.hitsSeen] ?? 0) <= ball.at) {
			const peg = drop.hits[ball.hitsSeen + 1] ?? 0;
			ball.hitsSeen += 2;
			this.pegTouched[peg] = now;
			onPegHit?.(peg);
		}
		if (ball.at >= drop.points.length / 2 - 1) {
			this.rest(ball, drop, now);
			return;
		}
		ball.x = along(drop.points, ball.at, 0);
		ball.y = along(drop.points, ball.at, 1);
	}

	/**
	 * Lands a ball at the end of its fall, or in the middle of its slot without one. Call it once per ball, and not for a
	 * ball that {@link move} has landed.
	 */
	rest(ball: Ball, drop: Drop | undefined, now: number): void {
		const last = drop ? drop.points.length - 2 : 0;
		ball.drop = drop;
		ball.released = true;
		ball.landed = true;
		ball.landedAt = now;
		ball.x = drop?.points[last] ?? slotCentre(ball.slot);
		ball.y = drop?.points[last + 1] ?? FLOOR_Y - BALL_RADIUS;
		this.landed++;
		this.slotReached[ball.slot] = now;
		this.lastIn[ball.slot] = ball.index;
	}

	/** Ends every glow and flash, for a result that is shown without motion. */
	still(): void {
		this.pegTouched.fill(Number.NEGATIVE_INFINITY);
		this.slotReached.fill(Number.NEGATIVE_INFINITY);
		for (const ball of this.balls) ball.landedAt = Number.NEGATIVE_INFINITY;
	}
}

/**
 * The interpolated coordinate (axis 0 is x, 1 is y) of a fall after `at` steps, which may be fractional. It does not
 * clamp: `at` must be from 0 to the fall's last step.
 */
export function along(points: Float32Array, at: number, axis: 0 | 1): number {
	const step = Math.floor(at);
	const from = points[2 * step + axis] ?? 0;
	const to = points[2 * step + 2 + axis] ?? from;
	return from + (to - from) * (at - step);
}
