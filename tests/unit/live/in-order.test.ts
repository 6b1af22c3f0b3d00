import { expect, it, vi } from "vitest";
import { publishInOrder } from "~/live/in-order.server";

/** A publisher whose runs end when the test calls `finish`. */
function open() {
	const runs: string[] = [];
	const ends: { resolve(): void; reject(error: Error): void }[] = [];
	const onError = vi.fn();
	const publish = publishInOrder({
		publish(key) {
			runs.push(key);
			return new Promise<void>((resolve, reject) => ends.push({ resolve, reject }));
		},
		onError,
	});
	const settle = async (how: (end: (typeof ends)[number]) => void) => {
		const end = ends.shift();
		if (end) how(end);
		await new Promise((resolve) => setImmediate(resolve));
	};
	return { publish, runs, onError, finish: () => settle((end) => end.resolve()), settle };
}

it("runs once more for all calls during a run, after it", async () => {
	const { publish, runs, finish } = open();
	publish("ana");
	publish("ana");
	publish("ana");
	expect(runs).toEqual(["ana"]);
	await finish();
	expect(runs).toEqual(["ana", "ana"]);
	await finish();
	publish("ana");
	expect(runs).toEqual(["ana", "ana", "ana"]);
});

it("reports an error, and runs again for a call during the failed run", async () => {
	const { publish, runs, onError, settle } = open();
	publish("ana");
	publish("ana");
	const error = new Error("unreadable");
	await settle((end) => end.reject(error));
	expect([onError.mock.calls, runs]).toEqual([[[error, "ana"]], ["ana", "ana"]]);
});
