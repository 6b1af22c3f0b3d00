import { type RefObject, useEffect, useRef } from "react";

/** Focuses the heading of a form that replaces a row, and the link with the id `opener` when the form is closed. */
export function useRowHeading(opener: string): RefObject<HTMLHeadingElement> {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		heading.current?.focus({ preventScroll: true });
		return () => void requestAnimationFrame(() => document.getElementById(opener)?.focus());
	}, [opener]);
	return heading;
}
