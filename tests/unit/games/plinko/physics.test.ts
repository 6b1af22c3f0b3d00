import { createHash } from "node:crypto";
import Matter from "matter-js";
import { expect, test } from "vitest";
import { startsForSlot } from "~/games/plinko/screen/board/drop-index";
import {
	BALL_RADIUS,
	FLOOR_Y,
	PEGS,
	SLOTS,
	simulateDrop,
	slotAt,
	slotLeft,
	stepsOfDrop,
	WALL_HALF,
} from "~/games/plinko/screen/board/physics";
import { sized } from "../../../support/test-size";

const slots = Array.from({ length: SLOTS }, (_, slot) => slot);
/** Every 16th start of each slot, or with TEST_LONG=1 every start. */
const sample = slots.flatMap((slot) =>
	startsForSlot(slot).flatMap((start, at) => (at % sized(16, 1) === 0 ? [{ slot, start }] : [])),
);

test("the board has 14 rows of 3 to 16 pegs above 15 slots", () => {
	expect(PEGS).toHaveLength(133);
	expect(slots.map((slot) => slotAt(slotLeft(slot) + 1))).toEqual(slots);
	expect([slotAt(slotLeft(0) - 1), slotAt(slotLeft(SLOTS))]).toEqual([undefined, undefined]);
});

test("the index has at least 64 different starts near the middle for each slot", () => {
	for (const slot of slots) {
		const starts = startsForSlot(slot);
		expect(new Set(starts).size).toBe(starts.length);
		expect(starts.length).toBeGreaterThanOrEqual(64);
		expect(starts.every((start) => Math.abs(start) <= 20)).toBe(true);
	}
	expect([startsForSlot(-1), startsForSlot(SLOTS)]).toEqual([[], []]);
});

test("the starts of a slot lead into it on different paths in 2.5 to 4.5 s", () => {
	const paths = new Set<string>();
	for (const { slot, start } of sample) {
		const drop = simulateDrop(start);
		expect(drop?.slot).toBe(slot);
		const points = drop?.points ?? new Float32Array(2);
		const [x = 0, y = 0] = points.subarray(-2);
		expect(x - BALL_RADIUS).toBeGreaterThan(slotLeft(slot) + WALL_HALF - 1);
		expect(x + BALL_RADIUS).toBeLessThan(slotLeft(slot + 1) - WALL_HALF + 1);
		expect(Math.abs(y - (FLOOR_Y - BALL_RADIUS))).toBeLessThan(1);
		const seconds = (points.length / 2 - 1) / 60;
		expect(seconds).toBeGreaterThanOrEqual(2.5);
		expect(seconds).toBeLessThanOrEqual(4.5);
		paths.add(`${slot} ${drop?.hits.filter((_, at) => at % 2 === 1).join()}`);
	}
	expect(paths.size).toBe(sample.length);
});

test("all falls are those of the whole of matter-js 0.20.0, bit for bit", () => {
	const hash = createHash("sha256");
	for (const start of slots.flatMap(startsForSlot)) {
		const { points = [], hits = [] } = simulateDrop(start) ?? {};
		hash.update(new Uint8Array(Float32Array.from(points).buffer));
		hash.update(new Uint8Array(Uint16Array.from(hits).buffer));
	}
	expect(hash.digest("hex")).toBe("9ae0254ddc364e64944e351573ad98b7f9d5b8983ddb2b15671a58740f075984");
});

test("the simulation of a fall does not depend on earlier or concurrent simulations", () => {
	const few = sample.filter((_, at) => at % 6 === 0).map(({ start }) => start);
	const before = few.map(simulateDrop);
	Matter.Engine.create();
	Matter.Common.nextId();
	simulateDrop(3);
	expect(few.map(simulateDrop)).toEqual(before);
	const together = few.map(stepsOfDrop);
	const results = few.map((): ReturnType<typeof simulateDrop> => undefined);
	for (let left = together.length; left > 0; ) {
		for (const [at, steps] of together.entries()) {
			const { done, value } = steps.next();
			if (!done || !value) continue;
			results[at] = value;
			left -= 1;
		}
	}
	expect(results).toEqual(before);
	expect(simulateDrop(200), "beside the pegs").toBeUndefined();
});
