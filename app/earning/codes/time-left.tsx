import { useEffect, useState } from "react";
import { timeText } from "./claim-code";

const SECOND_MS = 1000;

/** Time left in ms, by the server's clock at the first display and this browser's from then on. Calls `onEnd` once it is over. */
export function TimeLeft({ left, onEnd }: { left: number; onEnd?: () => void }) {
	const [start] = useState(left);
	const [passed, setPassed] = useState(0);
	useEffect(() => {
		const from = performance.now();
		const timer = setInterval(() => setPassed(performance.now() - from), SECOND_MS / 4);
		return () => clearInterval(timer);
	}, []);
	const seconds = Math.max(0, Math.ceil((start - passed) / SECOND_MS));
	const isOver = seconds === 0;
	useEffect(() => {
		if (isOver) onEnd?.();
	}, [isOver, onEnd]);
	return <span data-testid="time-left">{timeText(seconds)}</span>;
}
