import { inBackground } from "~/lib/guarded";

interface Publisher {
	/** Reads a state and publishes it. */
	publish(key: string): Promise<void>;
	onError(error: unknown, key: string): void;
}

/**
 * Returns a function that calls `publish` for a key in the background. The calls for one key run one after the other, so
 * that a slow read cannot publish an old state after a newer one. Calls during a run share one further run, which begins
 * after it and thus reads what they report.
 */
export function publishInOrder({ publish, onError }: Publisher): (key: string) => void {
	/** The keys with a run in progress, and whether another run follows it. */
	const running = new Map<string, boolean>();

	async function run(key: string) {
		running.set(key, false);
		await publish(key).catch((error: unknown) => onError(error, key));
		if (running.get(key)) return run(key);
		running.delete(key);
	}

	return (key) => {
		if (running.has(key)) running.set(key, true);
		else inBackground(() => run(key));
	};
}
