import { expect, it } from "vitest";
import { processClock, sleepUntil } from "~/lib/clock";

const { now, at } = processClock;

it("a timer fires, and never early", async () => {
	const late = await Promise.all(
		Array.from({ length: 100 }, async (_, index) => {
			const moment = now() + (index % 40) + index / 100;
			await sleepUntil(processClock, moment);
			return now() - moment;
		}),
	);
	expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
});

it("a timer for a time in the past fires soon, but not synchronously, and a cancelled one does not fire", async () => {
	let fired = false;
	at(now() - 1000, () => {
		fired = true;
	});
	expect(fired).toBe(false);
	let cancelled = 0;
	const cancels = Array.from({ length: 100 }, (_, index) => at(now() + index / 10, () => cancelled++));
	for (const cancel of cancels) cancel();
	await sleepUntil(processClock, now() + 12);
	expect([fired, cancelled]).toEqual([true, 0]);
});
