/** Days are dates of the site's time zone, such as `2026-11-23`. */
import { dayAfter } from "~/lib/calendar";

/** The last day on which a viewer collected the bonus, and the day of the streak that it was, counted from 1. */
export interface Collected {
	day: string;
	streak: number;
}

/** The first and the last day of a viewer's last break. */
export interface Pause {
	from: string;
	until: string;
}

/**
 * The day of the streak that `today` is, counted from 1. A streak ends with a day on which the bonus was not collected,
 * unless the day belongs to a break.
 * @param last undefined if nothing was collected yet; earlier than `today`.
 */
export function streakOn(today: string, last: Collected | undefined, pause: Pause | undefined): number {
	if (!last) return 1;
	const [firstMissed, lastMissed] = [dayAfter(last.day), dayAfter(today, -1)];
	if (firstMissed > lastMissed) return last.streak + 1;
	const isPaused = pause !== undefined && pause.from <= firstMissed && lastMissed <= pause.until;
	return isPaused ? last.streak + 1 : 1;
}
