import type { Db } from "db/database";
import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import { BREAK_LENGTHS, BREAKS, HOUR_MS, type LimitsPage, WAIT_MS } from "./limits";
import { readLimits, readLimitsWithLoss } from "./limits.server";

interface Tools {
	db: Db;
	now: () => Date;
	config: Pick<Config, "SITE_TIMEZONE">;
}

export async function readLimitsPage(tools: Tools, userId: string, language: Language): Promise<LimitsPage> {
	const at = tools.now().getTime();
	const { lost, limits } = await readLimitsWithLoss(tools, userId);
	const { dailyLoss, next, breakUntil } = limits;
	const tell = (instant: number) => formatMoment(new Date(instant), language, tools.config.SITE_TIMEZONE);
	return {
		lost,
		dailyLoss,
		next: next && { dailyLoss: next.dailyLoss, from: tell(next.from) },
		breakUntil: breakUntil === null ? undefined : tell(breakUntil),
		canEndBreak: breakUntil !== null && breakUntil > at + WAIT_MS,
		breaks: BREAK_LENGTHS.filter((length) => at + BREAKS[length] > (breakUntil ?? 0) + HOUR_MS),
	};
}

/** @returns when the player's break ends, formatted; undefined without a break. */
export async function readBreak(
	tools: Tools,
	userId: string,
	language: Language,
): Promise<string | undefined> {
	const { breakUntil } = await readLimits(tools, userId);
	if (breakUntil === null) return undefined;
	return formatMoment(new Date(breakUntil), language, tools.config.SITE_TIMEZONE);
}
