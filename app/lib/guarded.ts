/**
 * Node ends the process for an exception in a listener or a timer, so every callback that Node calls is wrapped with
 * {@link guarded}. Such an exception is a fault of the program: it is reported, the callback's effect is lost, and the process
 * continues to serve all others. `tests/unit/lib/guarded.test.ts` finds callbacks that are not wrapped.
 */

let report: (error: unknown) => void = (error) => console.error(error);

/** Sets what is done with the exceptions of guarded callbacks; by default they are printed. */
export function reportFaults(to: (error: unknown) => void): void {
	report = to;
}

/** Reports an exception that must not be thrown, because it would reach Node. */
export const reportFault = (error: unknown): void => report(error);

/** Returns a function that calls `run` and never throws: an exception, or the rejection of a returned promise, is reported. */
export function guarded<Args extends readonly unknown[]>(
	run: (...args: Args) => unknown,
): (...args: Args) => void {
	return (...args) => {
		try {
			const result = run(...args);
			if (result instanceof Promise) result.catch(reportFault);
		} catch (error) {
			reportFault(error);
		}
	};
}

/** Starts work that nothing waits for. Never throws; a rejection is reported. */
export const inBackground = (work: () => Promise<unknown>): void => guarded(work)();
