import type { Trx } from "db/database";
import { announce, retract } from "~/announcements/announce.server";
import type { Fields } from "~/change-log/admin-changes.server";
import { checkRevision, writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { loggedTranslations } from "~/i18n/translations";
import { addJob } from "~/jobs/jobs.server";
import type { Site } from "~/lib/site";
import { addNotices } from "~/notifications/notices.server";
import { announceChanges } from "~/points/balance-topic.server";
import { spendPrizes } from "../prizes.server";
import { hashOf } from "./bracket/seats";
import { refund } from "./entries.server";
import { SETTLE_MS, tournamentEnd } from "./settlement.server";
import { canCancel, isEditable, maxEntriesOf, type TournamentInput } from "./tournament";
import {
	countEntries,
	findEntries,
	findEntry,
	findTournament,
	insertTournament,
	updateTournament,
} from "./tournaments.queries.server";

type AdminSite = Pick<
	Site,
	"db" | "now" | "log" | "randomHex" | "wakeJobs" | "tournamentsChanged" | "config"
>;

const columnsOf = (input: TournamentInput) => ({
	...{ title: input.title, fee: input.fee, max_entries: input.maxEntries },
	min_account_hours: input.minAccountHours,
	translations: JSON.stringify(input.translations),
	...{ rule: JSON.stringify(input.rule), prizes: JSON.stringify(input.prizes) },
	...{ opens_at: input.opensAt, closes_at: input.closesAt },
	...{ starts_at: input.startsAt, ends_at: input.endsAt },
});

const loggedOf = ({ title, fee, maxEntries, minAccountHours, ...input }: TournamentInput): Fields => ({
	...{ title, fee, maxEntries, minAccountHours },
	...{ rule: JSON.stringify(input.rule), prizes: JSON.stringify(input.prizes) },
	...{ opensAt: input.opensAt, closesAt: input.closesAt, from: input.startsAt, until: input.endsAt },
	...loggedTranslations(input.translations),
});

/** @throws {DomainError} `tournamentTimesInvalid`, also for an end in the past: a wrong year would end the tournament at once. */
function checkTimes({ rule, opensAt, closesAt, startsAt, endsAt }: TournamentInput, at: string): void {
	const lastEntry = rule.kind === "bracket" ? startsAt : endsAt;
	const isValid =
		opensAt < closesAt &&
		lastEntry !== null &&
		lastEntry > at &&
		closesAt <= lastEntry &&
		(endsAt === null || startsAt < endsAt);
	if (!isValid) throw new DomainError("tournamentTimesInvalid");
}

/**
 * Creates a tournament, or changes one that has not started, and writes the change log, once for each idempotency key. The seats of
 * a bracket have a secret seed, whose hash is public from the start.
 * @param form.id of the edited tournament, with the revision of the form.
 * @returns its id.
 * @throws {DomainError} `tournamentGone`, `editConflict`, `tournamentStarted`, `tournamentTimesInvalid`, `tournamentNotForAdmins`,
 * `tournamentPlacesFew` with fewer places than entries, `idempotencyKeyReused`, and as {@link spendPrizes}.
 */
export async function saveTournament(
	site: AdminSite,
	adminId: string,
	{
		idempotencyKey,
		id,
		revision = 0,
		...input
	}: TournamentInput & { idempotencyKey: string; id?: string | undefined; revision?: number | undefined },
): Promise<string> {
	// A repeated form has other times: those that were left blank are those of its request.
	const { startsAt: _starts, opensAt: _opens, ...same } = input;
	const tournamentId = await writeChange(site, adminId, {
		once: { idempotencyKey, action: "tournaments.save", input: { id, revision, ...same } },
		async write(trx, now) {
			const at = now.toISOString();
			checkTimes(input, at);
			const before =
				id === undefined
					? undefined
					: checkRevision(await findTournament(trx, id), { revision, missing: "tournamentGone" });
			const after = { ...input };
			await spendPrizes(trx, { ...site, at: now, actor: adminId }, input.prizes, before?.prizes);
			const newId = id ?? crypto.randomUUID();
			if (before) {
				if (!isEditable(before, now)) throw new DomainError("tournamentStarted");
				if (before.kind !== input.rule.kind) throw new DomainError("invalidInput");
				await refuseEntrant(trx, newId, adminId);
				if ((await countEntries(trx, newId)) > maxEntriesOf(input))
					throw new DomainError("tournamentPlacesFew");
				// An earlier start would let rounds count that entrants have played before.
				if (after.startsAt < at) after.startsAt = at;
				await updateTournament(trx, newId, { ...columnsOf(after), updated_at: at });
			} else {
				const { kind } = input.rule;
				const seed = kind === "bracket" ? site.randomHex(32) : null;
				await insertTournament(trx, {
					...{ id: newId, kind, ...columnsOf(input), seat_seed: seed, seat_seed_hash: seed && hashOf(seed) },
					...{ state: "open", ended_at: null, revision: 1, created_at: at, updated_at: at },
				});
			}
			await announceTimes(trx, newId, at, after, before);
			const { endsAt } = input;
			if (endsAt)
				await addJob(trx, tournamentEnd, {
					...{ reference: `${newId}:${endsAt}`, body: { tournamentId: newId, endsAt }, at: now },
					dueAt: new Date(Date.parse(endsAt) + SETTLE_MS),
				});
			return {
				...{ action: before ? "tournament.edit" : "tournament.add", subject: newId },
				...{ subjectName: input.title, before: before && loggedOf(before), after: loggedOf(after) },
			};
		},
		published(subject) {
			const about = { tournamentId: subject, adminId };
			site.log.info({ event: id === undefined ? "tournament-added" : "tournament-edited", ...about });
			site.tournamentsChanged();
		},
	});
	site.wakeJobs(tournamentEnd);
	return tournamentId;
}

/**
 * Plans what is announced about a tournament, in place of what was planned; without an input nothing is. What `before` has announced
 * is not planned again: a stored announcement is deleted after a week. A bracket starts with its draw.
 */
async function announceTimes(
	trx: Trx,
	id: string,
	at: string,
	input?: TournamentInput,
	before?: Pick<TournamentInput, "opensAt" | "startsAt">,
) {
	for (const [type, time] of [
		["tournament.opened", "opensAt"],
		["tournament.started", "startsAt"],
	] as const) {
		if (input && before && before[time] <= at) continue;
		await retract(trx, type, id);
		if (!input || (time === "startsAt" && input.rule.kind === "bracket")) continue;
		const about = { reference: id, data: { tournamentId: id } };
		await announce(trx, { type, ...about, at: input[time] < at ? at : input[time] });
	}
}

/** @throws {DomainError} `tournamentNotForAdmins` for an entrant who has become an admin since. */
async function refuseEntrant(trx: Trx, id: string, adminId: string): Promise<void> {
	if (await findEntry(trx, id, adminId)) throw new DomainError("tournamentNotForAdmins");
}

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
			if (tournament.state === "cancelled") return undefined;
			if (!canCancel(tournament, at)) throw new DomainError("tournamentOver");
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
			await announceTimes(trx, id, time);
			await updateTournament(trx, id, { state: "cancelled", ended_at: time, updated_at: time });
			refunded = entries.map(({ user_id }) => user_id);
			return { action: "tournament.cancel", subject: id, subjectName: title };
		},
		published() {
			site.log.info({ event: "tournament-cancelled", tournamentId: id, adminId });
			site.tournamentsChanged();
			announceChanges(site, refunded);
		},
	});
}
