import type { Trx } from "db/database";
import type { TournamentEntries } from "db/schema";
import type { Selectable } from "kysely";
import type { Viewer } from "~/account/viewer";
import type { Fields } from "~/change-log/admin-changes.server";
import { editRecord, writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { admitStake } from "~/games/limits/limits.server";
import { loggedTranslations, type Translations } from "~/i18n/translations";
import { addJob } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import { addNotices } from "~/notifications/notices.server";
import type { Log } from "~/observability/log.server";
import { post, postMany } from "~/points/ledger/ledger.server";
import { findRecord } from "~/records/records.queries.server";
import { slots } from "~/slots/slots.server";
import type { Prize } from "../prizes";
import { hashOf } from "./bracket/seats";
import { SETTLE_MS, tournamentEnd } from "./settlement.server";
import { canJoin, isEditable, maxEntriesOf, phaseOf, type Rule, type Tournament } from "./tournament";
import {
	countEntries,
	deleteEntry,
	findEntrant,
	findEntries,
	findEntry,
	findTournament,
	insertEntry,
	insertTournament,
	updateTournament,
} from "./tournaments.queries.server";

type AdminSite = Pick<Site, "db" | "now" | "randomHex" | "wakeJobs" | "tournamentsChanged"> & {
	log: Pick<Log, "info">;
};

/** What an admin enters. Times are instants in UTC. */
export interface TournamentInput {
	title: string;
	translations: Translations<"title">;
	rule: Rule;
	prizes: (Prize | null)[];
	fee: number;
	maxEntries: number | null;
	minAccountHours: number;
	opensAt: Date;
	closesAt: Date;
	startsAt: Date;
	/** Null for a bracket. */
	endsAt: Date | null;
}

const columnsOf = ({ rule, prizes, translations, ...input }: TournamentInput) => ({
	title: input.title,
	translations: JSON.stringify(translations),
	rule: JSON.stringify(rule),
	prizes: JSON.stringify(prizes),
	fee: input.fee,
	max_entries: input.maxEntries,
	min_account_hours: input.minAccountHours,
	opens_at: input.opensAt.toISOString(),
	closes_at: input.closesAt.toISOString(),
	starts_at: input.startsAt.toISOString(),
	ends_at: input.endsAt?.toISOString() ?? null,
});

type Columns = ReturnType<typeof columnsOf>;

const loggedOf = ({ title, rule, prizes, fee, ...columns }: Columns): Fields => ({
	...{
		title,
		rule,
		prizes,
		fee,
		maxEntries: columns.max_entries,
		minAccountHours: columns.min_account_hours,
	},
	...{
		opensAt: columns.opens_at,
		closesAt: columns.closes_at,
		from: columns.starts_at,
		until: columns.ends_at,
	},
	...loggedTranslations(JSON.parse(columns.translations)),
});

/**
 * @throws {DomainError} `tournamentTimesInvalid`. The form has checked local times, which a change of the clock may reorder, and does
 * not know the time: a wrong year would end the tournament at once.
 */
function checkTimes({ rule, opensAt, closesAt, startsAt, endsAt }: TournamentInput, at: Date): void {
	const lastEntry = rule.kind === "bracket" ? startsAt : endsAt;
	const isValid =
		opensAt < closesAt &&
		lastEntry !== null &&
		lastEntry > at &&
		closesAt <= lastEntry &&
		(endsAt === null || startsAt < endsAt);
	if (!isValid) throw new DomainError("tournamentTimesInvalid");
}

/** What a repeated form has again: times that were left blank are those of the request. */
const onceOf = ({ starts_at: _starts, opens_at: _opens, ...columns }: Columns) => columns;

/** Stores the job that ends a race or league. */
async function addEnd(trx: Trx, id: string, { endsAt }: TournamentInput, at: Date): Promise<void> {
	if (!endsAt) return;
	await addJob(trx, tournamentEnd, {
		reference: `${id}:${endsAt.toISOString()}`,
		body: { tournamentId: id, endsAt: endsAt.toISOString() },
		...{ at, dueAt: new Date(endsAt.getTime() + SETTLE_MS) },
	});
}

/**
 * Creates a tournament and writes the change log, once for each idempotency key. The seats of a bracket have a secret seed, whose
 * hash is public from the start.
 * @returns its id.
 * @throws {DomainError} `tournamentTimesInvalid`, `idempotencyKeyReused`.
 */
export async function createTournament(
	site: AdminSite,
	adminId: string,
	{ idempotencyKey, ...input }: TournamentInput & { idempotencyKey: string },
): Promise<string> {
	checkTimes(input, site.now());
	const columns = columnsOf(input);
	const id = await writeChange(site, adminId, {
		once: { idempotencyKey, action: "tournaments.create", input: onceOf(columns) },
		write: async (trx, at) => {
			const newId = crypto.randomUUID();
			const seed = input.rule.kind === "bracket" ? site.randomHex(32) : null;
			const time = at.toISOString();
			await insertTournament(trx, {
				...{ id: newId, kind: input.rule.kind, ...columns },
				seat_seed: seed,
				seat_seed_hash: seed && hashOf(seed),
				...{ state: "open", ended_at: null, revision: 1, created_at: time, updated_at: time },
			});
			await addEnd(trx, newId, input, at);
			const { title } = input;
			return { action: "tournament.add", subject: newId, subjectName: title, after: loggedOf(columns) };
		},
		published(tournamentId) {
			site.log.info({ event: "tournament-added", tournamentId, adminId });
			site.tournamentsChanged();
		},
	});
	site.wakeJobs(tournamentEnd);
	return id;
}

/**
 * Changes a tournament that has not started, and writes the change log.
 * @throws {DomainError} `tournamentGone`, `editConflict`, `tournamentStarted`, `tournamentTimesInvalid`, `tournamentNotForAdmins`,
 * `tournamentPlacesFew` with fewer places than entries, `idempotencyKeyReused`.
 */
export async function editTournament(
	site: AdminSite,
	adminId: string,
	{
		id,
		revision,
		idempotencyKey,
		...input
	}: TournamentInput & { id: string; revision: number; idempotencyKey: string },
): Promise<void> {
	checkTimes(input, site.now());
	const columns = columnsOf(input);
	await editRecord(site, adminId, {
		...{ revision, missing: "tournamentGone" },
		once: { idempotencyKey, action: "tournaments.edit", input: { id, revision, ...onceOf(columns) } },
		load: (db) => findTournament(db, id),
		async write(trx, before, at) {
			if (!isEditable(before, at)) throw new DomainError("tournamentStarted");
			if (before.kind !== input.rule.kind) throw new DomainError("invalidInput");
			await refuseEntrant(trx, id, adminId);
			if ((await countEntries(trx, id)) > maxEntriesOf(input)) throw new DomainError("tournamentPlacesFew");
			// An earlier start would let rounds count that entrants have played before.
			const startsAt = input.startsAt < at ? at : input.startsAt;
			const edited = columnsOf({ ...input, startsAt });
			await updateTournament(trx, id, { ...edited, updated_at: at.toISOString() });
			await addEnd(trx, id, input, at);
			return {
				...{ action: "tournament.edit", subject: id, subjectName: input.title, after: loggedOf(edited) },
				before: loggedOf(columnsOf({ ...before, ...datesOf(before) })),
			};
		},
		published() {
			site.log.info({ event: "tournament-edited", tournamentId: id, adminId });
			site.tournamentsChanged();
		},
	});
	site.wakeJobs(tournamentEnd);
}

/** @throws {DomainError} `tournamentNotForAdmins` for an entrant who has become an admin since. */
async function refuseEntrant(trx: Trx, id: string, adminId: string): Promise<void> {
	if (await findEntry(trx, id, adminId)) throw new DomainError("tournamentNotForAdmins");
}

const datesOf = ({ opensAt, closesAt, startsAt, endsAt }: Tournament) => ({
	opensAt: new Date(opensAt),
	closesAt: new Date(closesAt),
	startsAt: new Date(startsAt),
	endsAt: endsAt === null ? null : new Date(endsAt),
});

/**
 * Cancels a tournament that is not over, refunds the fees and tells the entrants, once. Does nothing if it was cancelled before.
 * @throws {DomainError} `tournamentGone`, `tournamentOver` once its time is over: its prizes are paid then; `tournamentNotForAdmins`.
 */
export async function cancelTournament(
	site: AdminSite & Pick<Site, "announceBalance" | "announceNotices">,
	adminId: string,
	id: string,
): Promise<void> {
	let refunded: string[] = [];
	await writeChange(site, adminId, {
		write: async (trx, at) => {
			const tournament = await findTournament(trx, id);
			if (!tournament) throw new DomainError("tournamentGone");
			const phase = phaseOf(tournament, at);
			if (phase === "cancelled") return undefined;
			if (phase === "settling" || phase === "ended") throw new DomainError("tournamentOver");
			await refuseEntrant(trx, id, adminId);
			const entries = await findEntries(trx, id);
			await refund(trx, entries, adminId, at);
			const { title } = tournament;
			await addNotices(
				trx,
				entries.map((entry) => ({
					...{ userId: entry.user_id, kind: "tournament-cancelled", reference: id },
					data: { tournamentId: id, title, points: entry.fee },
				})),
				{ at, by: adminId },
			);
			const time = at.toISOString();
			await updateTournament(trx, id, { state: "cancelled", ended_at: time, updated_at: time });
			refunded = entries.map(({ user_id }) => user_id);
			return { action: "tournament.cancel", subject: id, subjectName: title };
		},
		published() {
			site.log.info({ event: "tournament-cancelled", tournamentId: id, adminId });
			site.tournamentsChanged();
			for (const userId of refunded) {
				site.announceBalance(userId);
				site.announceNotices(userId);
			}
		},
	});
}

const refund = (trx: Trx, entries: readonly Selectable<TournamentEntries>[], actor: string, at: Date) =>
	postMany(
		trx,
		entries
			.filter(({ fee }) => fee > 0)
			.map(({ id, user_id, fee }) => ({
				...{ userId: user_id, delta: fee, reason: "tournament-refund", reference: id, actor, at },
			})),
	);

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
 * confirmed, `tournamentEntered`, `accountTooNew`, `tournamentFull`, `tournamentSlotMissing`, `insufficientPoints`, and as
 * {@link admitStake}. Nothing is stored then.
 */
export async function enterTournament(
	site: Pick<Site, "db" | "now" | "config" | "announceBalance" | "tournamentsChanged">,
	viewer: Pick<Viewer, "id" | "isAdmin">,
	{ idempotencyKey, ...input }: EntryInput,
): Promise<void> {
	if (viewer.isAdmin) throw new DomainError("tournamentNotForAdmins");
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
	const entrant = await findEntrant(trx, userId);
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
