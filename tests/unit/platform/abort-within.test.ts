import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { abortWithin } from "~/platform/abort-within.server";

it("aborts in time, whatever garbage is collected meanwhile", async () => {
	const ended = new AbortController();
	const signals = Array.from({ length: 200 }, () => abortWithin(300, ended.signal));
	const reasons = signals.map(
		(signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve(signal.reason.name))),
	);
	// Enough for the young generation to be collected some times.
	for (let round = 0; round < 50; round += 1) new Array(100_000).fill(undefined).map(() => ({ round }));
	expect(new Set(await Promise.race([Promise.all(reasons), sleep(5000, ["late"])]))).toEqual(
		new Set(["TimeoutError"]),
	);
});

it("aborts when what it belongs to has ended, before or meanwhile", async () => {
	const ended = new AbortController();
	const signal = abortWithin(60_000, ended.signal);
	expect(signal.aborted).toBe(false);
	ended.abort("over");
	expect([signal.aborted, signal.reason]).toEqual([true, "over"]);
	expect(abortWithin(60_000, ended.signal).reason).toBe("over");
});
