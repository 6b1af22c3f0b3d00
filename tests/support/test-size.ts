import { seedFrom } from "./random";

/** Whether TEST_LONG=1 asks for everything. */
export const isLong = process.env.TEST_LONG === "1";

/** The size of a property or a sample: `usual`, or `long` with `TEST_LONG=1`. */
export const sized = (usual: number, long: number): number => (isLong ? long : usual);

/** The seed of a property: `usual`, so that a run can be repeated; with `TEST_LONG=1` a new one, or `TEST_SEED`, printed. */
export function propertySeed(usual: number): number {
	if (!isLong) return usual;
	const seed = seedFrom("TEST_SEED");
	console.log(`TEST_SEED=${seed}`);
	return seed;
}

/** Workers of the tests that compute, and of those of a running site, which wait for it half of the time. */
export const WORKERS = { computing: 2, waiting: 4 };
