/**
 * A signal that aborts with `ended`, or with a TimeoutError once `ms` are over. `AbortSignal.any` of a timeout is not
 * enough: Node 20 holds what it was made of so loosely that the timeout may be gone before it comes, and who waits
 * then waits for ever.
 */
export function abortWithin(ms: number, ended: AbortSignal): AbortSignal {
	const controller = new AbortController();
	const abort = () => {
		clearTimeout(timer);
		ended.removeEventListener("abort", abort);
		controller.abort(ended.aborted ? ended.reason : new DOMException(`not within ${ms} ms`, "TimeoutError"));
	};
	const timer = setTimeout(abort, ms).unref();
	ended.addEventListener("abort", abort);
	if (ended.aborted) abort();
	return controller.signal;
}
