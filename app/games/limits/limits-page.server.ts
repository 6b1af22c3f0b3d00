import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { nextMidnightIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { BREAK_LENGTHS, BREAKS, HOUR_MS, type LimitsPage, WAIT_MS } from "./limits";
import { readLimits, readLimitsWithLoss } from "./limits.server";
import type { Restriction } from "./restriction";
import type { CurrentRestriction } from "./restriction-topic";

/** Reads the data of the limits page, with moments formatted in the site's time zone. Stores nothing. */
export async function readLimitsPage(
	tools: Pick<Site, "db" | "now" | "config">,
	userId: string,
	language: Language,
): Promise<LimitsPage> {
	const at = tools.now().getTime();
	const { lost, limits } = await readLimitsWithLoss(tools, userId);
	const { dailyLoss, next, breakUntil } = limits;
	const format = (instant: number) => formatMoment(new Date(instant), language, tools.config.SITE_TIMEZONE);
	return {
		lost,
		dailyLoss,
		next: next && { dailyLoss: next.dailyLoss, from: format(next.from) },
		breakUntil: breakUntil === null ? undefined : format(breakUntil),
		canEndBreak: breakUntil !== null && breakUntil > at + WAIT_MS,
		breaks: BREAK_LENGTHS.filter((length) => at + BREAKS[length] > (breakUntil ?? 0) + HOUR_MS),
	};
}

/**
 * Reads why the player cannot bet now. At the limit means that today's loss leaves less than `smallestStake`; it ends at
 * midnight in the site's time zone, or when a looser limit applies. Stores nothing.
 * @param smallestStake the lowest bet of all games, in points.
 * @returns undefined if the player may bet.
 */
export async function findRestriction(
	tools: Pick<Site, "db" | "now" | "config">,
	userId: string,
	smallestStake: number,
): Promise<NonNullable<CurrentRestriction> | undefined> {
	const limits = await readLimits(tools, userId);
	if (limits.breakUntil !== null) return { kind: "break", endsAt: limits.breakUntil };
	if (limits.dailyLoss === null) return undefined;
	const { lost } = await readLimitsWithLoss(tools, userId);
	if (lost + smallestStake <= limits.dailyLoss) return undefined;
	const midnight = nextMidnightIn(tools.config.SITE_TIMEZONE, tools.now());
	const looserFrom = limits.next?.from ?? Number.POSITIVE_INFINITY;
	return { kind: "limit", endsAt: Math.min(looserFrom, midnight.getTime()) };
}

/** Reads {@link findRestriction} for a page, with the end formatted in the site's time zone. */
export async function readRestriction(
	tools: Pick<Site, "db" | "now" | "config">,
	userId: string,
	{ language, smallestStake }: { language: Language; smallestStake: number },
): Promise<Restriction | undefined> {
	const found = await findRestriction(tools, userId, smallestStake);
	if (!found) return undefined;
	return {
		...found,
		msLeft: found.endsAt - tools.now().getTime(),
		until: formatMoment(new Date(found.endsAt), language, tools.config.SITE_TIMEZONE),
	};
}
