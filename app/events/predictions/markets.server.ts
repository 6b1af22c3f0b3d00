import type { Db, Trx } from "db/database";
import type { Hunt } from "~/bonus-hunt/model/hunt";
import { findBonuses, findOpenHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { admitStake } from "~/games/limits/limits.server";
import type { Site } from "~/lib/site";
import { post } from "~/points/ledger/ledger.server";
import { findEntrantsOf, findMatch } from "../tournaments/bracket/bracket.queries.server";
import { addMarketJob, decideMarket, lockMarket, reopenMarket } from "./decide.server";
import {
	countOutcomes,
	MAX_UNPAID,
	type MatchPlace,
	OUTCOMES,
	sourceOf,
	type Template,
	type Terms,
	UNDECIDED_MS,
} from "./predictions";
import {
	addToStake,
	findMarket,
	findStake,
	findUnpaidMarkets,
	insertMarket,
	type Market,
} from "./predictions.queries.server";
import { readSource, type SourceState } from "./sources.server";

type MarketSite = Pick<Site, "db" | "now" | "log" | "config" | "marketChanged">;

/** Whether the stakes of a prediction have ended. @param source what decides it. */
export const isLocked = (market: Market, source: SourceState | undefined, at: Date): boolean =>
	market.state !== "open" ||
	market.locks_at <= at.toISOString() ||
	(source !== undefined && source.phase !== "before");

interface NewMarket {
	idempotencyKey: string;
	/** Minutes until the stream shows what viewers predict; stakes end earlier by the delay of the stream. */
	minutes: number;
	maxStake: number;
	about: { template: Template } | { match: MatchPlace } | { question: string; outcomes: readonly string[] };
}

/**
 * Opens a prediction and writes the change log, once for each idempotency key.
 * @throws {DomainError} `marketsFull`, `marketTooShort` if it would be locked at once, `marketNoHunt` for a template without a
 * hunt that it fits, `marketHuntBegun`, `marketNoMatch` for a match that is not about to be played, `marketExists` if the hunt or
 * match decides the same question already.
 */
export async function openMarket(site: MarketSite, adminId: string, form: NewMarket): Promise<void> {
	const { idempotencyKey, ...input } = form;
	await writeChange(site, adminId, {
		once: { idempotencyKey, action: "predictions.open", input },
		write: async (trx, at) => {
			const unpaid = await findUnpaidMarkets(trx);
			if (unpaid.length >= MAX_UNPAID) throw new DomainError("marketsFull", { most: MAX_UNPAID });
			const locksAt = new Date(
				at.getTime() + input.minutes * 60_000 - site.config.STREAM_DELAY_SECONDS * 1000,
			);
			if (locksAt <= at) throw new DomainError("marketTooShort");
			const { about, maxStake } = input;
			const { terms, huntId = null } =
				"template" in about
					? await termsOfHunt(trx, about.template)
					: { terms: "match" in about ? await termsOfMatch(trx, about.match) : manual(about) };
			if (unpaid.some((one) => isSameQuestion(one, { terms, hunt_id: huntId })))
				throw new DomainError("marketExists");
			const id = crypto.randomUUID();
			await insertMarket(trx, {
				...{ id, terms: JSON.stringify(terms), hunt_id: huntId, max_stake: maxStake, revision: 1 },
				...{ state: "open", locks_at: locksAt.toISOString(), created_at: at.toISOString() },
			});
			await addMarketJob(trx, id, 1, new Date(locksAt.getTime() + UNDECIDED_MS), at);
			const after = { until: locksAt.toISOString(), maxStake };
			return { action: "prediction.open", subject: id, subjectName: nameOf(terms), after };
		},
		published: announcing(site, adminId),
	});
}

const manual = (about: { question: string; outcomes: readonly string[] }): Terms => ({
	kind: "manual",
	...about,
});

/** The question of a template about the open hunt. */
async function termsOfHunt(trx: Trx, kind: Template): Promise<{ terms: Terms; huntId: string }> {
	const hunt = await findOpenHunt(trx);
	const terms = hunt && (await templatesOf(trx, hunt)).find((one) => one.kind === kind);
	if (!hunt || !terms) throw new DomainError("marketNoHunt");
	if (hunt.payoutShownAt !== null) throw new DomainError("marketHuntBegun");
	return { terms, huntId: hunt.id };
}

/** Which of the two wins a match that nobody has begun. */
async function termsOfMatch(trx: Trx, { tournamentId, round, number }: MatchPlace): Promise<Terms> {
	const match = await findMatch(trx, { tournamentId, round, number });
	const { entry_a, entry_b } = match ?? {};
	if (match?.state !== "open" || match.plays !== "[]" || !entry_a || !entry_b)
		throw new DomainError("marketNoMatch");
	return { kind: "match", tournamentId, round, number, entries: [entry_a, entry_b] };
}

/** Whether the same hunt or match decides the same question. */
function isSameQuestion(one: Pick<Market, "terms" | "hunt_id">, other: typeof one): boolean {
	const { terms, hunt_id } = one;
	if (terms.kind === "match") return JSON.stringify(terms) === JSON.stringify(other.terms);
	return hunt_id !== null && hunt_id === other.hunt_id && terms.kind === other.terms.kind;
}

/** The questions that a hunt can decide, with its present costs and its first slots. */
export async function templatesOf(db: Db | Trx, hunt: Hunt): Promise<Terms[]> {
	const target = Math.max(0, hunt.startCost - hunt.stopLoss);
	const slots = (await findBonuses(db, hunt.id)).slice(0, OUTCOMES.most);
	return [
		...(target > 0 ? [{ kind: "above", amount: target } as const] : []),
		...(hunt.startCost > 0 ? [{ kind: "total", amount: hunt.startCost } as const] : []),
		...(slots.length >= OUTCOMES.least
			? [{ kind: "best", slots: slots.map(({ id, name }) => ({ id, name })) } as const]
			: []),
	];
}

/** The name of a prediction in the change log. */
const nameOf = (terms: Terms): string => (terms.kind === "manual" ? terms.question : "");

const announcing =
	(site: Pick<Site, "log" | "marketChanged">, adminId: string) => (marketId: string, action: string) => {
		site.log.info({ event: "market-changed", change: action.replace("prediction.", ""), marketId, adminId });
		site.marketChanged();
	};

interface Act {
	marketId: string;
	/** The revision with which the form was rendered. */
	revision: number;
}

interface AdminAct {
	/** Its kind in the change log. */
	action: string;
	/** Returns undefined if there is nothing to do. */
	run(trx: Trx, market: Market, at: Date): Promise<Market | undefined>;
}

/**
 * Changes a prediction as an admin, and writes the change log. Does nothing if the form was sent before.
 * @throws {DomainError} `marketGone`, `marketPaid`, `marketOwnStake` for an admin who has staked on it, `editConflict`.
 */
async function actOn(
	site: MarketSite,
	adminId: string,
	{ marketId, revision }: Act,
	{ action, run }: AdminAct,
): Promise<void> {
	await writeChange(site, adminId, {
		write: async (trx) => {
			// The time of this transaction, so that no stake before it is later.
			const at = site.now();
			const market = await findMarket(trx, marketId);
			if (!market) throw new DomainError("marketGone");
			if (market.state === "paid") throw new DomainError("marketPaid");
			if (await findStake(trx, marketId, adminId)) throw new DomainError("marketOwnStake");
			const changed = await run(trx, market, at);
			if (!changed) return undefined;
			if (market.revision !== revision) throw new DomainError("editConflict");
			const about = { action, subject: marketId, subjectName: nameOf(market.terms) };
			return { ...about, before: loggedOf(market), after: loggedOf(changed) };
		},
		published: announcing(site, adminId),
	});
}

/** The change-log fields of a prediction. The outcomes of one that a hunt or match decides are counted from 1. */
const loggedOf = ({ locks_at, result, terms }: Market) => ({
	until: locks_at,
	outcome:
		result === null ? null : terms.kind === "manual" ? (terms.outcomes[result] ?? "") : String(result + 1),
});

/** Ends the stakes now. Does nothing if they have ended. @throws {DomainError} as all acts on a prediction. */
export const endStakes = (site: MarketSite, adminId: string, act: Act) =>
	actOn(site, adminId, act, {
		action: "prediction.lock",
		run: async (trx, market, at) =>
			market.state !== "open" || market.locks_at <= at.toISOString()
				? undefined
				: lockMarket(trx, market, at),
	});

/**
 * Decides a prediction that no hunt or match decides. It is paid after ten minutes. Does nothing if it has this result.
 * @throws {DomainError} `marketDecided` if it is decided otherwise, and as all acts on a prediction.
 */
export const settleMarket = (
	site: MarketSite,
	adminId: string,
	{ result, ...act }: Act & { result: number },
) =>
	actOn(site, adminId, act, {
		action: "prediction.settle",
		async run(trx, market, at) {
			if (sourceOf(market.terms) !== "manual" || result >= countOutcomes(market.terms))
				throw new DomainError("pageExpired");
			if (market.state === "decided" && market.result === result) return undefined;
			if (market.state === "decided") throw new DomainError("marketDecided");
			return decideMarket(trx, market, { result, cause: null, decided_by: adminId }, at);
		},
	});

/** Cancels a prediction, which is refunded after ten minutes. Does nothing if it is cancelled. @throws {DomainError} as {@link settleMarket}. */
export const cancelMarket = (site: MarketSite, adminId: string, act: Act) =>
	actOn(site, adminId, act, {
		action: "prediction.cancel",
		async run(trx, market, at) {
			if (market.cause === "cancelled") return undefined;
			if (market.state === "decided" && sourceOf(market.terms) === "manual")
				throw new DomainError("marketDecided");
			return decideMarket(trx, market, { result: null, cause: "cancelled", decided_by: adminId }, at);
		},
	});

/** Takes back what an admin has decided. Does nothing if it is not decided. @throws {DomainError} as all acts on a prediction. */
export const undoMarket = (site: MarketSite, adminId: string, act: Act) =>
	actOn(site, adminId, act, {
		action: "prediction.undo",
		async run(trx, market, at) {
			if (market.state === "open") return undefined;
			if (market.decided_by === null) throw new DomainError("pageExpired");
			return reopenMarket(trx, market, at);
		},
	});

interface StakeForm {
	idempotencyKey: string;
	marketId: string;
	outcome: number;
	points: number;
}

/**
 * Stakes points of a viewer on an outcome, or adds them to the viewer's stake, once for each idempotency key. Whether the stakes
 * have ended is decided here, by the time in this transaction.
 * @throws {DomainError} `marketAdmin`: admins decide predictions; `marketGone`, `marketLocked`, `marketOwnMatch` for who plays in the
 * match, `marketOther` for another outcome than before, `marketMaxStake`, `insufficientPoints`, and the refusals of {@link admitStake}.
 */
export async function stakeOn(
	site: MarketSite & Pick<Site, "announceBalance" | "announceRestriction">,
	viewer: { id: string; isAdmin: boolean },
	{ idempotencyKey, ...input }: StakeForm,
): Promise<void> {
	const { db, now, config } = site;
	if (viewer.isAdmin) throw new DomainError("marketAdmin");
	const userId = viewer.id;
	const request = { userId, idempotencyKey, action: "predictions.stake", input };
	await withIdempotencyKey(db, request, now(), async (trx) => {
		const at = now();
		const { marketId, outcome, points } = input;
		const market = await findMarket(trx, marketId);
		if (!market) throw new DomainError("marketGone");
		if (isLocked(market, await readSource(trx, market), at)) throw new DomainError("marketLocked");
		if (outcome >= countOutcomes(market.terms)) throw new DomainError("pageExpired");
		const entrants = market.terms.kind === "match" ? await findEntrantsOf(trx, market.terms.entries) : [];
		if (entrants.some((entrant) => entrant.user_id === userId)) throw new DomainError("marketOwnMatch");
		const most = market.max_stake;
		await admitStake(trx, { userId, stake: points, maxBet: undefined, at, timeZone: config.SITE_TIMEZONE });
		const row = {
			...{ id: crypto.randomUUID(), market_id: marketId, user_id: userId, outcome, points },
			...{ created_at: at.toISOString(), updated_at: at.toISOString() },
		};
		const stake = points > most ? undefined : await addToStake(trx, row, most);
		if (!stake) {
			const before = await findStake(trx, marketId, userId);
			if (before && before.outcome !== outcome) throw new DomainError("marketOther");
			throw new DomainError("marketMaxStake", { most, left: most - (before?.points ?? 0) });
		}
		const reference = stake.parts === 1 ? stake.id : `${stake.id}:${stake.parts}`;
		await post(trx, { userId, delta: -points, reason: "prediction-stake", reference, actor: userId, at });
		return {};
	});
	site.announceBalance(userId);
	site.announceRestriction(userId);
	site.marketChanged();
}
