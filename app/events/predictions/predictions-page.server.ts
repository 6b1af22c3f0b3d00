import type { Db } from "db/database";
import type { TFunction } from "i18next";
import { findOpenHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import type { JsonPart } from "~/http/json-download.server";
import { formatClock, formatDay, formatEuros, formatMoment } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import { inBatches } from "~/lib/batches.server";
import { dateIn } from "~/lib/calendar";
import { type Decider, may } from "~/lib/rights";
import type { Site } from "~/lib/site";
import type { EventNow } from "../event-now";
import { findEntrantsOf } from "../tournaments/bracket/bracket.queries.server";
import { isSameQuestion, templatesOf, termsOfMatch } from "./markets.server";
import { boundsOf, initialValues, type MatchPlace, refundCause, sourceOf, type Terms } from "./predictions";
import {
	findListedMarkets,
	findOwnStakes,
	findPools,
	findStakesAfter,
	findUnpaidMarkets,
	type Market,
} from "./predictions.queries.server";
import { isLocked } from "./sources.server";

type PageSite = Pick<Site, "db" | "now" | "config">;

type Side = { name: string; userId: string | undefined };

/** The two of a match, by their present names; nobody for another question. No two names are equal. */
async function sidesOf(db: Db, terms: Terms, t: TFunction): Promise<Side[]> {
	if (terms.kind !== "match") return [];
	const entrants = await findEntrantsOf(db, terms.entries);
	const known = terms.entries.map((entry) => entrants.find(({ id }) => id === entry));
	const names = known.map((entrant) => entrant?.twitch_username ?? t("shell.anonymous"));
	const isSame = names[0] === names[1];
	return names.map((name, at) => ({
		name: isSame ? `${at + 1}. ${name}` : name,
		userId: known[at]?.user_id,
	}));
}

/** The question of a prediction in a language. */
function questionOf(terms: Terms, sides: readonly Side[], t: TFunction, language: Language): string {
	if (terms.kind === "manual") return terms.question;
	const [first = "", second = ""] = sides.map(({ name }) => name);
	if (terms.kind === "match") return t("predictions.questions.match", { first, second });
	const amount = "amount" in terms ? formatEuros(terms.amount / 100, language) : "";
	return t(`predictions.questions.${terms.kind}`, { amount });
}

/** The names of the outcomes in a language. No two are equal. */
function outcomesOf(
	terms: Terms,
	sides: readonly Side[],
	t: TFunction,
	language: Language,
): readonly string[] {
	if (terms.kind === "manual") return terms.outcomes;
	if (terms.kind === "match") return sides.map(({ name }) => name);
	if (terms.kind === "best") return terms.slots.map(({ name }, at) => `${at + 1}. ${name}`);
	if (terms.kind === "above") return [t("predictions.yes"), t("predictions.no")];
	const bounds = boundsOf(terms.amount).map((cents) => formatEuros(cents / 100, language));
	return [...bounds, ""].map((to, at) => {
		const from = bounds[at - 1] ?? "";
		if (at === 0) return t("predictions.below", { to });
		return to ? t("predictions.between", { from, to }) : t("predictions.from", { from });
	});
}

/** The question of a prediction in a language, and its result once it is decided. */
export async function describeMarket(db: Db, { terms, result }: Market, language: Language) {
	const { t } = i18nIn(language);
	const sides = await sidesOf(db, terms, t);
	const outcome = result === null ? undefined : outcomesOf(terms, sides, t, language)[result];
	return { question: questionOf(terms, sides, t, language), result: outcome };
}

/** A time of day in the site's time zone, with the date unless it is today. */
function clockOf({ config }: Pick<Site, "config">, instant: string, at: Date, language: Language): string {
	const [time, zone] = [new Date(instant), config.SITE_TIMEZONE];
	const clock = formatClock(time, language, zone);
	const isToday = dateIn(zone, time) === dateIn(zone, at);
	return isToday ? clock : `${clock} (${formatDay(time, language, zone)})`;
}

export type ShownMarket = Awaited<ReturnType<typeof showMarkets>>[number];

/** What everybody may see of some predictions, and the viewer's stakes. */
async function showMarkets(
	site: PageSite,
	markets: readonly Market[],
	viewerId: string | undefined,
	language: Language,
) {
	const { db, config } = site;
	const { t } = i18nIn(language);
	const at = site.now();
	const ids = markets.map(({ id }) => id);
	const allPools = await findPools(db, markets);
	const own = viewerId === undefined ? [] : await findOwnStakes(db, viewerId, ids);
	const clock = (instant: string) => clockOf(site, instant, at, language);
	const shown = [];
	for (const [index, market] of markets.entries()) {
		const { id, revision, terms } = market;
		const pools = allPools[index] ?? [];
		const sides = await sidesOf(db, terms, t);
		// `locked` once the stakes have ended, until it is decided.
		const isOver = market.state === "open" && (await isLocked(db, market, at));
		const state = isOver ? ("locked" as const) : market.state;
		const points = pools.map((pool) => pool.points);
		const cause = market.state === "open" ? null : (refundCause(market, points) ?? null);
		const stake = own.find(({ market_id }) => market_id === id);
		shown.push({
			...{
				id,
				revision,
				pools,
				source: sourceOf(terms),
				/** Whether the viewer plays in the match, and so may not stake on it. */
				isOwnMatch: sides.some(({ userId }) => viewerId && userId === viewerId),
				maxStake: market.max_stake,
				result: market.result,
			},
			question: questionOf(terms, sides, t, language),
			outcomes: outcomesOf(terms, sides, t, language),
			state,
			day: formatMoment(new Date(market.created_at), language, config.SITE_TIMEZONE),
			closesAt: clock(market.locks_at),
			/** ms from the load of the page. */
			leftMs: state === "open" ? Date.parse(market.locks_at) - at.getTime() : 0,
			paysAt: market.pays_at === null ? null : clock(market.pays_at),
			/** Why the stakes are refunded; null if they are shared, or before the decision. */
			refund: cause === "noResult" && terms.kind === "match" ? ("matchGone" as const) : cause,
			/** Whether an admin may take the decision back. */
			canUndo: state === "decided" && market.decided_by !== null,
			own: stake ? { outcome: stake.outcome, points: stake.points, paid: stake.paid } : null,
		});
	}
	return shown;
}

/** Reads the page: predictions that are not paid, the last paid ones and, for those who open some, what the open hunt could decide. */
export async function readPredictions(site: PageSite, viewer: Decider | undefined, language: Language) {
	const markets = await findListedMarkets(site.db);
	return {
		idempotencyKey: crypto.randomUUID() as string,
		markets: await showMarkets(site, markets, viewer?.id, language),
		/** When the newest one was opened. */
		newestAt: markets
			.map(({ created_at }) => created_at)
			.sort()
			.at(-1),
		templates: may(viewer, "predictions") ? await readTemplates(site.db, markets, language) : null,
	};
}

/** The questions that the open hunt could decide. Null if a payout was shown, or without an open hunt. */
async function readTemplates(db: Db, markets: readonly Market[], language: Language) {
	const hunt = await findOpenHunt(db);
	if (!hunt || hunt.payoutShownAt !== null) return null;
	const unpaid = markets.filter(({ state }) => state !== "paid");
	const { t } = i18nIn(language);
	return (await templatesOf(db, hunt))
		.filter((terms) => !unpaid.some((one) => isSameQuestion(one, { terms, hunt_id: hunt.id })))
		.map((terms) => ({ kind: terms.kind, question: questionOf(terms, [], t, language) }));
}

/** The fields of the form that opens a prediction about a match; null if there can be none, or while predictions are off. */
export async function readMatchForm(
	{ db, config }: PageSite,
	tournamentId: string,
	match: Pick<MatchPlace, "round" | "number"> | undefined,
) {
	if (!config.PREDICTIONS || !match) return null;
	const place = { tournamentId, round: match.round, number: match.number };
	const terms = await termsOfMatch(db, place);
	if (!terms) return null;
	if ((await findUnpaidMarkets(db)).some((one) => isSameQuestion(one, { terms, hunt_id: null }))) return null;
	const idempotencyKey: string = crypto.randomUUID();
	return { ...place, idempotencyKey, ...initialValues(config.STREAM_DELAY_SECONDS) };
}

/** The predictions that are not paid, for the page of events, open ones first; none while predictions are off. */
export async function readPredictionsNow(site: PageSite, language: Language): Promise<EventNow[]> {
	if (!site.config.PREDICTIONS) return [];
	const { t } = i18nIn(language);
	const shown = await showMarkets(site, await findUnpaidMarkets(site.db), undefined, language);
	return shown
		.sort((one, other) => Number(other.state === "open") - Number(one.state === "open"))
		.map(({ id, question: title, state, closesAt: time }) => ({
			...{ kind: "prediction", id, title, path: `/predictions#market-${id}` },
			text: state === "open" ? t("predictions.closesAt", { time }) : t(`predictions.states.${state}`),
		}));
}

/** A user's stakes for the export of personal data. Outcomes are counted from 0. */
export const readOwnPredictions = (db: Db, userId: string): Record<string, JsonPart> => ({
	predictions: inBatches<Awaited<ReturnType<typeof findStakesAfter>>[number]>((last, limit) =>
		findStakesAfter(db, userId, last?.id ?? "", limit),
	),
});
