/** What is counted: no event says who did it. */
export const EVENTS = [
	"page_view",
	"view",
	"promotion_view",
	"promotion_claim",
	"play_demo",
	"redeem",
	"social_click",
	"resource_click",
	"profile_registered",
] as const;
export type EventName = (typeof EVENTS)[number];

/** Those that a browser tells of: links that lead away from the site. */
export const CLICKS = [
	"promotion_claim",
	"resource_click",
	"social_click",
] as const satisfies readonly EventName[];

/** Counts one event of a subject that people can read, such as a slot's name. */
export type Count = (event: EventName, label: string, details?: EventDetails) => void;

/** More of an event, for an outside collector alone. Never of the person. */
export type EventDetails = Readonly<Record<string, string | number>>;

const MAX_LABEL_LENGTH = 120;

/** A label as it is kept: one line, of bounded length. */
export const tidyLabel = (label: string): string =>
	[...label.replace(/[\p{Cc}\s]+/gu, " ").trim()].slice(0, MAX_LABEL_LENGTH).join("");
