import type { Db } from "db/database";
import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import { plinko } from "../game.server";
import { findRecentRounds, findRoundWithSeed } from "./plinko.queries.server";

interface Site {
	db: Db;
	config: Pick<Config, "SITE_TIMEZONE">;
}

export interface RecentRound {
	id: string;
	/** Points per ball. */
	stake: number;
	balls: number;
	/** Formatted. */
	playedAt: string;
}

/** The public data of a round: its draw, without the player. */
export interface CheckableRound {
	id: string;
	game: string;
	/** Formatted. */
	playedAt: string;
	tableVersion: number;
	/** Points per ball. */
	stake: number;
	clientSeed: string;
	nonce: number;
	slots: number[];
	commitment: string;
	/** Undefined until its player has revealed it. */
	serverSeed: string | undefined;
}

/** Reads the public data of a Plinko round; undefined for an unknown id. */
export async function readRoundForCheck(
	{ db, config }: Site,
	id: string,
	language: Language,
): Promise<CheckableRound | undefined> {
	const row = await findRoundWithSeed(db, id);
	return (
		row && {
			id: row.id,
			game: plinko.winName,
			playedAt: formatMoment(new Date(row.created_at), language, config.SITE_TIMEZONE),
			tableVersion: row.table_version,
			stake: row.stake,
			clientSeed: row.client_seed,
			nonce: row.nonce,
			slots: JSON.parse(row.slots) as number[],
			commitment: row.server_seed_hash,
			serverSeed: row.revealed_at ? row.server_seed : undefined,
		}
	);
}

const RECENT_ROUNDS = 20;

/** The player's last {@link RECENT_ROUNDS} Plinko rounds, newest first. */
export async function readRecentRounds(
	{ db, config }: Site,
	userId: string,
	language: Language,
): Promise<RecentRound[]> {
	const rows = await findRecentRounds(db, userId, RECENT_ROUNDS);
	return rows.map(({ id, stake, balls, created_at }) => ({
		id,
		stake,
		balls,
		playedAt: formatMoment(new Date(created_at), language, config.SITE_TIMEZONE),
	}));
}
