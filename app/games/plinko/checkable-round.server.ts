import type { Db } from "db/database";
import { formatDay } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/platform/config.server";
import { findRoundWithSeed } from "./plinko.queries.server";

/** A round as anyone may check it: its draw, never whose it was. */
export interface CheckableRound {
	id: string;
	game: string;
	playedOn: string;
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

export async function readRoundForCheck(
	{ db, config }: { db: Db; config: Pick<Config, "SITE_TIMEZONE"> },
	id: string,
	language: Language,
): Promise<CheckableRound | undefined> {
	const row = await findRoundWithSeed(db, id);
	return (
		row && {
			id: row.id,
			game: "Navalhas Plinko",
			playedOn: formatDay(new Date(row.created_at), language, config.SITE_TIMEZONE),
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
