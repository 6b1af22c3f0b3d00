import type { BarChart } from "./bar-chart";
import type { EventName } from "./events";

/** What was counted of one event. */
export interface EventSummary {
	event: EventName;
	total: number;
	/** In as many days before. */
	before: number;
	today: number;
	/** Undefined for an event that was never counted in these days. */
	chart: BarChart | undefined;
	/** How often on each day. */
	perDay: number[];
	/** What was counted most often. */
	top: { label: string; count: number }[];
}

export interface Summary {
	/** As they are written, oldest first; the last is today. */
	days: string[];
	events: EventSummary[];
}
