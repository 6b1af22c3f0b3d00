import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createReloader } from "~/bonus-hunt/screen/reloader";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** @param reloads number of reloads after which the page is up to date. */
function open(reloads: number) {
	const reload = vi.fn(() => {
		reloads -= 1;
	});
	return { reload, reloader: createReloader({ isStale: () => reloads > 0, reload, random: () => 0.5 }) };
}

it("the reloader reloads once within the given time for repeated requests", async () => {
	const { reload, reloader } = open(1);
	reloader.reloadWithin(2000);
	reloader.reloadWithin(3000);
	await vi.advanceTimersByTimeAsync(999);
	expect(reload).not.toHaveBeenCalled();
	reloader.reloadWithin(0);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(reload).toHaveBeenCalledTimes(1);
	reloader.reloadWithin(1000);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(reload, "a page that is up to date").toHaveBeenCalledTimes(1);
});

it("the reloader repeats a failed reload after 5 s, then 10 s, until the page is up to date", async () => {
	const { reload, reloader } = open(3);
	reloader.reloadWithin(0);
	await vi.advanceTimersByTimeAsync(4999);
	expect(reload).toHaveBeenCalledTimes(1);
	await vi.advanceTimersByTimeAsync(1);
	expect(reload).toHaveBeenCalledTimes(2);
	await vi.advanceTimersByTimeAsync(9999);
	expect(reload).toHaveBeenCalledTimes(2);
	await vi.advanceTimersByTimeAsync(1);
	expect(reload).toHaveBeenCalledTimes(3);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(reload).toHaveBeenCalledTimes(3);
});

it("the reloader reloads immediately for a new change while it waits to repeat", async () => {
	const { reload, reloader } = open(2);
	reloader.reloadWithin(0);
	await vi.advanceTimersByTimeAsync(1);
	reloader.reloadWithin(0);
	await vi.advanceTimersByTimeAsync(1);
	expect(reload).toHaveBeenCalledTimes(2);
});

it("the reloader does not reload after the page was left", async () => {
	const { reload, reloader } = open(5);
	reloader.reloadWithin(0);
	await vi.advanceTimersByTimeAsync(1);
	reloader.stop();
	await vi.advanceTimersByTimeAsync(60_000);
	expect(reload).toHaveBeenCalledTimes(1);
});
