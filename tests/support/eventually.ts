import { vi } from "vitest";

/** Repeats an assertion until it holds, for at most 25 s: a busy machine is slow. */
export const eventually = <Result>(assertion: () => Result | Promise<Result>): Promise<Result> =>
	vi.waitFor(assertion, { timeout: 25_000 });
