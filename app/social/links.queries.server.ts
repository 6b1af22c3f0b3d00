import type { Db, Trx } from "db/database";
import type { SocialLinks } from "db/schema";

/** The channel's places elsewhere; one for each platform, so the list is short. */
export const findSocialLinks = (db: Db | Trx): Promise<SocialLinks[]> =>
	db.selectFrom("social_links").select(["platform", "url"]).orderBy("platform", "asc").limit(20).execute();

export async function saveSocialLink(trx: Trx, link: SocialLinks): Promise<void> {
	await trx
		.insertInto("social_links")
		.values(link)
		.onConflict((conflict) => conflict.column("platform").doUpdateSet({ url: link.url }))
		.execute();
}

export async function deleteSocialLink(trx: Trx, platform: string): Promise<void> {
	await trx.deleteFrom("social_links").where("platform", "=", platform).execute();
}
