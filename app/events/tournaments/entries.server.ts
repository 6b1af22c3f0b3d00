import type { Trx } from "db/database";
import type { TournamentEntries } from "db/schema";
import type { Selectable } from "kysely";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { admitStake } from "~/games/limits/limits.server";
import { type Decider, may } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { post, postMany } from "~/points/ledger/ledger.server";
import { refusePaused } from "~/points/ledger/pauses.server";
import { findRecord } from "~/records/records.queries.server";
import { slots } from "~/slots/slots.server";
import { findBuyer } from "~/store/redeem/redeem.queries.server";
import { canJoin, isEditable, maxEntriesOf } from "./tournament";
import {
	countEntries,
	deleteEntry,
	findEntry,
	findTournament,
	insertEntry,
} from "./tournaments.queries.server";

export interface EntryInput {
	idempotencyKey: string;
	tournamentId: string;
	/** The fee that the viewer confirmed. */
	fee: number;
	/** Of a bracket. */
	slotId?: string | undefined;
}

/**
 * Enters a viewer, takes the fee and counts it in the limits, once for each idempotency key.
 * @throws {DomainError} `tournamentGone`, `tournamentClosed`, `tournamentNotForAdmins`, `tournamentChanged` with another fee than
 * confirmed, `tournamentEntered`, `accountTooNew`, `tournamentFull`, `tournamentSlotMissing`, `insufficientPoints`, `paused`, and as
 * {@link admitStake}. Nothing is stored then.
 */
export async function enterTournament(
	site: Pick<Site, "db" | "now" | "config" | "announceBalance" | "tournamentsChanged">,
	viewer: Decider,
	{ idempotencyKey, ...input }: EntryInput,
): Promise<void> {
	if (may(viewer, "tournaments")) throw new DomainError("tournamentNotForAdmins");
	const request = { userId: viewer.id, idempotencyKey, action: "tournaments.enter", input };
	await withIdempotencyKey(site.db, request, site.now(), (trx) => addEntry(trx, site, viewer.id, input));
	site.announceBalance(viewer.id);
	site.tournamentsChanged();
}

async function addEntry(
	trx: Trx,
	site: Pick<Site, "now" | "config">,
	userId: string,
	{ tournamentId, fee, slotId }: Omit<EntryInput, "idempotencyKey">,
) {
	const at = site.now();
	const tournament = await findTournament(trx, tournamentId);
	if (!tournament) throw new DomainError("tournamentGone");
	if (!canJoin(tournament, at)) throw new DomainError("tournamentClosed");
	if (tournament.fee !== fee) throw new DomainError("tournamentChanged");
	const entrant = await findBuyer(trx, userId);
	await refusePaused(trx, userId);
	const { minAccountHours } = tournament;
	if (!entrant || at.getTime() - Date.parse(entrant.created_at) < minAccountHours * 3_600_000)
		throw new DomainError("accountTooNew", { hours: minAccountHours });
	if (await findEntry(trx, tournamentId, userId)) throw new DomainError("tournamentEntered");
	if ((await countEntries(trx, tournamentId)) >= maxEntriesOf(tournament))
		throw new DomainError("tournamentFull");
	const isBracket = tournament.kind === "bracket";
	const slot = isBracket && slotId ? await findRecord(trx, slots, slotId) : undefined;
	if (isBracket && !slot) throw new DomainError("tournamentSlotMissing");
	const entryId = crypto.randomUUID();
	if (fee > 0) {
		const timeZone = site.config.SITE_TIMEZONE;
		await admitStake(trx, { userId, stake: fee, maxBet: undefined, at, timeZone });
		await post(trx, {
			...{ userId, delta: -fee, reference: entryId, actor: userId, at },
			reason: "tournament-stake",
		});
	}
	await insertEntry(trx, {
		...{ id: entryId, tournament_id: tournamentId, user_id: userId, fee, created_at: at.toISOString() },
		...{ slot_id: slot?.id ?? null, slot_name: slot?.name ?? null, seat: null, place: null, prize: null },
	});
	return { entryId };
}

/**
 * Removes the viewer's entry before anything counts and refunds its fee, once for each idempotency key.
 * @throws {DomainError} `tournamentGone`, `tournamentNotEntered`, `tournamentStarted` once entrants can no longer leave.
 */
export async function leaveTournament(
	site: Pick<Site, "db" | "now" | "announceBalance" | "tournamentsChanged">,
	userId: string,
	{ idempotencyKey, tournamentId }: Pick<EntryInput, "idempotencyKey" | "tournamentId">,
): Promise<void> {
	const request = { userId, idempotencyKey, action: "tournaments.leave", input: { tournamentId } };
	await withIdempotencyKey(site.db, request, site.now(), async (trx) => {
		const at = site.now();
		const tournament = await findTournament(trx, tournamentId);
		if (!tournament) throw new DomainError("tournamentGone");
		const entry = await findEntry(trx, tournamentId, userId);
		if (!entry) throw new DomainError("tournamentNotEntered");
		if (!isEditable(tournament, at)) throw new DomainError("tournamentStarted");
		await deleteEntry(trx, entry.id);
		await refund(trx, [entry], userId, at);
		return {};
	});
	site.announceBalance(userId);
	site.tournamentsChanged();
}

/** Posts the fees of entries back. */
export const refund = (
	trx: Trx,
	entries: readonly Selectable<TournamentEntries>[],
	actor: string,
	at: Date,
) =>
	postMany(
		trx,
		entries
			.filter(({ fee }) => fee > 0)
			.map(({ id, user_id, fee }) => ({
				...{ userId: user_id, delta: fee, reason: "tournament-refund", reference: id, actor, at },
			})),
	);
