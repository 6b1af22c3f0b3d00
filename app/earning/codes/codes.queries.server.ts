import type { Db, Trx } from "db/database";
import type { ClaimCodes } from "db/schema";
import type { Insertable } from "kysely";

export const findCode = (db: Db | Trx, id: string) =>
	db.selectFrom("claim_codes").selectAll().where("id", "=", id).executeTakeFirst();

/** Codes that have started by an instant. A code that was ended before its start never starts. */
const startedBy = (db: Db | Trx, at: string) =>
	db.selectFrom("claim_codes").where("starts_at", "<=", at).whereRef("starts_at", "<=", "ends_at").limit(1);

/** Of the codes with a folded text that have started by an instant, the last one to end. */
export const findStartedCode = (trx: Trx, folded: string, at: string) =>
	startedBy(trx, at).selectAll().where("folded", "=", folded).orderBy("ends_at", "desc").executeTakeFirst();

/** Whether a code has started by an instant. */
export const hasStartedCode = async (db: Db, at: string): Promise<boolean> =>
	(await startedBy(db, at).select("id").executeTakeFirst()) !== undefined;

/** Whether there is a code with this folded text that ends after an instant, by default any. */
export async function hasCode(trx: Trx, folded: string, endsAfter = ""): Promise<boolean> {
	const row = await trx
		.selectFrom("claim_codes")
		.select("id")
		.where("folded", "=", folded)
		.where("ends_at", ">", endsAfter)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

/** The newest codes first. */
export const findNewestCodes = (db: Db, limit: number) =>
	db.selectFrom("claim_codes").selectAll().orderBy("created_at", "desc").orderBy("id").limit(limit).execute();

/** Of the codes whose window contains an instant, the one that started last. */
export const findShownCode = (db: Db, at: string) =>
	db
		.selectFrom("claim_codes")
		.selectAll()
		.where("starts_at", "<=", at)
		.where("ends_at", ">", at)
		.orderBy("starts_at", "desc")
		.orderBy("created_at", "desc")
		.limit(1)
		.executeTakeFirst();

export async function insertCode(trx: Trx, row: Insertable<ClaimCodes>): Promise<void> {
	await trx.insertInto("claim_codes").values(row).execute();
}

/** Ends a code at an instant. @returns false, without a change, if it has ended before. */
export async function endCodeAt(trx: Trx, id: string, at: string): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable("claim_codes")
		.set({ ends_at: at })
		.where("id", "=", id)
		.where("ends_at", ">", at)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Counts a claim. @returns false, without a change, if all claims are used. */
export async function countClaim(trx: Trx, id: string): Promise<boolean> {
	const { numUpdatedRows } = await trx
		.updateTable("claim_codes")
		.set((eb) => ({ claims: eb("claims", "+", 1) }))
		.where("id", "=", id)
		.where((eb) => eb.or([eb("max_claims", "is", null), eb("claims", "<", eb.ref("max_claims"))]))
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Inserts a viewer's claim. @returns false, without a change, if the viewer has claimed the code before. */
export async function insertClaim(
	trx: Trx,
	claim: { code_id: string; user_id: string; points: number; created_at: string },
): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await trx
		.insertInto("code_claims")
		.values(claim)
		.onConflict((conflict) => conflict.doNothing())
		.executeTakeFirst();
	return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** When a user signed in for the first time. */
export async function findRegisteredAt(trx: Trx, userId: string): Promise<string | undefined> {
	const row = await trx.selectFrom("users").select("created_at").where("id", "=", userId).executeTakeFirst();
	return row?.created_at;
}
