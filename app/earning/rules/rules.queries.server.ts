import type { Db, Trx } from "db/database";

/** All versions, oldest first. */
export const findRuleVersions = (db: Db | Trx) =>
	db.selectFrom("earning_rules").selectAll().orderBy("version").execute();

/** Inserts a version. @returns its number. */
export async function insertRules(trx: Trx, rules: string, validFrom: string): Promise<number> {
	const { version } = await trx
		.insertInto("earning_rules")
		.values({ rules, valid_from: validFrom })
		.returning("version")
		.executeTakeFirstOrThrow();
	return version;
}
