import type { Db } from "db/database";
import { transact } from "db/transact";
import type { Config } from "~/lib/config.server";
import { drawNumbers } from "../../fairness/draws";
import { nextDraw, type RandomHex } from "../../fairness/seeds.server";
import type { BetRepository } from "../engine/bet-repository";
import type { SoloDraw } from "../engine/solo-draw";
import { soloCrash } from "../game.server";
import { createBets } from "./bets.server";
import { insertRound, updateRound } from "./crash.queries.server";

interface Tools {
	db: Db;
	now: () => Date;
	randomHex: RandomHex;
	config: Pick<Config, "SITE_TIMEZONE" | "CRASH_MAX_BET">;
	/** How a flight that starts now is drawn. */
	draw(): SoloDraw;
}

/**
 * The solo rounds of a viewer in the database. A flight is drawn from the viewer's seeds at its start, when bets can
 * no longer be placed or cancelled, so that a rotation of the seeds cannot reveal a draw in time. Flights without a
 * bet are drawn and stored too, so that a site cannot select which flights it shows.
 */
export function createSoloBets(tools: Tools, userId: string): BetRepository<{ id: string }> {
	const { db, now } = tools;
	const opening = (id: string) => ({
		id,
		game: "solo" as const,
		status: "open" as const,
		user_id: userId,
		opened_at: now().toISOString(),
	});
	const bets = createBets(tools, {
		kind: "solo",
		winName: soloCrash.winName,
		maxBet: () => tools.config.CRASH_MAX_BET,
		storeRound: (trx, id) => insertRound(trx, opening(id)),
	});

	return {
		...bets,

		open: async () => ({ id: crypto.randomUUID() }),

		launch: (round) =>
			transact(db, async (trx) => {
				const key = await nextDraw(trx, tools, userId);
				const [number = 0] = drawNumbers(key, 1);
				const draw = tools.draw();
				const crashPoint = draw.crashPoint(number);
				const at = now().toISOString();
				await insertRound(trx, opening(round.id));
				await updateRound(trx, round.id, {
					crash_point: crashPoint,
					started_at: at,
					seed_id: key.seedId,
					client_seed: key.clientSeed,
					nonce: key.nonce,
					draw_version: draw.version,
				});
				return crashPoint;
			}),
	};
}
