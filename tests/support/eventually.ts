import { vi } from "vitest";

/** Repeats an assertion until it holds, for at most 10 s: a busy machine is slow. */
export const eventually = <Result>(assertion: () => Result | Promise<Result>): Promise<Result> =>
	vi.waitFor(assertion, { timeout: 10_000 });
