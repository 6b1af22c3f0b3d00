import type { Db } from "db/database";
import type { CrashRounds } from "db/schema";
import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import { findPlayerSoloRounds, findSoloRound } from "./solo-rounds.queries.server";

interface Site {
	db: Db;
	config: Pick<Config, "SITE_TIMEZONE">;
}

/** The public data of a solo round: its draw and bet, without the player. */
export interface CheckableSoloRound {
	id: string;
	status: CrashRounds["status"];
	/** Formatted: when the flight started, or when the round opened. */
	playedAt: string;
	/** Points, and hundredths; undefined without a bet, or if it was cancelled. */
	bet: { stake: number; target: number | null; multiplier: number | null; payout: number | null } | undefined;
	/** Hundredths; undefined unless the flight has ended. */
	crashPoint: number | undefined;
	/** Undefined before the flight. */
	draw:
		| {
				clientSeed: string;
				nonce: number;
				version: number;
				commitment: string;
				/** Undefined until its player has revealed it, and while the round runs. */
				serverSeed: string | undefined;
		  }
		| undefined;
}

/** Reads the public data of a solo round; undefined for an unknown id. */
export async function readSoloRound(
	{ db, config }: Site,
	id: string,
	language: Language,
): Promise<CheckableSoloRound | undefined> {
	const row = await findSoloRound(db, id);
	if (!row) return undefined;
	const { client_seed: clientSeed, nonce, draw_version: version, server_seed_hash: commitment } = row;
	const isDrawn = clientSeed !== null && nonce !== null && version !== null && commitment !== null;
	return {
		id: row.id,
		status: row.status,
		playedAt: formatMoment(new Date(row.started_at ?? row.opened_at), language, config.SITE_TIMEZONE),
		bet:
			row.amount === null
				? undefined
				: {
						stake: row.amount,
						target: row.target,
						multiplier: row.cash_out_multiplier,
						payout: row.payout,
					},
		crashPoint: row.crash_point ?? undefined,
		draw: isDrawn
			? { clientSeed, nonce, version, commitment, serverSeed: row.server_seed ?? undefined }
			: undefined,
	};
}

const OWN_ROUNDS = 20;

export interface PlayerSoloRound {
	id: string;
	status: CrashRounds["status"];
	/** Formatted: when the round opened. */
	playedAt: string;
	stake: number;
	/** Hundredths; null unless the flight has ended. */
	crashPoint: number | null;
}

/** The player's last {@link OWN_ROUNDS} solo rounds with a bet that was not cancelled, newest first. */
export async function readPlayerSoloRounds(
	{ db, config }: Site,
	userId: string,
	language: Language,
): Promise<PlayerSoloRound[]> {
	const rows = await findPlayerSoloRounds(db, userId, OWN_ROUNDS);
	return rows.map(({ id, status, opened_at, amount, crash_point }) => ({
		id,
		status,
		playedAt: formatMoment(new Date(opened_at), language, config.SITE_TIMEZONE),
		stake: amount,
		crashPoint: crash_point,
	}));
}
