import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startWorker, type Worker } from "~/jobs/worker.server";

const POLL_MS = 30_000;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(async () => {
	await worker?.end();
	vi.useRealTimers();
});

let worker: Worker | undefined;
/** Starts a worker whose steps return or throw these, and then have nothing to do. */
function start(...results: (number | Error)[]) {
	const run = { steps: 0, errors: [] as unknown[] };
	worker = startWorker({
		async step() {
			run.steps += 1;
			const result = results.shift() ?? Number.POSITIVE_INFINITY;
			if (result instanceof Error) throw result;
			return result;
		},
		pollMs: POLL_MS,
		onError: (error) => run.errors.push(error),
	});
	return run;
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a worker", () => {
	it("works at once, and again when its step says", async () => {
		const run = start(1000, 5);
		expect(run.steps).toBe(1);
		await pass(999);
		expect(run.steps).toBe(1);
		await pass(1);
		expect(run.steps).toBe(2);
		await pass(5);
		expect(run.steps).toBe(3);
	});

	it("looks for work after the poll time, also if the step knows of none or of late work", async () => {
		const run = start(Number.POSITIVE_INFINITY, 10 * POLL_MS);
		await pass(POLL_MS);
		expect(run.steps).toBe(2);
		await pass(POLL_MS);
		expect(run.steps).toBe(3);
	});

	it("reports a failed step and goes on after the poll time, or when it is woken", async () => {
		const failure = new Error("the disk is full");
		const run = start(failure, failure);
		await pass(POLL_MS - 1);
		expect([run.steps, run.errors]).toEqual([1, [failure]]);
		await pass(1);
		expect([run.steps, run.errors]).toEqual([2, [failure, failure]]);
		worker?.wake();
		await pass(0);
		expect([run.steps, run.errors.length]).toEqual([3, 2]);
	});
});

describe("a worker whose step runs", () => {
	/** Starts a worker whose steps end when the test says. */
	function startSlow() {
		const run = { running: 0, most: 0, steps: 0, finish: () => {} };
		worker = startWorker({
			async step() {
				run.steps += 1;
				run.running += 1;
				run.most = Math.max(run.most, run.running);
				await new Promise<void>((resolve) => {
					run.finish = resolve;
				});
				run.running -= 1;
				return Number.POSITIVE_INFINITY;
			},
			pollMs: POLL_MS,
			onError() {},
		});
		return run;
	}

	it("loses no wake and runs one step at a time", async () => {
		const run = startSlow();
		for (let wake = 0; wake < 3; wake++) worker?.wake();
		await pass(POLL_MS);
		expect(run.steps).toBe(1);
		run.finish();
		await pass(0);
		expect([run.steps, run.most]).toEqual([2, 1]);
		run.finish();
		await pass(POLL_MS - 1);
		expect(run.steps).toBe(2);
		await pass(1);
		expect(run.steps).toBe(3);
		run.finish();
	});

	it("ends after it, and starts no other", async () => {
		const run = startSlow();
		let hasEnded = false;
		const ending = worker?.end().then(() => {
			hasEnded = true;
		});
		worker?.wake();
		await pass(POLL_MS);
		expect(hasEnded).toBe(false);
		run.finish();
		await ending;
		worker?.wake();
		await pass(2 * POLL_MS);
		expect([run.steps, hasEnded]).toEqual([1, true]);
	});
});
