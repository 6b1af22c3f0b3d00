import type { Invariant } from "db/audit";
import { findBrackets } from "../tournaments.queries.server";
import { rankingOf } from "./bracket";
import { findBracket } from "./bracket.queries.server";
import { drawSeats } from "./seats";

/** The invariants of brackets. */
export const bracketInvariants: Invariant[] = [
	{
		name: "the seats of every bracket are those of its seed, and its places follow from its seats and results",
		async *violations(db) {
			for (const { id: subject } of await findBrackets(db)) {
				const {
					entrants = [],
					seed = "",
					seated = [],
					matches = [],
				} = (await findBracket(db, subject)) ?? {};
				const ids = entrants.map(({ id }) => id);
				const areDrawn = seated.length === 0 || String(seated) === String(drawSeats(seed, ids));
				// An erased person, or an entrant who has become an admin, has no place.
				const placed = entrants.filter(({ place }) => place !== null);
				const ranking = rankingOf(matches).filter((entry) => placed.some(({ id }) => id === entry));
				const follow = placed.every(({ id, place }) => ranking[(place ?? 0) - 1] === id);
				if (!areDrawn || !follow) yield { subject };
			}
		},
	},
];
