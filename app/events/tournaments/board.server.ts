import type { Db, Trx } from "db/database";
import type { Site } from "~/lib/site";
import { findLeagueScores } from "./league.queries.server";
import { findRaceScores } from "./race.queries.server";
import { ranked, type Score, type Tournament } from "./tournament";

declare module "~/lib/site" {
	interface Site {
		/** Reads a board: see {@link createBoards}. */
		tournamentBoard: ReturnType<typeof createBoards>;
	}
}

/** Lifetime of a board in ms, and how much longer than its computation a board lives. */
const FRESH_MS = 1000;
const SHARE = 20;
const MAX_KEPT = 20;

/** Computes the board of a race or league; a bracket has none. */
export async function computeBoard(db: Db | Trx, tournament: Tournament): Promise<Score[]> {
	const { rule } = tournament;
	if (rule.kind === "race") return ranked(await findRaceScores(db, tournament, rule));
	return rule.kind === "league" ? ranked(await findLeagueScores(db, tournament, rule)) : [];
}

/**
 * Boards that all readers of a process share: for a second, or longer if the computation was long, so that it takes at most a
 * twentieth of the time.
 */
export function createBoards({ db, clock }: Pick<Site, "db" | "clock">) {
	const kept = new Map<string, { board: Promise<Score[]>; until: number }>();
	return (tournament: Tournament): Promise<Score[]> => {
		const { id, revision } = tournament;
		const key = `${id} ${revision}`;
		const known = kept.get(key);
		if (known && clock.now() < known.until) return known.board;
		const since = clock.now();
		const entry = { board: computeBoard(db, tournament), until: Number.POSITIVE_INFINITY };
		kept.delete(key);
		kept.set(key, entry);
		const [oldest] = kept.keys();
		if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
		const end = (): void => {
			entry.until = clock.now() + Math.max(FRESH_MS, SHARE * (clock.now() - since));
		};
		entry.board.then(end, () => kept.delete(key));
		return entry.board;
	};
}
