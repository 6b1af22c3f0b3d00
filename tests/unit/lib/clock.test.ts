import { expect, it } from "vitest";
import { processClock, sleepUntil } from "~/lib/clock";

const { now, at } = processClock;

it("never fires early, and not much later", async () => {
	const late = await Promise.all(
		Array.from({ length: 500 }, async (_, index) => {
			const moment = now() + (index % 40) + index / 500;
			await sleepUntil(processClock, moment);
			return now() - moment;
		}),
	);
	expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
	expect(late.sort((one, other) => one - other)[250]).toBeLessThan(50);
});

it("fires soon, but not synchronously, for a moment in the past", async () => {
	let woken = false;
	at(now() - 1000, () => {
		woken = true;
	});
	expect(woken).toBe(false);
	await sleepUntil(processClock, now() + 5);
	expect(woken).toBe(true);
});

it("does not fire after a cancellation at any time", async () => {
	let woken = 0;
	const take = Array.from({ length: 100 }, (_, index) => at(now() + index / 10, () => woken++));
	for (const back of take) back();
	const soon = at(now() + 5, () => woken++);
	await sleepUntil(processClock, now() + 4);
	soon();
	await sleepUntil(processClock, now() + 20);
	expect(woken).toBeLessThanOrEqual(1);
});
