import type { ServedPage } from "./visitor";

/** The points that an element of a page shows. */
export const pointsIn = (page: ServedPage, testId: string): number =>
	Number(page.text(`[data-testid=${testId}]`).replace(/\D/g, ""));

/** The slots of Plinko's balls on a page, in the order of landing. */
export const slotsOn = (page: ServedPage): number[] =>
	page
		.$("[data-testid=ball]")
		.toArray()
		.map(({ attribs }) => Number(attribs["data-slot"]))
		.reverse();
