import type { Trx } from "db/database";

/** The user behind an account of a platform, and since when; undefined if nobody has signed in with it. */
export const findUserOf = (trx: Trx, platform: string, personId: string) =>
	trx
		.selectFrom("platform_people")
		.select(["user_id", "linked_at"])
		.where("platform", "=", platform)
		.where("person_id", "=", personId)
		.executeTakeFirst();

/** {@link findUserOf} for many: the users by the ids of their accounts. */
export async function findUsersOf(
	trx: Trx,
	platform: string,
	personIds: readonly string[],
): Promise<Map<string, string>> {
	const rows = await trx
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
