import { guarded } from "./guarded";

/**
 * Calls `use` with a signal that aborts when `ended` aborts (same reason), or with a TimeoutError after `ms`. It does
 * not interrupt `use`, which must observe the signal.
 * `AbortSignal.any([AbortSignal.timeout(ms), …])` is not used: some releases of Node garbage-collect the timeout
 * signal before it fires, so the combined signal never aborts.
 * @param use its second argument, `allow(ms)`, starts the time limit again with another duration.
 * @returns the result of `use`; rejects with the error of `use`.
 */
export async function abortWithin<Result>(
	ms: number,
	ended: AbortSignal,
	use: (signal: AbortSignal, allow: (ms: number) => void) => Promise<Result>,
): Promise<Result> {
	const controller = new AbortController();
	const end = guarded(() => controller.abort(ended.reason));
	let timer: NodeJS.Timeout | undefined;
	const allow = (ms: number) => {
		clearTimeout(timer);
		const expire = () => controller.abort(new DOMException(`not within ${ms} ms`, "TimeoutError"));
		timer = setTimeout(guarded(expire), ms).unref();
	};
	allow(ms);
	ended.addEventListener("abort", end);
	if (ended.aborted) end();
	try {
		return await use(controller.signal, allow);
	} finally {
		clearTimeout(timer);
		ended.removeEventListener("abort", end);
	}
}
