/** Kinds of events with their pages, in the order of the page of events. */
export const EVENT_PAGES = {
	tournament: "/tournament",
	raffle: "/raffles",
	prediction: "/predictions",
} as const;

/** An event in which viewers can take part now, or that they can watch. */
export interface EventNow {
	kind: keyof typeof EVENT_PAGES;
	id: string;
	path: string;
	title: string;
	/** What happens next. */
	text: string;
}
