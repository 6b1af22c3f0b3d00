import { getEventListeners, setMaxListeners } from "node:events";

import { expect, it } from "vitest";
import { abortWithin } from "~/lib/abort-within.server";

const reasonOf = (signal: AbortSignal) =>
	signal.aborted
		? Promise.resolve(signal.reason)
		: new Promise<unknown>((resolve) => signal.addEventListener("abort", () => resolve(signal.reason)));

it("abortWithin aborts after the timeout, even if garbage is collected before", async () => {
	const ended = new AbortController();
	setMaxListeners(0, ended.signal);
	const names = Array.from({ length: 200 }, () =>
		abortWithin(300, ended.signal, async (signal) => ((await reasonOf(signal)) as Error).name),
	);
	// Enough to trigger several minor garbage collections.
	for (let round = 0; round < 50; round += 1) new Array(100_000).fill(undefined).map(() => ({ round }));
	expect(new Set(await Promise.all(names))).toEqual(new Set(["TimeoutError"]));
});

it("abortWithin aborts when the given signal is aborted before or during the call", async () => {
	const ended = new AbortController();
	const running = abortWithin(60_000, ended.signal, reasonOf);
	ended.abort("over");
	expect(await running).toBe("over");
	expect(await abortWithin(60_000, ended.signal, reasonOf)).toBe("over");
});

it("abortWithin removes timer and listener after the call, and passes on its result or error", async () => {
	const ended = new AbortController();
	expect(await abortWithin(60_000, ended.signal, async () => "done")).toBe("done");
	const failing = abortWithin(60_000, ended.signal, () => Promise.reject(new Error("unreachable")));
	await expect(failing).rejects.toThrow("unreachable");
	expect(getEventListeners(ended.signal, "abort")).toEqual([]);
});
