import { useEffect, useRef } from "react";

/**
 * Calls `run` every `ms`, counted from the end of the last call; the first call is after `ms`. A hidden tab waits, and
 * makes one overdue call when it becomes visible. The latest `run` is used.
 * A rejection is reported by the browser as unhandled, and the calls continue.
 */
export function useEvery(ms: number, run: () => Promise<void>): void {
	const latest = useRef(run);
	useEffect(() => {
		latest.current = run;
	});
	useEffect(() => {
		let timer: ReturnType<typeof setTimeout> | undefined;
		let dueAt = performance.now() + ms;
		let isRunning = false;
		let isStopped = false;

		function wait() {
			clearTimeout(timer);
			if (isStopped || isRunning || document.hidden) return;
			timer = setTimeout(turn, Math.max(0, dueAt - performance.now()));
		}
		async function turn() {
			isRunning = true;
			try {
				await latest.current();
			} finally {
				isRunning = false;
				dueAt = performance.now() + ms;
				wait();
			}
		}

		wait();
		document.addEventListener("visibilitychange", wait);
		return () => {
			isStopped = true;
			clearTimeout(timer);
			document.removeEventListener("visibilitychange", wait);
		};
	}, [ms]);
}
