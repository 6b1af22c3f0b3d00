import { useEffect, useRef } from "react";

/**
 * Moves an SVG element by a CSS transform, which its style sheet may animate. A style attribute would do the same, but the
 * Content-Security-Policy forbids it in the server's HTML.
 * @returns the element's ref. Its `transform` attribute places it without scripts.
 */
export function useTransform(transform: string) {
	const ref = useRef<SVGGElement>(null);
	useEffect(() => {
		if (ref.current) ref.current.style.transform = transform;
	}, [transform]);
	return ref;
}
