/**
 * A clock for games that stands still while the process does not read its sockets, so that a stall of the event loop
 * decides nothing: a request that arrived in time is decided before the time goes on.
 */
import { type Clock, processClock } from "./clock";
import { guarded } from "./guarded";

/** The event loop. Moments are ms. */
export interface Loop {
	now(): number;
	/** Calls `run` once, `ms` later at the earliest and after the sockets have been read once more. */
	next(ms: number, run: () => void): void;
}

/** The event loop of this process. Its check phase, in which `setImmediate` calls back, follows the reading of sockets. */
export const processLoop: Loop = {
	now: processClock.now,
	next: (ms, run) =>
		void setTimeout(
			guarded(() => setImmediate(guarded(run))),
			Math.ceil(ms),
		),
};

interface Call {
	moment: number;
	run: () => void;
}

/** Maximum ms between two passes while calls are pending. */
const PASS_MS = 20;
/** Maximum ms by which a pass advances the clock: half a tick of a flight. */
const MAX_STEP_MS = 50;
/** A pass that is late by more is a stall. */
const STALL_MS = 150;
/** Time for the decisions on the requests that arrived during a stall. */
const REST_MS = 100;
/** Maximum stalls in a row without an advance, so that games go on in a process that stalls all the time. */
const MAX_STALLS = 5;

interface Options {
	/** Whether the clock must not advance now. */
	isHeld?(): boolean;
	/**
	 * After it has stood still, the clock follows the process's time again, so that it can be compared with the clocks of other
	 * processes. It then advances by more than 50 ms at once.
	 */
	catchesUp?: boolean;
	loop?: Loop;
}

/**
 * Creates a clock that advances in passes of the event loop, each after the sockets have been read. A pass advances it by at
 * most 50 ms. A pass that is late by more than 150 ms is a stall: the clock stands still for its duration and for
 * 100 ms after it. Five stalls in a row are followed by a pass that advances the clock in any case. Without pending calls the clock
 * follows the process's time. Calls run up to 20 ms late.
 */
export function createSteadyClock({
	isHeld = () => false,
	catchesUp = false,
	loop = processLoop,
}: Options = {}): Clock {
	let time = loop.now();
	let passedAt = time;
	let rest = 0;
	let stalls = 0;
	let isRunning = false;
	/** In the order of the calls of `at`. */
	const calls = new Set<Call>();

	function advance(waited: number) {
		const passed = loop.now() - passedAt;
		passedAt += passed;
		const step = Math.min(passed, MAX_STEP_MS);
		if (passed - waited > STALL_MS && stalls < MAX_STALLS) {
			stalls += 1;
			rest = REST_MS;
		} else if (rest > 0) {
			rest -= step;
		} else if (!isHeld()) {
			stalls = 0;
			time = catchesUp ? passedAt : time + step;
		}
	}

	function runDue() {
		const due: Call[] = [];
		for (const call of calls) if (call.moment <= time) due.push(call);
		for (const call of due.sort((one, other) => one.moment - other.moment)) {
			// An earlier call may have cancelled it.
			if (calls.delete(call)) guarded(call.run)();
		}
	}

	function pass(waited: number) {
		advance(waited);
		runDue();
		awaitNext();
	}

	function awaitNext() {
		isRunning = calls.size > 0;
		if (!isRunning) return;
		let next = time + PASS_MS;
		for (const { moment } of calls) next = Math.min(next, moment);
		const wait = Math.max(0, next - time);
		loop.next(wait, () => pass(wait));
	}

	/** Without pending calls no pass has advanced the time. */
	function catchUp() {
		const now = loop.now();
		if (!isRunning) time += now - passedAt;
		passedAt = isRunning ? passedAt : now;
	}

	return {
		now() {
			catchUp();
			return time;
		},
		at(moment, run) {
			catchUp();
			const call = { moment, run };
			calls.add(call);
			if (!isRunning) awaitNext();
			return () => calls.delete(call);
		},
	};
}
