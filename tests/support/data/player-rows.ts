import type { Db } from "db/database";
import { openDatabase } from "db/open";
import { recordWin } from "~/games/lobby/wins.server";
import { plinko } from "~/games/plinko/game.server";
import { openAccount } from "~/points/ledger/ledger.server";
import { addUserRow } from "../database";
import { addRow, rowOf } from "../rows-of";
import type { Site } from "../site/site";

interface Winner {
	name: string;
	/** Payout minus stake. */
	amount: number;
	stake?: number;
	daysAgo?: number;
}

type DatabaseOf = Pick<Site, "databaseUrl">;

/** Calls `work` with a site's database. */
async function withDatabase(site: DatabaseOf, work: (db: Db) => Promise<unknown>): Promise<void> {
	const db = openDatabase(site.databaseUrl);
	try {
		await work(db);
	} finally {
		await db.destroy();
	}
}

/** Inserts players with wins into the database. */
export const addWinners = (site: DatabaseOf & Pick<Site, "settings">, ...winners: Winner[]): Promise<void> =>
	withDatabase(site, async (db) => {
		const timeZone = site.settings({}).SITE_TIMEZONE ?? "Europe/Lisbon";
		for (const { name, amount, stake = 100, daysAgo = 0 } of winners) {
			const userId = crypto.randomUUID();
			const at = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000);
			await db.transaction().execute(async (trx) => {
				await addUserRow(trx, name, { id: userId, created_at: at.toISOString() });
				await openAccount(trx, userId, 1000, at);
				const round = { userId, stake, payout: stake + amount, game: plinko.winName };
				await recordWin(trx, { ...round, at, timeZone });
			});
		}
	});

/** Makes a user's page public, with all its sections. */
export const publish = (site: DatabaseOf, name: string): Promise<void> =>
	withDatabase(site, async (db) => {
		const { id } = await rowOf(db, "users", { twitch_username: name });
		const choices = { is_public: 1, shows_points: 1, shows_wins: 1, shows_since: 1 } as const;
		await addRow(db, "player_pages", { user_id: id, ...choices, updated_at: new Date().toISOString() });
	});
