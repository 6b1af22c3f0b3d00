import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { nextMidnightIn } from "~/lib/calendar";
import type { Site } from "~/lib/site";
import { findPause } from "~/points/ledger/pauses.queries.server";
import { smallestStake } from "../games.server";
import { BREAK_LENGTHS, BREAKS, HOUR_MS, WAIT_MS } from "./limits";
import { readLimits, readLimitsWithLoss } from "./limits.server";
import type { Allowance } from "./limits-topics";

type Reader = Pick<Site, "db" | "now" | "config">;

/** The data of the limits page, with moments formatted in the site's time zone. */
export type LimitsPage = Awaited<ReturnType<typeof readLimitsPage>>;

/** Reads {@link LimitsPage}. Stores nothing. */
export async function readLimitsPage(site: Reader, userId: string, language: Language) {
	const at = site.now().getTime();
	const { lost, limits } = await readLimitsWithLoss(site, userId);
	const { dailyLoss, next, breakUntil } = limits;
	const format = (instant: number) => formatMoment(new Date(instant), language, site.config.SITE_TIMEZONE);
	return {
		/** Points lost today; negative when more was won. */
		lost,
		dailyLoss,
		/** The looser limit that applies later, and when. */
		next: next && { dailyLoss: next.dailyLoss, from: format(next.from) },
		breakUntil: breakUntil === null ? undefined : format(breakUntil),
		/** False for a break that ends within {@link WAIT_MS}. */
		canEndBreak: breakUntil !== null && breakUntil > at + WAIT_MS,
		/** The breaks that would extend the current one by at least an hour. */
		breaks: BREAK_LENGTHS.filter((length) => at + BREAKS[length] > (breakUntil ?? 0) + HOUR_MS),
	};
}

/**
 * Reads what the player may bet now. At the limit means that today's loss leaves less than the
 * lowest bet of all open games; it ends at midnight in the site's time zone, or when a looser limit applies. Stores nothing.
 */
export async function findAllowance({ db, now, config }: Reader, userId: string): Promise<Allowance> {
	const at = now();
	const { limits, count } = await readLimits(db, userId, at, config.SITE_TIMEZONE);
	const lossLeft = count && limits.dailyLoss !== null ? limits.dailyLoss - count.lost : null;
	const pause = await findPause(db, userId);
	if (pause) return { restriction: { kind: "pause", reason: pause.reason }, lossLeft };
	if (limits.breakUntil !== null)
		return { restriction: { kind: "break", endsAt: limits.breakUntil }, lossLeft };
	if (lossLeft === null || smallestStake(config) <= lossLeft) return { restriction: null, lossLeft };
	const midnight = nextMidnightIn(config.SITE_TIMEZONE, at).getTime();
	return {
		restriction: { kind: "limit", endsAt: Math.min(limits.next?.from ?? midnight, midnight) },
		lossLeft,
	};
}

/** Why a player cannot bet now, for a page. */
export type Restriction = NonNullable<Awaited<ReturnType<typeof readAllowance>>["restriction"]>;

/** {@link findAllowance} for a page. */
export async function readAllowance(site: Reader, userId: string, language: Language) {
	const { restriction: found, lossLeft } = await findAllowance(site, userId);
	return {
		lossLeft,
		restriction:
			found?.kind === "pause"
				? found
				: found && {
						...found,
						/** From the load of the page. */
						msLeft: found.endsAt - site.now().getTime(),
						until: formatMoment(new Date(found.endsAt), language, site.config.SITE_TIMEZONE),
					},
	};
}
