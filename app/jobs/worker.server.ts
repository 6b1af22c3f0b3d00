interface Work {
	/**
	 * Does what is due.
	 * @returns ms until there may be more to do; infinite if only {@link Worker.wake} announces more.
	 */
	step(): Promise<number>;
	/** ms until the next step after a failed one, and at most after any: covers missed wakes and changes of the wall clock. */
	pollMs: number;
	/** Called when a step fails. The worker goes on. */
	onError(error: unknown): void;
}

export interface Worker {
	/** Runs a step now; if one is running, another one after it. */
	wake(): void;
	/** Starts no further step and resolves when the running one has ended. Never rejects. */
	end(): Promise<void>;
}

/** Runs `step` immediately and then whenever it is due, one at a time. The timer does not keep the process alive. */
export function startWorker({ step, pollMs, onError }: Work): Worker {
	let isEnding = false;
	let isWoken = false;
	let rouse = () => {};

	const idle = (ms: number) =>
		new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, ms).unref();
			rouse = () => {
				clearTimeout(timer);
				resolve();
			};
		});

	async function run() {
		while (!isEnding) {
			isWoken = false;
			let idleMs = pollMs;
			try {
				idleMs = Math.min(idleMs, await step());
			} catch (error) {
				onError(error);
			}
			if (!isWoken && !isEnding) await idle(idleMs);
		}
	}

	const running = run();
	return {
		wake() {
			isWoken = true;
			rouse();
		},
		async end() {
			isEnding = true;
			rouse();
			await running;
		},
	};
}
