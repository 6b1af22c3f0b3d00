import type { Db, Trx } from "db/database";

/** The key of jobs about an account of a platform, by which an erasure finds them. */
export const accountKey = (platform: string, personId: string): string => `${platform}:${personId}`;

/** The user behind an account of a platform, and since when; undefined if nobody has signed in with it. */
export const findUserOf = (db: Db | Trx, platform: string, personId: string) =>
	db
		.selectFrom("platform_people")
		.select(["user_id", "linked_at"])
		.where("platform", "=", platform)
		.where("person_id", "=", personId)
		.executeTakeFirst();

/** {@link findUserOf} for many: the users by the ids of their accounts. */
export async function findUsersOf(
	db: Db | Trx,
	platform: string,
	personIds: readonly string[],
): Promise<Map<string, string>> {
	if (personIds.length === 0) return new Map();
	const rows = await db
		.selectFrom("platform_people")
		.select(["person_id", "user_id"])
		.where("platform", "=", platform)
		.where("person_id", "in", personIds)
		.execute();
	return new Map(rows.map(({ person_id, user_id }) => [person_id, user_id]));
}

/** Links an account of a platform to a user. @returns false, without a change, if the account is already linked. */
export async function insertPerson(
	trx: Trx,
	row: { platform: string; person_id: string; user_id: string; linked_at: string },
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await trx
		.insertInto("platform_people")
		.values(row)
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Which of the users have signed in with an account of a platform. */
export async function findUsersWithAccount(
	db: Db | Trx,
	platform: string,
	userIds: readonly string[],
): Promise<Set<string>> {
	if (userIds.length === 0) return new Set();
	const rows = await db
		.selectFrom("platform_people")
		.select("user_id")
		.where("platform", "=", platform)
		.where("user_id", "in", userIds)
		.execute();
	return new Set(rows.map(({ user_id }) => user_id));
}

/** Whether anybody has signed in with an account whose platform and id the site knows. */
export const knowsAccounts = async (db: Db): Promise<boolean> =>
	(await db.selectFrom("platform_people").select("user_id").limit(1).executeTakeFirst()) !== undefined;
