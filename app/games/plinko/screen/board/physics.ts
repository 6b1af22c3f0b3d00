import type { Body, Pair, Vector } from "matter-js";
import Composite from "matter-js/src/body/Composite.js";
import Engine from "matter-js/src/core/Engine.js";
import Events from "matter-js/src/core/Events.js";
import Bodies from "matter-js/src/factory/Bodies.js";
import {
	BALL_RADIUS,
	BOARD_HEIGHT,
	BOARD_WIDTH,
	CENTRE_X,
	FIRST_ROW_Y,
	FLOOR_Y,
	LAST_ROW_Y,
	PEG_RADIUS,
	PEGS,
	ROW_GAP,
	SLOT_WIDTH,
	SLOTS,
	START_Y,
	slotAt,
	slotLeft,
	WALL_HALF,
} from "./geometry";

export * from "./geometry";

/** The fixed step: a varying step, or another one, changes where balls land. */
export const STEP_MS = 1000 / 60;
/** The simulation of a ball that is still moving after this many steps is aborted. */
export const MAX_STEPS = 270;

/** A ball that reached a slot. */
export interface Drop {
	readonly slot: number;
	/** x, y in board units after 0, 1, 2 … steps of {@link STEP_MS}. */
	readonly points: Float32Array;
	/** Pairs of step and peg (its index in PEGS), one for each new contact, in order of time. */
	readonly hits: Uint16Array;
}

const GRAVITY = 0.002;
const AIR = 0.02;
const BOUNCE = 0.55;
/** In its slot a ball loses its spring, so that it comes to rest soon. */
const BOUNCE_IN_SLOT = 0.3;
const SIDES = 16;
/** How far to the side of the outer pegs a ball may stray. */
const STRAY = SLOT_WIDTH * 0.75;

/*
 * A circle is a polygon to matter-js, and its few normals would let most starts fall into the same few
 * paths. So each peg gets a single axis, turned towards the ball before every detection: the bounce is that
 * of true circles, paths diverge, and one axis is quicker to test than sixteen.
 */
const FIXED = { isStatic: true, friction: 0, frictionStatic: 0, restitution: 0 };

const FLOOR_DEPTH = 100;

const box = (left: number, top: number, width: number, height: number): Body =>
	Bodies.rectangle(left + width / 2, top + height / 2, width, height, FIXED);

/** The pegs, the walls and the floor. Fixed ids keep the order of every pair the same. */
const obstacles: readonly Body[] = [
	...PEGS.map(({ x, y }) =>
		Object.assign(Bodies.polygon(x, y, SIDES, PEG_RADIUS, FIXED), { axes: [{ x: 0, y: 1 }] }),
	),
	...Array.from({ length: SLOTS + 1 }, (_, at) =>
		box(slotLeft(at) - WALL_HALF, LAST_ROW_Y, 2 * WALL_HALF, FLOOR_Y - LAST_ROW_Y),
	),
	box(CENTRE_X - BOARD_WIDTH, FLOOR_Y, 2 * BOARD_WIDTH, FLOOR_DEPTH),
].map((body, id) => Object.assign(body, { id }));
const FLOOR_ID = obstacles.length - 1;
const BALL_ID = obstacles.length;

/*
 * Bodies whose bounds do not overlap the ball's do nothing in a step. So the engine gets only the
 * few around the ball's cell, which gives the same path, bit for bit, in a fraction of the time.
 */
const CELL = SLOT_WIDTH / 2;
/** A ball's radius and more than its way in one step. */
const REACH = BALL_RADIUS + 16;
const COLUMNS = Math.ceil(BOARD_WIDTH / CELL);
const LINES = Math.ceil(BOARD_HEIGHT / CELL);
const neighbours: (readonly Body[])[] = [];

/** The bodies that a ball in a cell may touch; none for a cell outside the board. */
function neighboursOf(cell: number): readonly Body[] {
	if (cell < 0 || cell >= COLUMNS * LINES) return [];
	const known = neighbours[cell];
	if (known) return known;
	const left = (cell % COLUMNS) * CELL - REACH;
	const top = Math.floor(cell / COLUMNS) * CELL - REACH;
	const size = CELL + 2 * REACH;
	const near = obstacles.filter(
		({ bounds: { min, max } }) =>
			max.x >= left && min.x <= left + size && max.y >= top && min.y <= top + size,
	);
	neighbours[cell] = near;
	return near;
}

/**
 * Simulates the fall of a ball in a separate engine, one step of {@link STEP_MS} at a time. The same start always gives the
 * same fall.
 * @param start x of the ball's start relative to the board's middle, in board units.
 * @returns undefined for a ball that leaves the board or stalls.
 */
export function* stepsOfDrop(start: number): Generator<void, Drop | undefined, void> {
	const engine = Engine.create({ gravity: { x: 0, y: 1, scale: GRAVITY } });
	const ball = Bodies.polygon(CENTRE_X + start, START_Y, SIDES, BALL_RADIUS, {
		id: BALL_ID,
		inertia: Number.POSITIVE_INFINITY,
		friction: 0,
		frictionStatic: 0,
		frictionAir: AIR,
		restitution: BOUNCE,
	});
	ball.axes = [];
	let cell = -1;
	let near: readonly Body[] = [];
	Events.on(engine, "beforeSolve", () => turnPegs(near, ball.position));
	const points = [ball.position.x, ball.position.y];
	const hits: number[] = [];
	let grounded = false;
	for (let step = 1; step <= MAX_STEPS; step++) {
		const next = Math.floor(ball.position.y / CELL) * COLUMNS + Math.floor(ball.position.x / CELL);
		if (next !== cell) {
			cell = next;
			near = neighboursOf(cell);
			Composite.clear(engine.world, false);
			Composite.add(engine.world, [ball, ...near]);
		}
		Engine.update(engine, STEP_MS);
		const { x, y } = ball.position;
		points.push(x, y);
		for (const { bodyA } of engine.pairs.collisionStart as Pair[]) {
			if (bodyA.id < PEGS.length) hits.push(step, bodyA.id);
			else if (bodyA.id === FLOOR_ID) grounded = true;
		}
		if (y > LAST_ROW_Y) ball.restitution = BOUNCE_IN_SLOT;
		const outerPeg = SLOT_WIDTH * (1 + Math.max(0, y - FIRST_ROW_Y) / ROW_GAP / 2);
		if (Math.abs(x - CENTRE_X) > outerPeg + STRAY || y < 0 || y > FLOOR_Y) return undefined;
		// Slow alone would also be the top of a small bounce.
		if (grounded && ball.speed < 0.5 && y > FLOOR_Y - BALL_RADIUS - 0.5) {
			const slot = slotAt(x);
			return slot === undefined
				? undefined
				: { slot, points: Float32Array.from(points), hits: Uint16Array.from(hits) };
		}
		yield;
	}
	return undefined;
}

function turnPegs(bodies: readonly Body[], { x, y }: Vector): void {
	for (const { id, position, axes } of bodies) {
		const axis = axes[0];
		if (id >= PEGS.length || axis === undefined) continue;
		const dx = x - position.x;
		const dy = y - position.y;
		// Unlike Math.hypot, sqrt is exact in every engine.
		const distance = Math.sqrt(dx * dx + dy * dy);
		axis.x = dx / distance;
		axis.y = dy / distance;
	}
}

/** Simulates a whole fall at once: see {@link stepsOfDrop}. */
export function simulateDrop(start: number): Drop | undefined {
	const steps = stepsOfDrop(start);
	for (;;) {
		const { done, value } = steps.next();
		if (done) return value;
	}
}
