/** The parts of the hunt that the overlay shows. */
export interface OverlayParts {
	statistics: boolean;
	slots: boolean;
}

/** Reads the query parameter `show`: `figures`, `slots` or, for both, anything else. */
export function overlayPartsIn(search: URLSearchParams): OverlayParts {
	const show = search.get("show");
	return { statistics: show !== "slots", slots: show !== "figures" };
}
