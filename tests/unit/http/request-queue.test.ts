import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRequestQueue, type QueueLimits } from "~/http/request-queue.server";
import { propertySeed, sized } from "../../support/test-size";

const LIMITS: QueueLimits = { concurrent: 2, waiting: 4, maxWaitMs: 10_000 };

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => vi.useRealTimers());

const flushImmediates = async (count = 40) => {
	for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** A queue that records the outcome of each request by name. */
function openQueue(limits: Partial<QueueLimits> = {}) {
	const queue = createRequestQueue({ ...LIMITS, ...limits });
	const started: string[] = [];
	const rejected: string[] = [];
	const leaves = new Map<string, () => void>();
	return {
		...{ queue, started, rejected },
		enter: (name: string, key = name) =>
			queue.enter(key, {
				start(leave) {
					started.push(name);
					leaves.set(name, leave);
				},
				reject: () => void rejected.push(name),
			}),
		leave: (name: string) => leaves.get(name)?.(),
	};
}

describe("a request queue", () => {
	it("starts as many requests as it has slots immediately, and the others in the order of arrival", async () => {
		const { enter, leave, started } = openQueue();
		for (const name of ["a", "b", "c", "d"]) enter(name);
		expect(started).toEqual(["a", "b"]);
		leave("b");
		await flushImmediates();
		expect(started).toEqual(["a", "b", "c"]);
		leave("a");
		leave("c");
		await flushImmediates();
		expect(started).toEqual(["a", "b", "c", "d"]);
	});

	it("starts waiting requests together in all free slots, if they share their main cost", async () => {
		const { enter, leave, started } = openQueue({ iterationsBetween: 1, startsTogether: true });
		for (const name of ["a", "b", "c", "d", "e"]) enter(name);
		leave("a");
		leave("b");
		expect(started).toEqual(["a", "b"]);
		await flushImmediates(1);
		expect(started).toEqual(["a", "b", "c", "d"]);
		await flushImmediates();
		expect(started).toEqual(["a", "b", "c", "d"]);
		leave("d");
		await flushImmediates(1);
		expect(started).toEqual(["a", "b", "c", "d", "e"]);
	});

	it("rejects requests while too many wait, or more than a fair share with one key", () => {
		const { enter, rejected, queue } = openQueue({ waiting: 9 });
		for (const name of ["1", "2", "3", "4", "5", "6"]) enter(`crowd ${name}`, "crowd");
		expect(rejected, "two at work, and a third of the places").toEqual(["crowd 6"]);
		for (const name of ["a", "b", "c", "d", "e", "f"]) enter(name);
		expect(rejected).toEqual(["crowd 6"]);
		enter("one too many");
		expect(rejected).toEqual(["crowd 6", "one too many"]);
		expect(queue.counts()).toEqual({ open: 2, waiting: 9, rejected: 2 });
	});

	it("rejects each request after its maximum wait", async () => {
		const { enter, rejected } = openQueue({ concurrent: 0 });
		enter("a");
		await vi.advanceTimersByTimeAsync(4000);
		enter("b");
		await vi.advanceTimersByTimeAsync(5999);
		expect(rejected).toEqual([]);
		await vi.advanceTimersByTimeAsync(1);
		expect(rejected).toEqual(["a"]);
		await vi.advanceTimersByTimeAsync(4000);
		expect(rejected).toEqual(["a", "b"]);
	});

	it("removes a waiting request whose client has disconnected", async () => {
		const { enter, leave, started, queue } = openQueue({ concurrent: 1 });
		enter("a");
		const gone = enter("b");
		enter("c");
		gone();
		gone();
		leave("a");
		await flushImmediates();
		expect(started).toEqual(["a", "c"]);
		expect(queue.counts()).toEqual({ open: 1, waiting: 0, rejected: 0 });
	});

	it("frees the slot of a request that takes longer than a second, up to a limit", async () => {
		const { enter, started, queue } = openQueue({
			...{ concurrent: 1, waiting: 100, maxWaitMs: 60_000 },
		});
		for (let at = 0; at < 20; at++) enter(String(at), "same");
		await vi.advanceTimersByTimeAsync(999);
		await flushImmediates();
		expect(started).toHaveLength(1);
		for (let second = 0; second < 15; second++) {
			await vi.advanceTimersByTimeAsync(1000 - (second === 0 ? 999 : 0));
			await flushImmediates();
		}
		expect([started.length, queue.counts().open]).toEqual([11, 11]);
	});
});

it("a request queue respects its limits, loses no request and keeps the order for random sequences", async () => {
	const done = { leave: 0, go: 0 };
	const step = fc.oneof(
		fc.record({ kind: fc.constant("enter" as const), key: fc.constantFrom("x", "y", "z") }),
		fc.record({ kind: fc.constantFrom("leave" as const, "go" as const), at: fc.nat(30) }),
	);
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 40 }), fc.boolean(), async (steps, startsTogether) => {
			const { enter, leave, started, rejected, queue } = openQueue({ startsTogether });
			const gone = new Set<string>();
			const left = new Set<string>();
			const cancels: (() => void)[] = [];
			for (const one of steps) {
				if (one.kind === "enter") cancels.push(enter(String(cancels.length), one.key));
				else if (one.kind === "leave" && started.length > 0) {
					const name = started[one.at % started.length] ?? "";
					left.add(name);
					leave(name);
					done.leave += 1;
				} else if (one.kind === "go" && cancels.length > 0) {
					const at = one.at % cancels.length;
					if (!started.includes(String(at))) gone.add(String(at));
					cancels[at]?.();
					done.go += 1;
				}
				expect(started.length - left.size).toBeLessThanOrEqual(LIMITS.concurrent);
				await flushImmediates(9);
			}
			for (let round = 0; round < cancels.length; round++) {
				for (const name of started) leave(name);
				await flushImmediates(12);
			}
			const numbers = started.map(Number);
			expect(numbers).toEqual([...numbers].sort((one, other) => one - other));
			expect(new Set([...started, ...rejected, ...gone]).size).toBe(cancels.length);
			expect(queue.counts()).toMatchObject({ open: 0, waiting: 0 });
		}),
		{ numRuns: sized(40, 1000), seed: propertySeed(20260304) },
	);
	expect(Math.min(done.leave, done.go)).toBeGreaterThan(5);
});
