import type { Db } from "db/database";
import { findSocialLinks } from "./links.queries.server";
import { isPlatform, PLATFORM_ICONS, type Platform } from "./platforms";

/** A link to one of the channel's other platforms. */
export interface ShownLink {
	platform: Platform;
	url: string;
	/** The SVG path of its logo. Pages have it as data, so that browsers do not load all logos as a script. */
	path: string;
}

/** Reads the channel's links with their logos, ordered by platform; platforms without a logo are left out. */
export async function readSocialLinks(db: Db): Promise<ShownLink[]> {
	const links = await findSocialLinks(db);
	return links.flatMap(({ platform, url }) =>
		isPlatform(platform) ? { platform, url, path: PLATFORM_ICONS[platform].path } : [],
	);
}
