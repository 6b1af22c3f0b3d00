/** What decides predictions by itself: a hunt, or a match of a bracket. */
import type { Db, Trx } from "db/database";
import { findBonuses, findHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import { matchAt, wasPlayed } from "../tournaments/bracket/bracket";
import { findBracket } from "../tournaments/bracket/bracket.queries.server";
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
	const { terms, hunt_id } = market;
	if (terms.kind === "manual") return undefined;
	if (terms.kind === "match") return readMatch(db, terms);
	const hunt = await findHunt(db, hunt_id ?? "");
	if (!hunt) return { phase: "over", result: null, cause: "huntGone" };
	if (hunt.status === "open") return { phase: hunt.payoutShownAt === null ? "before" : "begun" };
	const result = huntResult(terms, await findBonuses(db, hunt.id));
	return { phase: "over", result, cause: result === null ? "noResult" : null };
}

/** A match has no result once the two no longer meet in it: the draw, or the match before it, was undone or corrected. */
async function readMatch(db: Db | Trx, terms: MatchTerms): Promise<SourceState> {
	const bracket = await findBracket(db, terms.tournamentId);
	if (bracket?.state === "cancelled") return { phase: "over", result: null, cause: "cancelled" };
	const match = bracket && matchAt(bracket.matches, terms);
	if (!match || String(match.entries) !== String(terms.entries))
		return { phase: "over", result: null, cause: "noResult" };
	if (match.winner !== null)
		return { phase: "over", result: terms.entries.indexOf(match.winner), cause: null };
	return { phase: wasPlayed(bracket.steps, terms) ? "begun" : "before" };
}
