import { once } from "node:events";
import { connect, createServer } from "node:net";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { reportFaults } from "~/lib/guarded";
import { createSteadyClock, type Loop } from "~/lib/steady-clock.server";

/** An event loop whose passes the test makes, each late by a given time. */
function createLoop() {
	let now = 0;
	let waiting: { at: number; run: () => void } | undefined;
	const loop: Loop = {
		now: () => now,
		next(ms, run) {
			waiting = { at: now + ms, run };
		},
	};
	return {
		loop,
		/** Makes the next pass. @param lateMs how late it is. */
		pass(lateMs = 0) {
			const next = waiting;
			if (!next) throw new Error("no pass is due");
			waiting = undefined;
			now = Math.max(now, next.at) + lateMs;
			next.run();
		},
		/** Makes punctual passes until `moment`. */
		runTo(moment: number) {
			while (waiting && waiting.at <= moment) this.pass();
			now = Math.max(now, moment);
		},
		isIdle: () => waiting === undefined,
		wait(ms: number) {
			now += ms;
		},
	};
}

function open() {
	const made = createLoop();
	const clock = createSteadyClock({ loop: made.loop });
	const ran: string[] = [];
	const at = (moment: number, name = `${moment}`) =>
		clock.at(moment, () => ran.push(`${name} at ${made.loop.now()}`));
	return { ...made, clock, ran, at, runTo: made.runTo.bind(made), pass: made.pass };
}

describe("a clock without stalls", () => {
	it("runs calls at their moments, in their order, and then does nothing", () => {
		const { at, ran, runTo, isIdle } = open();
		at(130);
		at(50);
		at(50, "second");
		runTo(1000);
		expect(ran).toEqual(["50 at 50", "second at 50", "130 at 130"]);
		expect(isIdle()).toBe(true);
	});
});

describe("a stall", () => {
	it("does not count, and the clock stands still for 100 ms after it", () => {
		const { at, ran, runTo, pass, clock } = open();
		at(130);
		runTo(100);
		expect(clock.now()).toBe(100);
		pass(500);
		expect(clock.now()).toBe(100);
		runTo(5000);
		// 30 ms were left, the pass after 20 ms was late by 500 ms, and the rest took 100 ms.
		expect(ran).toEqual(["130 at 750"]);
	});

	it("that repeats does not stop the clock: passes of 500 ms advance it by at least a hundredth of the time", () => {
		const { at, pass, clock, loop } = open();
		at(1_000_000);
		for (let stalls = 0; stalls < 1000; stalls++) pass(480);
		expect(clock.now() / loop.now()).toBeGreaterThan(0.01);
	});
});

it("stands still while it is held, and goes on where it was", () => {
	const made = createLoop();
	let isHeld = false;
	const clock = createSteadyClock({ loop: made.loop, isHeld: () => isHeld });
	let ranAt: number | undefined;
	clock.at(130, () => (ranAt = made.loop.now()));
	made.runTo(100);
	isHeld = true;
	made.runTo(10_100);
	expect([clock.now(), ranAt]).toEqual([100, undefined]);
	isHeld = false;
	made.runTo(20_000);
	expect(ranAt).toBe(10_130);
});

it("a call that throws is reported, and the others run", () => {
	const made = createLoop();
	const errors: unknown[] = [];
	reportFaults((error) => errors.push(error));
	onTestFinished(() => reportFaults((error) => console.error(error)));
	const clock = createSteadyClock({ loop: made.loop });
	let ran = 0;
	const failure = new Error("of the first call");
	clock.at(10, () => {
		throw failure;
	});
	clock.at(10, () => (ran += 1));
	clock.at(20, () => (ran += 1));
	made.runTo(100);
	expect([errors, ran]).toEqual([[failure], 2]);
});

it("never goes back, never runs a call before its moment, and advances by at most 50 ms in a pass, however late a pass is", () => {
	fc.assert(
		fc.property(
			fc.array(fc.record({ late: fc.nat(700), call: fc.option(fc.nat(400)) }), { minLength: 1 }),
			(passes) => {
				const { clock, loop, pass, runTo, isIdle } = open();
				clock.at(1_000_000, () => {});
				let before = clock.now();
				/** How long after its moment each call has run. */
				const waits: number[] = [];
				for (const { late, call } of passes) {
					if (call !== null) {
						const moment = clock.now() + call;
						clock.at(moment, () => void waits.push(clock.now() - moment));
					}
					pass(late);
					expect(clock.now()).toBeGreaterThanOrEqual(before);
					expect(clock.now() - before).toBeLessThanOrEqual(50);
					before = clock.now();
				}
				expect(isIdle()).toBe(false);
				runTo(loop.now() + 1000);
				expect(waits).toHaveLength(passes.filter(({ call }) => call !== null).length);
				expect(Math.min(0, ...waits)).toBe(0);
			},
		),
		{ seed: 20261125 },
	);
});

it("reads what a socket has received during a stall of the process before a call that is due in it", async () => {
	const server = createServer().listen(0, "127.0.0.1");
	await once(server, "listening");
	const sender = connect((server.address() as { port: number }).port, "127.0.0.1");
	const [receiver] = await once(server, "connection");
	const events: string[] = [];
	receiver.on("data", () => events.push("received"));
	const clock = createSteadyClock();
	const ran = new Promise<void>((resolve) => {
		clock.at(clock.now() + 30, () => {
			events.push("called");
			resolve();
		});
	});
	sender.write("x");
	const until = performance.now() + 60;
	while (performance.now() < until);
	await ran;
	expect(events).toEqual(["received", "called"]);
	sender.destroy();
	server.close();
});
