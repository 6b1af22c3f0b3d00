import type { Db, Trx } from "db/database";
import { prepared } from "db/prepared";
import type { Sessions } from "db/schema";
import { readShared } from "db/shared-reads";
import type { NotNull } from "kysely";

export async function insertSession(trx: Trx, row: Sessions): Promise<void> {
	await trx.insertInto("sessions").values(row).execute();
}

const findSessions = prepared((db: Db | Trx, { id, now }: { id: string; now: string }) =>
	db
		.selectFrom("sessions")
		.innerJoin("users", "users.id", "sessions.user_id")
		.innerJoin("user_points", "user_points.user_id", "sessions.user_id")
		.leftJoin("avatars", "avatars.user_id", "sessions.user_id")
		.leftJoin("admins", "admins.subject", "users.twitch_id")
		.leftJoin("moderators", "moderators.user_id", "users.id")
		.select([
			"sessions.id",
			"sessions.user_id",
			"sessions.expires_at",
			"sessions.tokens",
			"sessions.tokens_expire_at",
			"users.twitch_id",
			"users.twitch_username",
			"users.roles",
			"user_points.points",
			"avatars.id as avatar_id",
			"admins.subject as admin_subject",
			"moderators.rights",
		])
		.where("sessions.id", "=", id)
		.where("sessions.expires_at", ">", now)
		.where("twitch_username", "is not", null)
		.$narrowType<{ twitch_username: NotNull }>(),
);

/**
 * A session that has not expired, with its user and their points; undefined without one.
 * @param id the hash of the cookie's token, see `sessionIdOf`.
 * @param now ISO instant.
 */
export async function findSession(db: Db, id: string, now: string) {
	const [session] = await readShared(
		db,
		`session ${id}`,
		async () => (await findSessions(db, { id, now })).rows,
	);
	return session && session.expires_at > now ? session : undefined;
}

/** The sessions with these ids that have not expired, and the columns that decide their rights. */
export const findOpenSessions = (db: Db, ids: readonly string[], now: string) =>
	db
		.selectFrom("sessions")
		.innerJoin("users", "users.id", "sessions.user_id")
		.leftJoin("admins", "admins.subject", "users.twitch_id")
		.leftJoin("moderators", "moderators.user_id", "users.id")
		.select([
			"sessions.id",
			"users.twitch_id",
			"users.roles",
			"admins.subject as admin_subject",
			"moderators.rights",
		])
		.where("sessions.id", "in", ids)
		.where("sessions.expires_at", ">", now)
		.execute();

/** Postpones the renewal of a session's tokens. @returns false if another process has postponed or renewed them already. */
export async function postponeRenewal(
	trx: Trx,
	{ id, tokens_expire_at }: Pick<Sessions, "id" | "tokens_expire_at">,
	until: string,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable("sessions")
		.set({ tokens_expire_at: until })
		.where("id", "=", id)
		.where("tokens_expire_at", "=", tokens_expire_at)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** @returns false if the session no longer exists. */
export async function updateSessionTokens(
	trx: Trx,
	id: string,
	change: Pick<Sessions, "tokens" | "tokens_expire_at">,
): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable("sessions")
		.set(change)
		.where("id", "=", id)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

export async function deleteSession(trx: Trx, id: string): Promise<void> {
	await trx.deleteFrom("sessions").where("id", "=", id).execute();
}

/** Deletes the sessions that expire at or before an ISO instant. */
export async function deleteSessionsExpiredBefore(trx: Trx, instant: string): Promise<void> {
	await trx.deleteFrom("sessions").where("expires_at", "<=", instant).execute();
}
