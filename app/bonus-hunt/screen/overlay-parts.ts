/** Which halves a broadcast shows. */
export interface OverlayParts {
	figures: boolean;
	slots: boolean;
}

/** As the address asks for it with `show`: one of them, or both. */
export function overlayPartsIn(search: URLSearchParams): OverlayParts {
	const show = search.get("show");
	return { figures: show !== "slots", slots: show !== "figures" };
}
