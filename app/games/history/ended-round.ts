import type { Database } from "db/schema";
import type { SelectQueryBuilder } from "kysely";

/** A stake whose outcome is settled: a round of an instant game, or a bet of Crash. Amounts are points, instants ISO 8601. */
export interface EndedRound {
	/** Unique over all games. */
	id: string;
	/** The round that the verifier shows. */
	round_id: string;
	user_id: string;
	created_at: string;
	staked: number;
	payout: number;
	/** The bet and the drawn values of a round of an instant game, as JSON. */
	input?: string;
	outcome?: string;
	/** Hundredths: the multiplier of a Crash cash-out; null for a lost or refunded bet and in other games. */
	multiplier: number | null;
	/** Hundredths; null for a refunded bet and in other games. */
	crash_point: number | null;
}

// biome-ignore lint/suspicious/noExplicitAny: the tables that a game selects from are its own matter.
export type EndedRounds = SelectQueryBuilder<Database, any, EndedRound>;
