/** What decides predictions by itself: a hunt, or a match of a bracket. */
import type { Db, Trx } from "db/database";
import { findBonuses, findHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import { findMatch, findSteps } from "../tournaments/bracket/bracket.queries.server";
import type { StepBefore } from "../tournaments/bracket/bracket.server";
import { huntResult, type MatchTerms } from "./predictions";
import type { Market } from "./predictions.queries.server";

/** What the source of a prediction says now. From `begun` on viewers have seen something of it, so no stake is taken. */
export type SourceState =
	| { phase: "before" | "begun" }
	| ({ phase: "over" } & Pick<Market, "result" | "cause">);

/** Whether the stakes of a prediction have ended. */
export const isLocked = async (db: Db | Trx, market: Market, at: Date): Promise<boolean> =>
	market.state !== "open" ||
	market.locks_at <= at.toISOString() ||
	((await readSource(db, market))?.phase ?? "before") !== "before";

/** Reads the source of a prediction; undefined for one that an admin decides. */
export async function readSource(db: Db | Trx, market: Market): Promise<SourceState | undefined> {
	const { terms, hunt_id, created_at } = market;
	if (terms.kind === "manual") return undefined;
	if (terms.kind === "match") return readMatch(db, terms, created_at);
	const hunt = await findHunt(db, hunt_id ?? "");
	if (!hunt) return { phase: "over", result: null, cause: "huntGone" };
	if (hunt.status === "open") return { phase: hunt.payoutShownAt === null ? "before" : "begun" };
	const result = huntResult(terms, await findBonuses(db, hunt.id));
	return { phase: "over", result, cause: result === null ? "noResult" : null };
}

/** A match has no result once the two no longer meet in it: the draw, or the match before it, was undone or corrected. */
async function readMatch(db: Db | Trx, terms: MatchTerms, openedAt: string): Promise<SourceState> {
	const match = await findMatch(db, terms);
	if (match?.state === "cancelled") return { phase: "over", result: null, cause: "cancelled" };
	const [first, second] = terms.entries;
	if (match?.entry_a !== first || match.entry_b !== second)
		return { phase: "over", result: null, cause: "noResult" };
	if (match.winner !== null)
		return { phase: "over", result: terms.entries.indexOf(match.winner), cause: null };
	// A play that was undone at once has been seen as well.
	const isPlayed = match.plays !== "[]" || (await wasPlayed(db, terms, openedAt));
	return { phase: isPlayed ? "begun" : "before" };
}

async function wasPlayed(db: Db | Trx, { tournamentId, round, number }: MatchTerms, since: string) {
	const steps = (await findSteps(db, tournamentId)).filter(({ created_at }) => created_at >= since);
	return steps.some((step) => {
		const before = JSON.parse(step.before) as StepBefore;
		return "plays" in before && before.round === round && before.number === number;
	});
}
