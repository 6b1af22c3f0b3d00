import type { Trx } from "db/database";
import { z } from "zod";
import { defineJob } from "~/jobs/job";
import { addJob } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import { addNotice } from "~/notifications/notices.server";
import type { Log } from "~/observability/log.server";
import { announcePrizes, awardPrize } from "../prizes.server";
import { computeBoard } from "./board.server";
import { hasOpenBets } from "./race.queries.server";
import { phaseOf, type Tournament } from "./tournament";
import { findTournament, updateEntry, updateTournament } from "./tournaments.queries.server";

/** ms after the end before prizes are paid: a round that began before the end may be stored later. */
export const SETTLE_MS = 60_000;
/** ms until the next attempt while a bet is open. */
const OPEN_BET_MS = 5000;

type SettleSite = Pick<
	Site,
	"config" | "announceBalance" | "announceNotices" | "wakeJobs" | "itemChanged" | "adminCountsChanged"
> & { log: Pick<Log, "info"> };

/** An entry with its final place, from 1. */
export interface Placed {
	entryId: string;
	userId: string;
	place: number;
}

/**
 * Ends a tournament in a transaction: stores the places, pays the prizes and tells their winners. The caller has checked that it is
 * open and over.
 * @returns what to call after the commit.
 */
export async function settleTournament(
	site: SettleSite,
	trx: Trx,
	{ id, title, prizes }: Tournament,
	placed: readonly Placed[],
	at: Date,
): Promise<() => void> {
	const winners: string[] = [];
	for (const { entryId, userId, place } of placed) {
		const prize = prizes[place - 1];
		const award = { userId, reference: entryId, at };
		const points = prize ? await awardPrize(site, trx, { ...award, prize, reason: "tournament-payout" }) : 0;
		await updateEntry(trx, entryId, { place, ...(points > 0 && { prize: points }) });
		if (points === 0) continue;
		winners.push(userId);
		const data = { tournamentId: id, title, place, points };
		await addNotice(trx, { userId, kind: "tournament-prize", reference: id, data }, { at, by: undefined });
	}
	const time = at.toISOString();
	await updateTournament(trx, id, { state: "ended", ended_at: time, updated_at: time });
	return () => {
		site.log.info({ event: "tournament-ended", tournamentId: id, winners: winners.length });
		announcePrizes(site, winners);
		for (const userId of winners) site.announceNotices(userId);
	};
}

/** Ends a race or league once every round that counts is settled. Does nothing if its end was moved or it was cancelled. */
export const tournamentEnd = defineJob({
	kind: "tournament-end",
	body: z.object({ tournamentId: z.string(), endsAt: z.string() }),
	afterLast: "again",
	async act(site: SettleSite, trx, { tournamentId, endsAt }, { at }) {
		const tournament = await findTournament(trx, tournamentId);
		if (tournament?.endsAt !== endsAt || phaseOf(tournament, at) !== "settling") return undefined;
		if (tournament.kind === "race" && (await hasOpenBets(trx, tournamentId, endsAt))) {
			await addJob(trx, tournamentEnd, {
				reference: `${tournamentId}:${endsAt}:${at.toISOString()}`,
				body: { tournamentId, endsAt },
				...{ at, dueAt: new Date(at.getTime() + OPEN_BET_MS) },
			});
			return undefined;
		}
		const board = await computeBoard(trx, tournament);
		const placed = board
			.filter(({ score }) => score > 0)
			.map(({ entryId, userId }, index) => ({ entryId, userId, place: index + 1 }));
		return { after: await settleTournament(site, trx, tournament, placed, at) };
	},
});
