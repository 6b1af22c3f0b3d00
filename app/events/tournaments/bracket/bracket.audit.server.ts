import type { Invariant } from "db/audit";
import { findBrackets } from "../tournaments.queries.server";
import { findBracket } from "./bracket.queries.server";

/** The invariants of brackets. */
export const bracketInvariants: Invariant[] = [
	{
		name: "the entries, winners and byes of every bracket follow from its seats and results",
		async *violations(db) {
			for (const { id, rule } of await findBrackets(db)) {
				if (rule.kind !== "bracket") continue;
				const { matches } = await findBracket(db, id, rule);
				const stored = await db
					.selectFrom("tournament_matches")
					.selectAll()
					.where("tournament_id", "=", id)
					.orderBy("round")
					.orderBy("number")
					.execute();
				const follow = matches.map(({ entries: [one, other], plays, winner, decidedBy }) => [
					...[one, other, JSON.stringify(plays), winner, decidedBy],
				]);
				const are = stored.map((match) => [
					...[match.entry_a, match.entry_b, match.plays, match.winner, match.decided_by],
				]);
				if (JSON.stringify(follow) !== JSON.stringify(are)) yield { subject: id, matches: stored.length };
			}
		},
	},
];
