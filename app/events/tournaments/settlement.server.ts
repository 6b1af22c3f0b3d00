import type { Trx } from "db/database";
import { z } from "zod";
import { announce } from "~/announcements/announce.server";
import { defineJob } from "~/jobs/job";
import type { Site } from "~/lib/site";
import { addNotice } from "~/notifications/notices.server";
import { announcePrizes, awardPrize } from "../prizes.server";
import { computeBoard } from "./board.server";
import { hasOpenBets } from "./race.queries.server";
import { phaseOf, type Tournament } from "./tournament";
import { findEligible, findTournament, storePlaces, updateTournament } from "./tournaments.queries.server";

/** ms after the end before prizes are paid: a round that began before the end may be stored later. */
export const SETTLE_MS = 60_000;
const ANNOUNCED_PLACES = 3;
/** ms before each further attempt: a bet may be open for long. */
const WAITS_MS = [5, 30, 120, 600, 1800, 3600].map((seconds) => seconds * 1000);

type SettleSite = Pick<
	Site,
	| ("config" | "log" | "announceBalance" | "announceNotices")
	| ("wakeJobs" | "itemChanged" | "adminCountsChanged")
>;

/**
 * Ends a tournament in a transaction: stores the places, pays the prizes and tells their winners. The caller has checked that it is
 * open and over. An entrant who has become an admin has no place, like an erased person: staff take no part in what they decide.
 * @param ranking the ids of entries, best first.
 * @returns the first user, and what to call after the commit.
 */
export async function settleTournament(
	site: SettleSite,
	trx: Trx,
	{ id, title, prizes }: Tournament,
	ranking: readonly string[],
	at: Date,
): Promise<{ first: string | undefined; after: () => void }> {
	const eligible = await findEligible(trx, id, site.config);
	const placed = ranking.filter((entryId) => eligible.has(entryId));
	const paid = new Map<string, number>();
	const winners: string[] = [];
	for (const [index, prize] of prizes.entries()) {
		const [place, entryId = ""] = [index + 1, placed[index]];
		const userId = eligible.get(entryId);
		if (!prize || userId === undefined) continue;
		const award = { userId, prize, reference: entryId, at };
		const { points, item } = await awardPrize(site, trx, { ...award, reason: "tournament-payout" });
		if (points === 0) continue;
		paid.set(entryId, points);
		winners.push(userId);
		const data = { tournamentId: id, title, place, points, ...(item && { item }) };
		await addNotice(trx, { userId, kind: "tournament-prize", reference: id, data }, { at, by: undefined });
	}
	await storePlaces(
		trx,
		placed.map((entryId, index) => ({ entryId, place: index + 1, prize: paid.get(entryId) ?? null })),
	);
	const time = at.toISOString();
	await updateTournament(trx, id, { state: "ended", ended_at: time, updated_at: time });
	const winnerIds = placed.slice(0, ANNOUNCED_PLACES).flatMap((entryId) => eligible.get(entryId) ?? []);
	const finished = { reference: id, data: { tournamentId: id, winnerIds }, at: time };
	await announce(trx, { type: "tournament.finished", ...finished });
	return {
		first: eligible.get(placed[0] ?? ""),
		after() {
			site.log.info({ event: "tournament-ended", tournamentId: id, winners: winners.length });
			announcePrizes(site, winners);
			for (const userId of winners) site.announceNotices(userId);
		},
	};
}

/** Ends a race or league once every round that counts is settled. Does nothing if its end was moved or it was cancelled. */
export const tournamentEnd = defineJob({
	kind: "tournament-end",
	body: z.object({ tournamentId: z.string(), endsAt: z.string() }),
	waits: WAITS_MS,
	afterLast: "again",
	async act(site: SettleSite & Pick<Site, "tournamentsChanged">, trx, { tournamentId, endsAt }, { at }) {
		const tournament = await findTournament(trx, tournamentId);
		if (tournament?.endsAt !== endsAt || phaseOf(tournament, at) !== "settling") return undefined;
		if (tournament.kind === "race" && (await hasOpenBets(trx, tournamentId, endsAt)))
			throw new Error("a bet of the period is not settled");
		const scores = (await computeBoard(trx, tournament)).filter(({ score }) => score > 0);
		const ranking = scores.map(({ entryId }) => entryId);
		const { first, after } = await settleTournament(site, trx, tournament, ranking, at);
		return {
			first,
			after() {
				after();
				site.tournamentsChanged();
			},
		};
	},
});
