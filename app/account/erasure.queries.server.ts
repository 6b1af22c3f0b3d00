import type { Db, Trx } from "db/database";
import { type RawBuilder, sql } from "kysely";
import { accountKey } from "./platform-people.queries.server";

/**
 * At most 20 users with exactly this name, oldest first. Names are not unique: a renamed account's old name may be
 * reused.
 */
export const findUsersByName = (db: Db, username: string) =>
	db
		.selectFrom("users")
		.select(["id", "twitch_username", "twitch_id", "email", "created_at"])
		.where("twitch_username", "=", username)
		.orderBy("created_at")
		.limit(20)
		.execute();

/**
 * Replaces the user's subject, and deletes name, e-mail address and roles, the name in the user's merges, and the answers
 * in the user's orders.
 */
export async function removeIdentity(trx: Trx, userId: string, subject: string): Promise<void> {
	await trx
		.updateTable("users")
		.set({ twitch_id: subject, twitch_username: null, name_hidden_at: null, email: null, roles: "[]" })
		.where("id", "=", userId)
		.execute();
	await trx.updateTable("point_merges").set({ username: "" }).where("user_id", "=", userId).execute();
	await trx.updateTable("orders").set({ answer: null }).where("user_id", "=", userId).execute();
}

/** Removes the user from the site's admins. Call it before the user's `twitch_id` is removed. */
export async function forgetAdmin(trx: Trx, userId: string): Promise<void> {
	const subjects = trx.selectFrom("users").select("twitch_id").where("id", "=", userId);
	await trx.deleteFrom("admins").where("subject", "in", subjects).execute();
}

/**
 * Deletes the rows that only the user needs: sessions, idempotency keys, public page, name in live Crash, rights and pause, shared
 * rounds, limits, goal, notices, devices, avatar, and jobs about the user or a device; and what admins wrote and files said about the
 * user's points.
 */
export async function deletePersonalRows(trx: Trx, userId: string): Promise<void> {
	const devices = trx.selectFrom("push_subscriptions").select("id").where("user_id", "=", userId);
	await trx
		.deleteFrom("jobs")
		.where((eb) => eb.or([eb("key", "=", userId), eb("key", "in", devices)]))
		.execute();
	for (const table of [
		"sessions",
		"idempotency_keys",
		"player_pages",
		"live_names",
		"moderators",
		"pauses",
		"shared_rounds",
		"play_limits",
		"goals",
		"notifications",
		"push_subscriptions",
		"avatars",
		"point_notes",
		"point_import_lines",
	] as const) {
		await trx.deleteFrom(table).where("user_id", "=", userId).execute();
	}
}

const selectEvents = (trx: Trx) =>
	trx.selectFrom("platform_events").select(["platform_events.platform", "platform_events.person_id", "key"]);

/** The events that were credited to a user, and all others of the user's accounts on platforms. */
export const findEventsOfUser = (trx: Trx, userId: string) =>
	selectEvents(trx)
		.where("user_id", "=", userId)
		.union(
			selectEvents(trx)
				.innerJoin("platform_people as account", (join) =>
					join
						.onRef("account.platform", "=", "platform_events.platform")
						.onRef("account.person_id", "=", "platform_events.person_id"),
				)
				.where("account.user_id", "=", userId),
		)
		.execute();

/** The events of an account on a platform. */
export const findEventsOfAccount = (trx: Trx, platform: string, personId: string) =>
	selectEvents(trx)
		.where("platform_events.platform", "=", platform)
		.where("platform_events.person_id", "=", personId)
		.execute();

/**
 * Removes the user's accounts on platforms: the links, what waits for them, and their ids and names from credited events.
 * The credited events keep their points, which belong to the ledger.
 */
export async function forgetPlatformAccounts(trx: Trx, userId: string): Promise<void> {
	const accounts = await trx
		.selectFrom("platform_people")
		.select(["platform", "person_id"])
		.where("user_id", "=", userId)
		.execute();
	await trx
		.updateTable("platform_events")
		.set({ person_id: sql<string>`'erased:' || id`, person_name: "" })
		.where("user_id", "=", userId)
		.execute();
	await trx
		.updateTable("waiting_watch")
		.set({ person_id: sql<string>`'erased:' || id` })
		.where("user_id", "=", userId)
		.where("credited", "is not", null)
		.execute();
	for (const { platform, person_id } of accounts) await forgetPlatformAccount(trx, platform, person_id);
	await trx.deleteFrom("platform_people").where("user_id", "=", userId).execute();
}

/** Deletes the rows about an account of a platform that were credited to nobody. @returns their number. */
export async function forgetPlatformAccount(trx: Trx, platform: string, personId: string): Promise<number> {
	const removals = [
		trx.deleteFrom("platform_events").where("user_id", "is", null),
		trx.deleteFrom("waiting_watch").where("credited", "is", null),
		trx.deleteFrom("chat_activity"),
		trx.deleteFrom("point_import_lines").where("user_id", "is", null),
	];
	await trx.deleteFrom("jobs").where("key", "=", accountKey(platform, personId)).execute();
	let count = 0;
	for (const removal of removals) {
		const { numDeletedRows } = await removal
			.where("platform", "=", platform)
			.where("person_id", "=", personId)
			.executeTakeFirst();
		count += Number(numDeletedRows);
	}
	return count;
}

/**
 * Deletes the lines of imports that had the user's name before the first sign-in, without those that wait: they are about
 * somebody else, whose name the user has now. Call it before the name is deleted.
 */
export async function forgetImportedLines(trx: Trx, userId: string): Promise<void> {
	await trx
		.deleteFrom("point_import_lines")
		.where("user_id", "is", null)
		.where("state", "<>", "waiting")
		.where("name", "in", trx.selectFrom("users").select("twitch_username").where("id", "=", userId))
		.execute();
}

/** Deletes the lines of imports that name somebody who has no account here. @returns their number. */
export async function forgetImportedName(trx: Trx, username: string): Promise<number> {
	const { numDeletedRows } = await trx
		.deleteFrom("point_import_lines")
		.where("user_id", "is", null)
		.where("name", "=", username)
		.executeTakeFirst();
	return Number(numDeletedRows);
}

/** The user who has signed in with an account of a platform; undefined without one. */
export const findOwner = (db: Db, platform: string, personId: string) =>
	db
		.selectFrom("platform_people")
		.innerJoin("users", "users.id", "platform_people.user_id")
		.select(["users.id", "twitch_username"])
		.where("platform", "=", platform)
		.where("person_id", "=", personId)
		.executeTakeFirst();

/**
 * The ids of the accounts of a platform with this name or id about which something is stored. Several people may have had
 * a name, and a name may be the id of another account.
 */
export async function findPlatformAccounts(db: Db, platform: string, account: string): Promise<string[]> {
	const wanted = account.toLowerCase();
	const find = (
		table: "platform_events" | "chat_activity" | "waiting_watch" | "platform_people" | "point_import_lines",
		isAlso: RawBuilder<boolean> = sql`false`,
	) =>
		db
			.selectFrom(table as "chat_activity")
			.select("person_id")
			.distinct()
			.where("platform", "=", platform)
			.where((eb) => eb.or([isAlso, eb("person_id", "=", account)]));
	const rows = await Promise.all([
		find("platform_events", sql`lower(person_name) = ${wanted}`).where(sql`user_id`, "is", null).execute(),
		find("chat_activity", sql`lower(person_name) = ${wanted}`).execute(),
		find("waiting_watch").execute(),
		find("platform_people").execute(),
		find("point_import_lines", sql`name = ${wanted}`).execute(),
	]);
	return [...new Set(rows.flat().map(({ person_id }) => person_id))].sort();
}
