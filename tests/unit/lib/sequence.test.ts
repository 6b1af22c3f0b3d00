import { expect, it } from "vitest";
import { createSequence } from "~/lib/sequence";

it("a sequence grows at each call, also when the clock stands still or is set back", () => {
	let time = 1_000_000;
	const next = createSequence(() => new Date(time));
	const first = next();
	expect(next()).toBeGreaterThan(first);
	time += 1;
	const later = next();
	expect(later).toBeGreaterThan(first + 1);
	time -= 500;
	expect(next()).toBeGreaterThan(later);
});

it("a sequence goes on after a restart, also after 10,000 calls within ten milliseconds", () => {
	let time = Date.parse("2026-03-04T12:00:00.000Z");
	const now = () => new Date(time);
	const before = createSequence(now);
	let last = 0;
	for (let calls = 0; calls < 10_000; calls++) last = before();
	time += 10;
	const after = createSequence(now)();
	expect(after).toBeGreaterThan(last);
	expect(Number.isSafeInteger(after)).toBe(true);
});
