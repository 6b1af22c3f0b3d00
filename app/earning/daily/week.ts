import { dailyBonusOf, type EarningRules } from "../rules/rules";

const DAYS = 7;

/** A day of a streak, as a box of its week shows it. */
export interface StreakDay {
	/** Counted from 1. */
	day: number;
	points: number;
	isCollected: boolean;
	isToday: boolean;
}

/**
 * The week of a streak that contains today, or the day that was collected last: days 1 to 7, then 8 to 14, and so on.
 * @param bonus undefined for a visitor, whose streak has not started.
 */
export function weekOf(
	rules: EarningRules,
	bonus: { state: "off" | "open" | "collected" | "paused"; streak: number } | undefined,
): StreakDay[] {
	const { state, streak } = bonus ?? { state: "off", streak: 0 };
	const first = Math.floor(Math.max(0, streak - 1) / DAYS) * DAYS + 1;
	return Array.from({ length: DAYS }, (_, place) => {
		const day = first + place;
		return {
			day,
			points: dailyBonusOf(rules, day),
			isCollected: day < streak || (day === streak && state !== "open"),
			isToday: day === streak && state !== "paused",
		};
	});
}
