import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { every } from "~/lib/every.server";
import { createLog } from "~/observability/log.server";

const log = createLog({ LOG_LEVEL: "silent" });
const errors = vi.spyOn(log, "error");

beforeEach(() => {
	vi.useFakeTimers();
	errors.mockClear();
});
afterEach(() => vi.useRealTimers());

/** A job whose runs end when the test calls `ends`. */
function pendingJob() {
	const ends: { resolve: () => void; reject: (error: Error) => void }[] = [];
	const job = vi.fn(() => new Promise<void>((resolve, reject) => ends.push({ resolve, reject })));
	return { job, ends };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

it("a job runs immediately and then at every interval", async () => {
	const job = vi.fn(async () => {});
	const end = every(1000, "cleanup", job, log);
	expect(job).toHaveBeenCalledTimes(1);
	await vi.advanceTimersByTimeAsync(999);
	expect(job).toHaveBeenCalledTimes(1);
	await vi.advanceTimersByTimeAsync(2001);
	expect(job).toHaveBeenCalledTimes(4);
	await end();
});

it("a job never runs concurrently with itself", async () => {
	const { job, ends } = pendingJob();
	const end = every(1000, "cleanup", job, log);
	await vi.advanceTimersByTimeAsync(5000);
	expect(job).toHaveBeenCalledTimes(1);
	ends[0]?.resolve();
	await vi.advanceTimersByTimeAsync(1000);
	expect(job).toHaveBeenCalledTimes(2);
	ends[1]?.resolve();
	await end();
});

it("a failed run is logged, and the job runs again at the next interval", async () => {
	const { job, ends } = pendingJob();
	const end = every(1000, "cleanup", job, log);
	const failure = new Error("no disk");
	ends[0]?.reject(failure);
	await vi.advanceTimersByTimeAsync(1000);
	expect(errors).toHaveBeenCalledExactlyOnceWith({ event: "job-failed", job: "cleanup", err: failure });
	expect(job).toHaveBeenCalledTimes(2);
	ends[1]?.resolve();
	await end();
});

it("a job that fails again and again is logged once a minute, and again after a good run", async () => {
	let isAway = true;
	const end = every(
		500,
		"tokens",
		async () => {
			if (isAway) throw new Error("no database");
		},
		log,
	);
	await vi.advanceTimersByTimeAsync(59_999);
	expect(errors).toHaveBeenCalledTimes(1);
	await vi.advanceTimersByTimeAsync(1);
	expect(errors).toHaveBeenCalledTimes(2);
	isAway = false;
	await vi.advanceTimersByTimeAsync(500);
	isAway = true;
	await vi.advanceTimersByTimeAsync(500);
	expect(errors).toHaveBeenCalledTimes(3);
	await end();
});

it("ending a job waits for the run in progress, and the job does not run again", async () => {
	const { job, ends } = pendingJob();
	const end = every(1000, "cleanup", job, log);
	let ended = false;
	const ending = end().then(() => {
		ended = true;
	});
	await settle();
	expect(ended).toBe(false);
	ends[0]?.resolve();
	await ending;
	await vi.advanceTimersByTimeAsync(5000);
	expect(job).toHaveBeenCalledTimes(1);
});
