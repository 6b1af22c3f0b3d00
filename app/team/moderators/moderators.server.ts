import type { Db, Trx } from "db/database";
import type { Moderators } from "db/schema";
import { findDecider } from "~/account/deciders.queries.server";
import { findUsersByName } from "~/account/erasure.queries.server";
import { nameIn } from "~/account/viewer";
import { deleteOpenGuess } from "~/bonus-hunt/persistence/guesses.queries.server";
import type { Fields } from "~/change-log/admin-changes.server";
import { checkRevision, type LoggedChange, writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { RIGHTS, type Right, rightsIn } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { addNotice } from "~/notifications/notices.server";
import { findModerator, findModerators, NO_RIGHTS, storeModerator } from "./moderators.queries.server";
import type { ModeratorForm } from "./moderators.schema";

declare module "~/lib/site" {
	interface Site {
		/** Ends the open streams of a person whose rights have changed, in all processes. Call it after the commit. */
		adminsChanged(userId: string): void;
	}
}

type Tools = Pick<Site, "db" | "now" | "config" | "log" | "adminsChanged" | "announceNotices">;
type Row = Pick<Moderators, "rights" | "daily_points">;

/** A moderator as admins see them. */
export type Moderator = Awaited<ReturnType<typeof readModerators>>[number];

export const readModerators = async (db: Db) =>
	(await findModerators(db)).map(({ user_id: userId, name, rights, daily_points, revision }) => ({
		...{ userId, name, rights: rightsIn(rights), dailyPoints: daily_points, revision },
	}));

const loggedOf = ({ rights, daily_points }: Row): Fields => ({
	rights: rightsIn(rights).join(", "),
	dailyPoints: daily_points,
});

/**
 * Adds, edits or removes a moderator, with an entry in the change log, and a notice if the rights differ. It applies at once: the
 * next request of the person reads the rights, and their open streams end. Does nothing when a moderator is removed already.
 * @throws {DomainError} `adminUnknown` without a user of that name, `adminAmbiguous` with several, `moderatorIsAdmin`,
 * `moderatorExists`, `moderatorRightless`, `moderatorPointsInvalid` for the right `points` or `codes` without an amount, `moderatorGone`,
 * `editConflict`.
 */
export async function changeModerator(tools: Tools, adminId: string, form: ModeratorForm): Promise<void> {
	const userId = form.intent === "addModerator" ? await findNamed(tools.db, form.name) : form.userId;
	const chosen = form.intent === "removeModerator" ? [] : form.rights;
	const rights = RIGHTS.filter((right) => chosen.includes(right));
	await writeChange(tools, adminId, {
		async write(trx, at) {
			const change = await write(trx, tools, { form, userId, rights, at: at.toISOString() });
			if (change && change.before?.rights !== rights.join(", ")) {
				const notice = { kind: "rights-changed", reference: crypto.randomUUID(), data: { rights } } as const;
				await addNotice(trx, { ...notice, userId }, { at, by: adminId });
			}
			return change;
		},
		published(_subject, action) {
			tools.log.info({ event: "moderators-changed", action, userId, adminId });
			tools.adminsChanged(userId);
			tools.announceNotices(userId);
		},
	});
}

async function write(
	trx: Trx,
	{ config }: Tools,
	{ form, userId, rights, at }: { form: ModeratorForm; userId: string; rights: Right[]; at: string },
): Promise<LoggedChange | undefined> {
	const stored = await findModerator(trx, userId);
	const before = stored?.rights === NO_RIGHTS ? undefined : stored;
	const about = { subject: userId, subjectName: "", before: before && loggedOf(before) };
	if (form.intent === "removeModerator") {
		if (before) await storeModerator(trx, { ...before, rights: NO_RIGHTS, daily_points: null });
		return before && { action: "moderator.remove", ...about };
	}
	const isNew = form.intent === "addModerator";
	if (isNew && before) throw new DomainError("moderatorExists");
	if (isNew && (await findDecider(trx, config, userId))?.isAdmin) throw new DomainError("moderatorIsAdmin");
	if (!isNew) checkRevision(before, { revision: form.revision, missing: "moderatorGone" });
	if (rights.length === 0) throw new DomainError("moderatorRightless");
	const needsPoints = rights.includes("points") || rights.includes("codes");
	if (needsPoints && !form.dailyPoints) throw new DomainError("moderatorPointsInvalid");
	// Nobody decides about an own guess.
	if (rights.includes("hunt")) await deleteOpenGuess(trx, userId);
	const row = { rights: JSON.stringify(rights), daily_points: form.dailyPoints ?? null };
	await storeModerator(trx, {
		...{ user_id: userId, ...row, revision: (stored?.revision ?? 0) + 1, created_at: at },
	});
	return { action: isNew ? "moderator.add" : "moderator.edit", ...about, after: loggedOf(row) };
}

async function findNamed(db: Db, name: string): Promise<string> {
	const [user, other] = await findUsersByName(db, nameIn(name) ?? "");
	if (!user) throw new DomainError("adminUnknown", { name });
	if (other) throw new DomainError("adminAmbiguous", { name });
	return user.id;
}
