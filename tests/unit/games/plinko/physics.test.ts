import Matter from "matter-js";
import { describe, expect, test } from "vitest";
import { START_SCALE, startsForSlot } from "~/games/plinko/screen/board/drop-index";
import {
	BALL_RADIUS,
	BOARD_HEIGHT,
	DropSimulation,
	FLOOR_Y,
	PEGS,
	SLOTS,
	simulateDrop,
	slotAt,
	slotLeft,
	WALL_HALF,
} from "~/games/plinko/screen/board/physics";

const slots = Array.from({ length: SLOTS }, (_, slot) => slot);
const every = slots.flatMap((slot) => startsForSlot(slot).map((start) => ({ slot, start })));

describe("the geometry", () => {
	test("has 14 rows of 3 to 16 pegs symmetrically above 15 slots", () => {
		expect(PEGS).toHaveLength(133);
		expect(slots.map((slot) => slotAt(slotLeft(slot) + 1))).toEqual(slots);
		expect(slotAt(slotLeft(0) - 1)).toBeUndefined();
		expect(slotAt(slotLeft(SLOTS))).toBeUndefined();
		expect(BOARD_HEIGHT).toBeGreaterThan(FLOOR_Y);
	});
});

describe("the index of starts", () => {
	test.each(slots)("has at least 64 different starts near the middle for slot %i", (slot) => {
		const starts = startsForSlot(slot);
		expect(starts.length).toBeGreaterThanOrEqual(64);
		expect(new Set(starts).size).toBe(starts.length);
		expect(starts.every((start) => Math.abs(start) <= 20)).toBe(true);
		expect(starts.every((start) => start === Math.round(start * START_SCALE) / START_SCALE)).toBe(true);
	});

	test.each(slots)(
		"has only starts for slot %i that lead into it on different paths in 2.5 to 4.5 s",
		(slot) => {
			const paths = startsForSlot(slot).map((start) => {
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
				return drop?.hits.filter((_, at) => at % 2 === 1).join();
			});
			expect(new Set(paths).size).toBe(paths.length);
		},
	);

	test("has no starts for a slot that does not exist", () => {
		expect(startsForSlot(-1)).toEqual([]);
		expect(startsForSlot(SLOTS)).toEqual([]);
	});
});

describe("the simulation", () => {
	test("of a fall does not depend on earlier or concurrent simulations", () => {
		const sample = every.filter((_, at) => at % 61 === 0);
		const before = sample.map(({ start }) => simulateDrop(start));
		for (let other = 0; other < 1000; other++) Matter.Engine.create();
		for (let id = 0; id < 5000; id++) Matter.Common.nextId();
		for (let at = 0; at < 1000; at++) simulateDrop(((at * 37) % 400) / 10 - 20);
		expect(sample.map(({ start }) => simulateDrop(start))).toEqual(before);

		const together = sample.map(({ start }) => new DropSimulation(start));
		for (let left = together; left.length > 0; ) left = left.filter((simulation) => !simulation.step());
		expect(together.map(({ result }) => result)).toEqual(before);
	});

	test("has no result for a ball that starts beside the pegs", () => {
		expect(simulateDrop(200)).toBeUndefined();
	});

	test("does not change after it is finished", () => {
		const simulation = new DropSimulation(every[0]?.start ?? 0);
		while (!simulation.step());
		const { result } = simulation;
		expect(simulation.step()).toBe(true);
		expect(simulation.result).toBe(result);
	});

	test("records touches in order, of existing pegs, within the fall", () => {
		const drop = simulateDrop(every[0]?.start ?? 0);
		const steps = [...(drop?.hits ?? [])].filter((_, at) => at % 2 === 0);
		const pegs = [...(drop?.hits ?? [])].filter((_, at) => at % 2 === 1);
		expect(steps).toEqual([...steps].sort((a, b) => a - b));
		expect(steps.length).toBeGreaterThanOrEqual(12);
		expect(Math.max(...steps)).toBeLessThan((drop?.points.length ?? 0) / 2);
		expect(Math.max(...pegs)).toBeLessThan(PEGS.length);
	});
});
