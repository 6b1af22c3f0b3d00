import { expect, it } from "vitest";
import { createSequence } from "~/lib/sequence";

it("a sequence grows at each call, also when the clock is set back, and goes on after a restart", () => {
	let time = Date.parse("2026-03-04T12:00:00.000Z");
	const now = () => new Date(time);
	const next = createSequence(now);
	let last = 0;
	for (let calls = 0; calls < 10_000; calls++) {
		const number = next();
		expect(number).toBeGreaterThan(last);
		last = number;
		if (calls === 10) time -= 500;
	}
	time += 510;
	const after = createSequence(now)();
	expect(after).toBeGreaterThan(last);
	expect(Number.isSafeInteger(after)).toBe(true);
});
