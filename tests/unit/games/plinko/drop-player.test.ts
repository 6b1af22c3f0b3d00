import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { startsForSlot } from "~/games/plinko/screen/board/drop-index";
import { RELEASE_MS } from "~/games/plinko/screen/board/drop-player";
import { DropSimulation, FLOOR_Y, slotAt, slotCentre } from "~/games/plinko/screen/board/physics";
import { setUp } from "./drop-player.setup";

describe("playing a drop", () => {
	test.each([8, 33])("releases balls 150 ms apart and lands each once, with frames %d ms apart", (frame) => {
		const { clock, painter, log, player } = setUp();
		const slots = [7, 0, 14, 7, 3];
		const start = clock.time;
		player.play(slots);
		clock.passUntilIdle(frame);
		const balls = painter.scene?.balls ?? [];
		expect(balls.map((ball) => ball.releasedAt - start)).toEqual(slots.map((_, at) => at * RELEASE_MS));
		expect(log.slice(0, -1).sort()).toEqual(slots.map((slot, at) => `land ${at} in ${slot}`).sort());
		expect(log.at(-1)).toBe("done");
		expect(player.playing).toBe(false);
		expect(slots.map((_, at) => slotAt(player.restingPlace(at)?.x ?? -1))).toEqual(slots);
	});

	test("releases all due balls at their own times after a late frame", () => {
		const { clock, painter, player } = setUp();
		player.play([7, 7, 7, 7]);
		const start = clock.time;
		clock.pass(400);
		expect(painter.scene?.balls.map((ball) => ball.released)).toEqual([true, true, true, false]);
		expect(painter.scene?.balls[2]?.releasedAt).toBe(start + 300);
	});
});

describe("incorrect entries of the index", () => {
	test("are skipped if they lead to another slot", () => {
		const wrong = startsForSlot(3)[0] ?? 0;
		const right = startsForSlot(7)[0] ?? 0;
		const tried: number[] = [];
		const { clock, painter, log, player } = setUp({
			startsFor: () => [wrong, 500, right],
			simulate: (start) => {
				tried.push(start);
				return new DropSimulation(start);
			},
		});
		player.play([7]);
		clock.passUntilIdle(20);
		expect(tried).toEqual([wrong, 500, right]);
		expect(log).toEqual(["land 0 in 7", "done"]);
		expect(painter.scene?.balls[0]?.drop?.slot).toBe(7);
	});

	test.each([
		["leads to it", [startsForSlot(3)[0] ?? 0]],
		["exists", []],
	])("place the ball directly in its slot when no start %s", (_, starts) => {
		const { clock, log, player } = setUp({
			startsFor: (slot) => (slot === 7 ? starts : startsForSlot(slot)),
		});
		player.play([7, 4]);
		clock.passUntilIdle(20);
		expect(log).toEqual(["land 0 in 7", "land 1 in 4", "done"]);
		expect(player.restingPlace(0)?.x).toBe(slotCentre(7));
		expect(player.restingPlace(0)?.y).toBeLessThan(FLOOR_Y);
	});
});

describe("finishing a drop", () => {
	test("lands each remaining ball once and then calls onDone once", () => {
		const { clock, log, player } = setUp();
		const slots = Array.from({ length: 30 }, (_, at) => at % 15);
		player.play(slots);
		while (log.length < 3) clock.pass(16);
		player.finish();
		player.finish();
		clock.passUntilIdle(16);
		expect(log.filter((line) => line === "done")).toHaveLength(1);
		expect(log.at(-1)).toBe("done");
		expect([...log.slice(0, -1)].sort()).toEqual(slots.map((slot, at) => `land ${at} in ${slot}`).sort());
		expect(slots.map((_, at) => slotAt(player.restingPlace(at)?.x ?? -1))).toEqual(slots);
	});

	test("lands each ball once when it is called from onLand, and nothing without a drop", () => {
		const { log: none, player: idle } = setUp();
		idle.finish();
		expect(none).toEqual([]);
		idle.play([]);
		expect(none, "a drop without balls").toEqual(["done"]);
		const landed: number[] = [];
		const onDone = vi.fn();
		const onLand = (ball: number) => {
			landed.push(ball);
			player.finish();
		};
		const { clock, player } = setUp({ onLand, onDone });
		player.play([7, 7, 7]);
		clock.passUntilIdle(16);
		expect(landed.sort()).toEqual([0, 1, 2]);
		expect(onDone).toHaveBeenCalledTimes(1);
	});

	test("happens when a new drop starts, but not on dispose", () => {
		const { clock, painter, log, player } = setUp();
		player.play([1]);
		clock.pass(16);
		player.play([2]);
		player.dispose();
		clock.pass(10_000);
		expect(log).toEqual(["land 0 in 1", "done"]);
		expect([clock.idle, painter.disposed]).toEqual([true, 1]);
	});
});

describe("animation that is hidden or unwanted", () => {
	const page = Object.assign(new EventTarget(), { hidden: false });
	const query = Object.assign(new EventTarget(), { matches: false });

	beforeEach(() => {
		page.hidden = query.matches = false;
		vi.stubGlobal("document", page);
		vi.stubGlobal("matchMedia", () => query);
	});
	afterEach(() => vi.unstubAllGlobals());

	test("is skipped when the page becomes hidden, unless the player is disposed", () => {
		const [{ log, player, clock }, disposed] = [setUp(), setUp()];
		disposed.player.dispose();
		player.play([7, 7]);
		clock.pass(16);
		page.hidden = true;
		page.dispatchEvent(new Event("visibilitychange"));
		expect(log).toEqual(["land 0 in 7", "land 1 in 7", "done"]);
		expect(disposed.log).toEqual([]);
	});

	test("is skipped under reduced motion, before a drop and during it", () => {
		const { clock, log, player } = setUp();
		player.play([7]);
		clock.pass(16);
		query.matches = true;
		query.dispatchEvent(new Event("change"));
		player.play([4]);
		expect(log).toEqual(["land 0 in 7", "done", "land 0 in 4", "done"]);
	});
});
