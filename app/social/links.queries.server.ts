import type { Db, Trx } from "db/database";
import type { SocialLinks } from "db/schema";
import type { Insertable } from "kysely";

/** One row for each platform at most, so the lists are short. */
const MAX_LINKS = 20;

/** All links that were ever saved, ordered by platform; removed ones are empty. */
export const findSocialLinks = (db: Db | Trx) =>
	db
		.selectFrom("social_links")
		.select(["platform", "url", "revision"])
		.orderBy("platform")
		.limit(MAX_LINKS)
		.execute();

/** Inserts or replaces a platform's link. */
export async function saveSocialLink(
	trx: Trx,
	{ platform, ...link }: Insertable<SocialLinks>,
): Promise<void> {
	await trx
		.insertInto("social_links")
		.values({ platform, ...link })
		.onConflict((conflict) => conflict.column("platform").doUpdateSet(link))
		.execute();
}
