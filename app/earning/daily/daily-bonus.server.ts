import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { DomainError } from "~/forms/domain-error";
import { findLastBreak } from "~/games/limits/limits.server";
import { dateIn, dayAfter } from "~/lib/calendar";
import type { Config } from "~/lib/config.server";
import type { Site } from "~/lib/site";
import { creditEarning } from "../credit.server";
import { dailyBonusOf, type EarningRules } from "../rules/rules";
import { findLastBonus, findNewestBonus, insertBonus } from "./daily-bonus.queries.server";
import { streakOn } from "./streak";

type Reader = Pick<Site, "db" | "now"> & {
	config: Pick<Config, "SITE_TIMEZONE">;
	/** The rules that apply now. */
	rules(): EarningRules;
};

/**
 * Maximum days by which the date may be set back without a second bonus. A bonus whose date is further ahead was collected while
 * the clock was wrong: it counts on its own date only.
 */
const MAX_SET_BACK = 7;

/** A viewer's daily bonus today. */
export interface DailyBonus {
	/** `off`: the site has none; `paused`: the viewer has taken a break. */
	state: "off" | "open" | "collected" | "paused";
	/** The day of the streak that today is, or that was collected last. */
	streak: number;
	/** Points of today's bonus. */
	points: number;
	/** Points of tomorrow's bonus. */
	tomorrow: number;
}

/** Reads a viewer's daily bonus. */
export const readDailyBonus = (tools: Reader, userId: string): Promise<DailyBonus> =>
	judge(tools.db, tools, userId, tools.now());

async function judge(
	db: Db | Trx,
	{ config, rules }: Pick<Reader, "config" | "rules">,
	userId: string,
	at: Date,
): Promise<DailyBonus> {
	const timeZone = config.SITE_TIMEZONE;
	const today = dateIn(timeZone, at);
	const last = await findLastBonus(db, userId, today);
	const newest = last?.day === today ? last : await findNewestBonus(db, userId);
	if (newest && newest.day >= today && newest.day <= dayAfter(today, MAX_SET_BACK)) {
		const { streak, points } = newest;
		return { state: "collected", streak, points, tomorrow: dailyBonusOf(rules(), streak + 1) };
	}
	const lastBreak = await findLastBreak(db, userId);
	const pause = lastBreak && {
		from: dateIn(timeZone, lastBreak.from),
		until: dateIn(timeZone, lastBreak.until),
	};
	const streak = streakOn(today, last, pause);
	const bonus = { points: dailyBonusOf(rules(), streak), tomorrow: dailyBonusOf(rules(), streak + 1) };
	if (bonus.points === 0) return { state: "off", streak: 0, ...bonus };
	if (lastBreak && lastBreak.until > at) return { state: "paused", streak: streak - 1, ...bonus };
	return { state: "open", streak, ...bonus };
}

/**
 * Credits a viewer with today's bonus, once per date of the site's time zone and up to the day's ceiling. A date that
 * was set back by a few days pays nothing until the date of the last bonus is over.
 * @returns the collected bonus, also if it was collected earlier today.
 * @throws {DomainError} `bonusOff`; `bonusPaused` during a break that the viewer has taken.
 */
export async function collectDailyBonus(
	tools: Reader & Pick<Site, "announceBalance">,
	userId: string,
): Promise<DailyBonus> {
	const { db, now, config, rules } = tools;
	const { bonus, isNew } = await transact(db, async (trx) => {
		const at = now();
		const bonus = await judge(trx, tools, userId, at);
		if (bonus.state === "off") throw new DomainError("bonusOff");
		if (bonus.state === "paused") throw new DomainError("bonusPaused");
		if (bonus.state === "collected") return { bonus, isNew: false };
		const day = dateIn(config.SITE_TIMEZONE, at);
		const points = await creditEarning(trx, {
			userId,
			points: bonus.points,
			reason: "daily-bonus",
			reference: `${day}:${userId}`,
			at,
			day,
			ceiling: rules().ceiling,
		});
		const { streak } = bonus;
		const number = ((await findNewestBonus(trx, userId))?.number ?? 0) + 1;
		await insertBonus(trx, { user_id: userId, day, streak, points, number, created_at: at.toISOString() });
		return { bonus: { ...bonus, state: "collected" as const, points }, isNew: true };
	});
	if (isNew) tools.announceBalance(userId);
	return bonus;
}
