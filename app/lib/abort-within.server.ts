/**
 * Hands `use` a signal that aborts with `ended`, or with a TimeoutError once `ms` are over. `AbortSignal.any` of a
 * timeout is not enough: Node 20 holds what it was made of so loosely that the timeout may be gone before it comes, and
 * who waits then waits for ever.
 */
export async function abortWithin<Result>(
	ms: number,
	ended: AbortSignal,
	use: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const controller = new AbortController();
	const end = () => controller.abort(ended.reason);
	const timer = setTimeout(() => {
		controller.abort(new DOMException(`not within ${ms} ms`, "TimeoutError"));
	}, ms).unref();
	ended.addEventListener("abort", end);
	if (ended.aborted) end();
	try {
		return await use(controller.signal);
	} finally {
		clearTimeout(timer);
		ended.removeEventListener("abort", end);
	}
}
