import type { BarChart } from "./bar-chart";
import type { EventName } from "./events";

/** The counts of one event in the days of a {@link Summary}. */
export interface EventSummary {
	event: EventName;
	total: number;
	/** The total of as many days before. */
	before: number;
	today: number;
	/** Undefined if the total is 0. */
	chart: BarChart | undefined;
	/** One count per day of the summary. */
	perDay: number[];
	/** The labels with the highest counts, the highest first. */
	top: { label: string; count: number }[];
}

export interface Summary {
	/** Formatted dates, the oldest first; the last is today. */
	days: string[];
	events: EventSummary[];
}
