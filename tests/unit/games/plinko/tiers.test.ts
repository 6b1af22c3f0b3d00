import { expect, test } from "vitest";
import { tierOf } from "~/games/plinko/engine/tiers";

test.each([
	[10000, 1],
	[2600, 1],
	[2599, 2],
	[800, 2],
	[799, 3],
	[300, 3],
	[299, 4],
	[170, 4],
	[169, 5],
	[100, 5],
	[99, 6],
	[30, 6],
	[20, 6],
	[19, 7],
	[10, 7],
	[0, 7],
])("a multiplier of %i hundredths has tier %i", (hundredths, tier) => {
	expect(tierOf(hundredths)).toBe(tier);
});
