import { describe, expect, it, vi } from "vitest";
import type { Clock } from "~/lib/clock";
import { createTicker } from "~/live/ticker.server";

/** A clock that advances only in `goTo`, which runs due timers at their moments. */
function manualClock() {
	let time = 1000;
	let due: { moment: number; run: () => void }[] = [];
	const clock: Clock = {
		now: () => time,
		at(moment, run) {
			const entry = { moment, run };
			due.push(entry);
			return () => {
				due = due.filter((other) => other !== entry);
			};
		},
	};
	function goTo(moment: number) {
		for (;;) {
			const next = due.sort((a, b) => a.moment - b.moment)[0];
			if (!next || next.moment > moment) break;
			due.shift();
			time = Math.max(time, next.moment);
			next.run();
		}
		time = moment;
	}
	return { clock, goTo, pending: () => due.length, stall: (ms: number) => (time += ms) };
}

function open(costs: () => number = () => 0) {
	const manual = manualClock();
	const moments: number[] = [];
	const send = vi.fn(() => {
		moments.push(manual.clock.now() - 1000);
		return costs();
	});
	const ticker = createTicker({ clock: manual.clock, send });
	return { ...manual, ticker, send, moments, goTo: (ms: number) => manual.goTo(1000 + ms) };
}

it("a ticker sends at every tick after the start until it is stopped", () => {
	const { ticker, moments, goTo, pending } = open();
	ticker.start(1000);
	goTo(350);
	ticker.stop();
	goTo(1000);
	expect(moments).toEqual([100, 200, 300]);
	expect(pending()).toBe(0);
});

it("a ticker counts from a start in the past", () => {
	const { ticker, moments, goTo } = open();
	ticker.start(960);
	goTo(250);
	expect(moments).toEqual([60, 160]);
});

it("a ticker skips ticks missed during a stall and is on time afterwards", () => {
	const { ticker, moments, goTo, stall } = open();
	ticker.start(1000);
	goTo(100);
	stall(370);
	goTo(700);
	expect(moments).toEqual([100, 470, 500, 600, 700]);
});

it("a ticker sends no tick twice when a timer fires a fraction of a millisecond early", () => {
	let time = 1000;
	const moments: number[] = [];
	let run = () => {};
	const clock: Clock = {
		now: () => time,
		at(moment, next) {
			moments.push(moment);
			run = next;
			return () => {};
		},
	};
	createTicker({ clock, send: () => 0 }).start(1000);
	time = 1099.6;
	run();
	expect(moments).toEqual([1100, 1200]);
});

describe("the interval of a ticker", () => {
	it.each([
		[20, 100],
		[25, 100],
		[30, 200],
		[140, 600],
	])("for a send duration of %d ms is %d ms, so that three quarters of the time are free", (ms, interval) => {
		const { ticker, moments, goTo } = open(() => ms);
		ticker.start(1000);
		goTo(20_000);
		expect(ticker.interval()).toBe(interval);
		const last = moments.slice(-3);
		expect(last.map((moment) => moment % interval)).toEqual([0, 0, 0]);
		expect((last[2] ?? 0) - (last[1] ?? 0)).toBe(interval);
	});
});
