import { afterEach, expect, it } from "vitest";
import { followClock, instantOf } from "~/lib/instant";

afterEach(() => followClock(() => 0));

it("instants of processes with different clocks are comparable, because each process corrects its clock", () => {
	const moment = performance.now();
	const alone = instantOf(moment);
	expect(Math.abs(alone - Date.now())).toBeLessThan(60_000);
	followClock(() => 5000);
	expect(instantOf(moment)).toBe(alone - 5000);
});
