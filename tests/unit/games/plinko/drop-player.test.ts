import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { fallInto, startsForSlot } from "~/games/plinko/screen/board/drop-index";
import { type Ball, DropPlayer, RELEASE_MS } from "~/games/plinko/screen/board/drop-player";

const page = Object.assign(new EventTarget(), { hidden: false });
const query = Object.assign(new EventTarget(), { matches: false });
let time: number;
let frames: Map<number, (now: number) => void>;

beforeEach(() => {
	time = 1000;
	frames = new Map();
	page.hidden = query.matches = false;
	vi.spyOn(performance, "now").mockImplementation(() => time);
	vi.stubGlobal("document", page);
	vi.stubGlobal("matchMedia", () => query);
	let handle = 0;
	vi.stubGlobal("requestAnimationFrame", (frame: (now: number) => void) => {
		frames.set(++handle, frame);
		return handle;
	});
	vi.stubGlobal("cancelAnimationFrame", (handle: number) => void frames.delete(handle));
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.unstubAllGlobals();
});

/** Passes time, and runs the requested frames. */
function pass(milliseconds: number): void {
	time += milliseconds;
	const due = [...frames.values()];
	frames.clear();
	for (const frame of due) frame(time);
}
function passAll(milliseconds: number): void {
	for (let frame = 0; frame < 10_000 && frames.size > 0; frame++) pass(milliseconds);
}

/** A player with a painter that draws nothing. `log` holds its callbacks. */
function open(onLand = (_player: DropPlayer<string>) => {}) {
	const log: string[] = [];
	let painted: readonly Ball[] = [];
	const painter = {
		paint(balls: readonly Ball[]) {
			painted = balls;
			return false;
		},
		dispose: vi.fn(),
	};
	const player: DropPlayer<string> = new DropPlayer(painter, {
		onLand(drop, ball, slot) {
			log.push(`${drop} lands ${ball} in ${slot}`);
			onLand(player);
		},
		onDone: (drop) => log.push(`${drop} done`),
		onPegHit() {},
	});
	return { painter, log, player, balls: () => painted };
}
const landings = (slots: readonly number[]) => slots.map((slot, at) => `a lands ${at} in ${slot}`).sort();

test.each([8, 33])("balls are released 150 ms apart and land once each, with frames %d ms apart", (frame) => {
	const { log, player, balls } = open();
	const slots = [7, 0, 14, 7, 3];
	player.play("a", slots);
	passAll(frame);
	expect(balls().map(({ releasedAt }) => releasedAt)).toEqual(slots.map((_, at) => 1000 + at * RELEASE_MS));
	expect(balls().map(({ fall }) => fall?.slot)).toEqual(slots);
	expect([log.slice(0, -1).sort(), log.at(-1)]).toEqual([landings(slots), "a done"]);
});

test("after a late frame all due balls are released at their own times", () => {
	const { player, balls } = open();
	player.play("a", [7, 7, 7, 7]);
	pass(400);
	expect(balls().map(({ releasedAt }) => releasedAt)).toEqual([1000, 1150, 1300, Number.POSITIVE_INFINITY]);
});

test("a start that leads to another slot or to none is not shown, and one of another ball only without a free one", () => {
	const [wrong = 0] = startsForSlot(3);
	const [first = 0, second = 0] = startsForSlot(7);
	const taken = new Set<number>();
	vi.spyOn(Math, "random").mockReturnValue(0);
	const fall = () => fallInto(7, taken, [wrong, 500, first, second]);
	expect(fall()?.slot).toBe(7);
	expect([...taken]).toEqual([wrong, 500, first]);
	const other = fall();
	expect([...taken].at(-1)).toBe(second);
	expect(other?.hits).not.toEqual(fall()?.hits);
	expect([fallInto(7, taken, [wrong, 500]), fallInto(7, taken, [])]).toEqual([undefined, undefined]);
	// Such a ball appears in its slot.
	const { log, player } = open();
	player.play("a", [-1, 4]);
	passAll(20);
	expect(log).toEqual(["a lands 0 in -1", "a lands 1 in 4", "a done"]);
});

describe("finishing a drop", () => {
	test("lands each remaining ball once and then calls onDone once, and does nothing without a drop", () => {
		const { log, player } = open();
		player.finish();
		expect(log).toEqual([]);
		const slots = Array.from({ length: 30 }, (_, at) => at % 15);
		player.play("a", slots);
		while (log.length < 3) pass(16);
		player.finish();
		player.finish();
		passAll(16);
		expect([log.slice(0, -1).sort(), log.at(-1)]).toEqual([landings(slots), "a done"]);
		player.play("a", []);
		expect(log.at(-1), "a drop without balls").toBe("a done");
	});

	test("lands each ball once when it is called from onLand", () => {
		const { log, player } = open((of) => of.finish());
		player.play("a", [7, 7, 7]);
		passAll(16);
		expect([log.slice(0, -1).sort(), log.at(-1)]).toEqual([landings([7, 7, 7]), "a done"]);
	});

	test("happens without callbacks on dispose", () => {
		const { painter, log, player } = open();
		player.play("a", [3]);
		player.dispose();
		pass(10_000);
		page.hidden = true;
		page.dispatchEvent(new Event("visibilitychange"));
		expect([log.length, frames.size, painter.dispose.mock.calls.length]).toEqual([0, 0, 1]);
	});

	test("happens when the page becomes hidden, and under reduced motion before a drop and during it", () => {
		const { log, player } = open();
		player.play("a", [7, 7]);
		pass(16);
		page.hidden = true;
		page.dispatchEvent(new Event("visibilitychange"));
		expect(log.splice(0)).toEqual(["a lands 0 in 7", "a lands 1 in 7", "a done"]);
		page.hidden = false;
		player.play("a", [7]);
		pass(16);
		query.matches = true;
		query.dispatchEvent(new Event("change"));
		player.play("a", [4]);
		expect(log).toEqual(["a lands 0 in 7", "a done", "a lands 0 in 4", "a done"]);
	});
});

test("a drop that starts while balls fall releases its balls after them, and each drop ends once", () => {
	vi.spyOn(Math, "random").mockReturnValue(0);
	const { log, player, balls } = open();
	player.play("a", [7, 7, 3]);
	pass(16);
	player.play("b", [4, 4]);
	passAll(16);
	expect(balls().map(({ releasedAt }) => releasedAt)).toEqual([1000, 1150, 1300, 1450, 1600]);
	expect(log.filter((entry) => entry.endsWith("done")).sort()).toEqual(["a done", "b done"]);
	expect([log.length, new Set(log).size]).toEqual([7, 7]);
	player.play("c", [1]);
	expect(balls()).toHaveLength(5);
	passAll(16);
	expect(balls()).toHaveLength(1);

	log.length = 0;
	player.play("d", [7, 7]);
	while (log.length === 0) pass(16);
	player.play("e", [2]);
	player.finish();
	expect(log.slice(0, 2).sort()).toEqual(["d lands 0 in 7", "d lands 1 in 7"]);
	expect(log.slice(2)).toEqual(["e lands 0 in 2", "d done", "e done"]);
});
