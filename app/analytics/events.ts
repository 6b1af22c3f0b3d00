/** The counted events. No event names a person. */
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

/** Events that browsers send: clicks on links that leave the site. */
export const CLICKS = [
	"promotion_claim",
	"resource_click",
	"social_click",
] as const satisfies readonly EventName[];

/** Counts one event. The label is a readable name of its subject, such as a slot's; empty for none. Never throws. */
export type Count = (event: EventName, label: string, details?: EventDetails) => void;

/** Details of an event for an outside collector; never about the person. */
export type EventDetails = Readonly<Record<string, string | number>>;

const MAX_LABEL_LENGTH = 120;

/** The label as it is stored: one trimmed line of at most 120 characters. */
export const cleanLabel = (label: string): string =>
	[...label.replace(/[\p{Cc}\s]+/gu, " ").trim()].slice(0, MAX_LABEL_LENGTH).join("");
