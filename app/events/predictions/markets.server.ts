import type { Db, Trx } from "db/database";
import { announce } from "~/announcements/announce.server";
import type { Hunt } from "~/bonus-hunt/model/hunt";
import { findBonuses, findOpenHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { admitStake } from "~/games/limits/limits.server";
import { type Decider, may, type Right } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { post } from "~/points/ledger/ledger.server";
import { matchAt, wasPlayed } from "../tournaments/bracket/bracket";
import { findBracket, findEntrantsOf } from "../tournaments/bracket/bracket.queries.server";
import { addMarketJob, changeMarket, decidedAs, type MarketState, UNDECIDED } from "./decide.server";
import {
	countOutcomes,
	MAX_UNPAID,
	type MatchPlace,
	type MatchTerms,
	OUTCOMES,
	type Terms,
} from "./predictions";
import {
	addToStake,
	findMarket,
	findStake,
	findUnpaidMarkets,
	insertMarket,
	type Market,
} from "./predictions.queries.server";
import type { MarketAct, NewMarketForm } from "./predictions.schema";
import { isLocked } from "./sources.server";

type MarketSite = Pick<Site, "db" | "now" | "log" | "config" | "marketChanged">;

/**
 * Opens a prediction and writes the change log, once for each idempotency key.
 * @throws {DomainError} `marketsFull`, `marketTooShort` if it would be locked at once, `marketNoHunt` for a template without a
 * hunt that it fits, `marketHuntBegun`, `marketNoMatch` for a match that is not about to be played, `marketExists` if the hunt or
 * match decides the same question already.
 */
export async function openMarket(site: MarketSite, adminId: string, form: NewMarketForm): Promise<void> {
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
			const { terms, huntId = null } = await termsOf(trx, form);
			if (unpaid.some((one) => isSameQuestion(one, { terms, hunt_id: huntId })))
				throw new DomainError("marketExists");
			const id = crypto.randomUUID();
			const market = { id, revision: 1, locks_at: locksAt.toISOString(), pays_at: null };
			await insertMarket(trx, {
				...{ ...market, terms: JSON.stringify(terms), hunt_id: huntId, max_stake: input.maxStake },
				...{ state: "open", created_at: at.toISOString() },
			});
			await addMarketJob(trx, market, at);
			const about = { reference: id, data: { marketId: id } };
			await announce(trx, { type: "prediction.opened", ...about, at: at.toISOString() });
			await announce(trx, { type: "prediction.locked", ...about, at: market.locks_at });
			const after = { until: market.locks_at, maxStake: input.maxStake };
			return { action: "prediction.open", subject: id, subjectName: nameOf(terms), after };
		},
		published: announcing(site, adminId),
	});
}

/** The question that a form asks. */
async function termsOf(trx: Trx, form: NewMarketForm): Promise<{ terms: Terms; huntId?: string }> {
	if (form.intent === "open")
		return { terms: { kind: "manual", question: form.question, outcomes: form.outcomes } };
	if (form.intent === "openMatch") {
		const terms = await termsOfMatch(trx, form);
		if (!terms) throw new DomainError("marketNoMatch");
		return { terms };
	}
	const hunt = await findOpenHunt(trx);
	const terms = hunt && (await templatesOf(trx, hunt)).find(({ kind }) => kind === form.template);
	if (!hunt || !terms) throw new DomainError("marketNoHunt");
	if (hunt.payoutShownAt !== null) throw new DomainError("marketHuntBegun");
	return { terms, huntId: hunt.id };
}

/** Which of the two wins a match of which nobody has seen a result; undefined for another match. */
export async function termsOfMatch(db: Db | Trx, place: MatchPlace): Promise<MatchTerms | undefined> {
	const { tournamentId, round, number } = place;
	const { state, matches = [], steps = [] } = (await findBracket(db, tournamentId)) ?? {};
	const [first, second] = matchAt(matches, place)?.entries ?? [];
	if (state !== "open" || !first || !second || wasPlayed(steps, place)) return undefined;
	return { kind: "match", tournamentId, round, number, entries: [first, second] };
}

/** Whether the same hunt or match decides the same question. */
export function isSameQuestion(one: Pick<Market, "terms" | "hunt_id">, other: typeof one): boolean {
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

/**
 * Ends the stakes of a prediction now, decides or cancels it, or takes that back, as an admin, and writes the change log. What is
 * decided is paid after ten minutes. Does nothing if it is done already. `act.revision` is that with which the form was rendered.
 * @throws {DomainError} `marketGone`, `marketPaid`, `marketOwnStake` for an admin who has staked on it, `marketDecided` if it is
 * decided otherwise, `pageExpired` if the act does not fit it, `editConflict`.
 */
export async function actOnMarket(site: MarketSite, adminId: string, act: MarketAct): Promise<void> {
	const { intent, marketId, revision } = act;
	await writeChange(site, adminId, {
		write: async (trx) => {
			// The time of this transaction, so that no stake before it is later.
			const at = site.now();
			const market = await findMarket(trx, marketId);
			if (!market) throw new DomainError("marketGone");
			if (market.state === "paid") throw new DomainError("marketPaid");
			if (await findStake(trx, marketId, adminId)) throw new DomainError("marketOwnStake");
			const state = stateAfter(market, act, adminId, at);
			if (!state) return undefined;
			if (market.revision !== revision) throw new DomainError("editConflict");
			const changed = await changeMarket(trx, market, state, at);
			const about = { action: `prediction.${intent}`, subject: marketId, subjectName: nameOf(market.terms) };
			return { ...about, before: loggedOf(market), after: loggedOf(changed) };
		},
		published: announcing(site, adminId),
	});
}

/** The state of a prediction after an act; undefined if it is done already. */
function stateAfter(market: Market, act: MarketAct, adminId: string, at: Date): MarketState | undefined {
	const { state, terms } = market;
	const decided = { result: null, cause: null, decided_by: adminId };
	switch (act.intent) {
		case "lock":
			return state !== "open" || market.locks_at <= at.toISOString() ? undefined : UNDECIDED;
		case "settle":
			if (terms.kind !== "manual" || act.result >= countOutcomes(terms)) throw new DomainError("pageExpired");
			if (state === "open") return decidedAs({ ...decided, result: act.result }, at);
			if (market.result === act.result) return undefined;
			throw new DomainError("marketDecided");
		case "cancel":
			if (market.cause === "cancelled") return undefined;
			if (state === "decided" && terms.kind === "manual") throw new DomainError("marketDecided");
			return decidedAs({ ...decided, cause: "cancelled" }, at);
		case "undo":
			if (state === "open") return undefined;
			if (market.decided_by === null) throw new DomainError("pageExpired");
			return UNDECIDED;
	}
}

/** The change-log fields of a prediction. The outcomes of one that a hunt or match decides are counted from 1. */
const loggedOf = ({ locks_at, result, terms, state }: Market) => ({
	until: locks_at,
	status: state,
	outcome:
		result === null ? null : terms.kind === "manual" ? (terms.outcomes[result] ?? "") : String(result + 1),
});

/**
 * The rights to change what decides a prediction. An act of somebody with a stake cancels it, which would take the risk from their
 * stake.
 */
function decidersOf({ kind }: Terms): readonly Right[] {
	if (kind === "manual") return [];
	return kind === "match" ? ["tournaments"] : ["hunt", "requests"];
}

interface StakeForm {
	idempotencyKey: string;
	marketId: string;
	outcome: number;
	points: number;
}

/**
 * Stakes points of a viewer on an outcome, or adds them to the viewer's stake, once for each idempotency key. Whether the stakes
 * have ended is decided here, by the time in this transaction.
 * @throws {DomainError} `marketAdmin` for those who decide predictions or the hunt or match of this one; `marketGone`, `marketLocked`,
 * `marketOwnMatch` for who plays in the match, `marketOther` for another outcome than before, `marketMaxStake`, `insufficientPoints`,
 * and the refusals of {@link admitStake}.
 */
export async function stakeOn(
	site: MarketSite & Pick<Site, "announceBalance" | "announceRestriction">,
	viewer: Decider,
	{ idempotencyKey, ...input }: StakeForm,
): Promise<void> {
	const { db, now, config } = site;
	if (may(viewer, "predictions")) throw new DomainError("marketAdmin");
	const userId = viewer.id;
	const request = { userId, idempotencyKey, action: "predictions.stake", input };
	await withIdempotencyKey(db, request, now(), async (trx) => {
		const at = now();
		const { marketId, outcome, points } = input;
		const market = await findMarket(trx, marketId);
		if (!market) throw new DomainError("marketGone");
		if (decidersOf(market.terms).some((right) => may(viewer, right))) throw new DomainError("marketAdmin");
		if (await isLocked(trx, market, at)) throw new DomainError("marketLocked");
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
