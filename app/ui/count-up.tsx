import { useState } from "react";
import { useEarlyEffect } from "./use-early-effect";

const DURATION_MS = 900;

interface Props {
	to: number;
	/** The text with a number of it. */
	children(value: number): string;
}

/**
 * A text whose number counts up once. Screen readers, pages without scripts and reduced motion get the final one at once.
 */
export function CountUp({ to, children }: Props) {
	const [value, setValue] = useState(to);
	useEarlyEffect(() => {
		if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
		let frame: number;
		const start = performance.now();
		const step = (at: number) => {
			const part = Math.min(1, Math.max(0, at - start) / DURATION_MS);
			setValue(Math.round(to * (1 - (1 - part) ** 3)));
			if (part < 1) frame = requestAnimationFrame(step);
		};
		step(start);
		return () => cancelAnimationFrame(frame);
	}, [to]);
	return (
		<>
			<span className="sr-only">{children(to)}</span>
			<span aria-hidden="true" className="tabular-nums">
				{children(value)}
			</span>
		</>
	);
}
