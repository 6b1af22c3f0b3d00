import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createReader } from "~/bonus-hunt/screen/reader";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(answers: boolean[] = []) {
	const isThere = vi.fn(async () => answers.shift() ?? true);
	const read = vi.fn();
	return { isThere, read, reader: createReader({ isThere, read, random: () => 0.5 }) };
}

it("reads within the time given, however often it is asked to", async () => {
	const { isThere, read, reader } = open();
	reader.readWithin(2000);
	reader.readWithin(3000);
	await vi.advanceTimersByTimeAsync(999);
	expect(isThere).not.toHaveBeenCalled();
	reader.readWithin(0);
	await vi.advanceTimersByTimeAsync(5000);
	expect([isThere.mock.calls.length, read.mock.calls.length]).toEqual([1, 1]);
});

it("leaves the page alone while the site is away, and reads once it is back", async () => {
	const { read, reader } = open([false, false, true]);
	reader.readWithin(0);
	await vi.advanceTimersByTimeAsync(5001);
	expect(read).not.toHaveBeenCalled();
	await vi.advanceTimersByTimeAsync(5001);
	expect(read).toHaveBeenCalledTimes(1);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(read).toHaveBeenCalledTimes(1);
});

it("news meanwhile make it try at once", async () => {
	const { read, reader } = open([false, true]);
	reader.readWithin(0);
	await vi.advanceTimersByTimeAsync(1);
	reader.readWithin(0);
	await vi.advanceTimersByTimeAsync(1);
	expect(read).toHaveBeenCalledTimes(1);
});

it("reads nothing for a page that is left, even in the middle of a question", async () => {
	let answer = (_there: boolean) => {};
	const read = vi.fn();
	const reader = createReader({
		isThere: () =>
			new Promise((resolve) => {
				answer = resolve;
			}),
		read,
	});
	reader.readWithin(0);
	await vi.advanceTimersByTimeAsync(1);
	reader.stop();
	answer(true);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(read).not.toHaveBeenCalled();
});
