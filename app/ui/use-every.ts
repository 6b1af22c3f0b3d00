import { useEffect, useRef } from "react";

/**
 * Does something every so many ms, counted from its end. A tab that nobody sees waits, and makes up for it once
 * when it is seen again.
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
		let isOver = false;

		function wait() {
			clearTimeout(timer);
			if (isOver || isRunning || document.hidden) return;
			timer = setTimeout(turn, Math.max(0, dueAt - performance.now()));
		}
		async function turn() {
			isRunning = true;
			await latest.current();
			isRunning = false;
			dueAt = performance.now() + ms;
			wait();
		}

		wait();
		document.addEventListener("visibilitychange", wait);
		return () => {
			isOver = true;
			clearTimeout(timer);
			document.removeEventListener("visibilitychange", wait);
		};
	}, [ms]);
}
