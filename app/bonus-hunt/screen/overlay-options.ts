/** What a broadcast's overlay shows, and how, by the query of its address. */
export interface OverlayOptions {
	statistics: boolean;
	slots: boolean;
	theme: "dark" | "light";
	/** Factor of all sizes. */
	scale: number;
}

const MIN_SCALE = 0.5;
const MAX_SCALE = 3;

/**
 * Reads the query parameters: `show` is `figures`, `slots` or, for both, anything else; `theme` is `light` or else dark;
 * `scale` is a number from {@link MIN_SCALE} to {@link MAX_SCALE}, to which others are limited, or else 1.
 */
export function overlayOptionsIn(search: URLSearchParams): OverlayOptions {
	const show = search.get("show");
	const scale = Number(search.get("scale")?.replace(",", "."));
	return {
		statistics: show !== "slots",
		slots: show !== "figures",
		theme: search.get("theme") === "light" ? "light" : "dark",
		scale: scale > 0 ? Math.min(MAX_SCALE, Math.max(MIN_SCALE, scale)) : 1,
	};
}
