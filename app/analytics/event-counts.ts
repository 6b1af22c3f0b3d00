import type { BarChart } from "./bar-chart";
import type { EventName } from "./events";

/** The points that came into being, and those that left. */
export type Flow = "points_created" | "points_spent";

/** The counts of one event, or of points, in the days of a {@link Summary}. */
export interface EventSummary {
	event: EventName | Flow;
	total: number;
	/** The total of as many days before; undefined if it is not known. */
	before?: number;
	today: number;
	/** Undefined if the total is 0. */
	chart: BarChart | undefined;
	/** One count per day of the summary. */
	perDay: number[];
	/** The labels with the highest counts, the highest first. */
	top: { label: string; count: number }[];
}

/** Points in the days of a {@link Summary}. */
export interface PointsSummary {
	flows: EventSummary[];
	/** The points that each source has given on each day; negative if it took more. */
	sources: DaysColumn[];
	/** The largest gains from one source each; the name of an erased person is null. */
	gainers: { userId: string; username: string | null; source: string; points: number }[];
}

/** A column of the table of days. */
export interface DaysColumn {
	id: string;
	label: string;
	/** One number per day of the summary. */
	perDay: number[];
}

/** The most labels that a summary shows. */
export const MAX_SHOWN = 8;

export const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

export interface Summary {
	/** Formatted dates, the oldest first; the last is today. */
	days: string[];
	events: EventSummary[];
	points: PointsSummary;
}
