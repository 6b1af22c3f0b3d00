import type { Db } from "db/database";

/** The channel's places elsewhere; one for each platform, so the list is short. */
export const findSocialLinks = (db: Db) =>
	db.selectFrom("social_links").select(["platform", "url"]).orderBy("platform", "asc").limit(20).execute();
