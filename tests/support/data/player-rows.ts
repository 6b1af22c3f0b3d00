import { openDatabase } from "db/open";
import { recordWin } from "~/games/lobby/wins.server";
import { plinko } from "~/games/plinko/game.server";
import { openAccount } from "~/points/ledger/ledger.server";
import type { Site } from "../site/site";

interface Winner {
	name: string;
	/** Payout minus stake. */
	amount: number;
	stake?: number;
	daysAgo?: number;
}

/** Inserts players with wins into the database. */
export async function addWinners(
	site: Pick<Site, "databaseUrl" | "settings">,
	...winners: Winner[]
): Promise<void> {
	const db = openDatabase(site.databaseUrl);
	const timeZone = site.settings({}).SITE_TIMEZONE ?? "Europe/Lisbon";
	try {
		for (const { name, amount, stake = 100, daysAgo = 0 } of winners) {
			const userId = crypto.randomUUID();
			const at = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000);
			await db.transaction().execute(async (trx) => {
				await trx
					.insertInto("users")
					.values({
						...{ id: userId, twitch_id: userId, twitch_username: name, email: null, roles: "[]" },
						created_at: at.toISOString(),
					})
					.execute();
				await openAccount(trx, userId, 1000, at);
				const round = { userId, stake, payout: stake + amount, game: plinko.winName };
				await recordWin(trx, { ...round, at, timeZone });
			});
		}
	} finally {
		await db.destroy();
	}
}

/** Makes a user's page public, with all its sections. */
export async function publish(site: Pick<Site, "databaseUrl">, name: string): Promise<void> {
	const db = openDatabase(site.databaseUrl);
	try {
		const { id } = await db
			.selectFrom("users")
			.select("id")
			.where("twitch_username", "=", name)
			.executeTakeFirstOrThrow();
		const choices = { is_public: 1, shows_points: 1, shows_wins: 1, shows_since: 1 } as const;
		await db
			.insertInto("player_pages")
			.values({ user_id: id, ...choices, updated_at: new Date().toISOString() })
			.execute();
	} finally {
		await db.destroy();
	}
}
