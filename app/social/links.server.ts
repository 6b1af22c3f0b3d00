import type { Db, Trx } from "db/database";
import { editRecord } from "~/change-log/edit-record.server";
import { findSavedLinks, saveSocialLink } from "./links.queries.server";
import { PLATFORMS, type Platform } from "./platforms";
import { orFailed, type SavingTools } from "./saving.server";

/** An address for each platform; empty for none. */
export type Links = Readonly<Record<Platform, string>>;

/** The channel's links, edited all at once. */
export interface EditedLinks {
	links: Links;
	/** Increases by one with each edit; 0 before the first. */
	revision: number;
}

export async function readLinks(db: Db | Trx): Promise<EditedLinks> {
	const rows = await findSavedLinks(db);
	const urlOf = (platform: Platform) => rows.find((row) => row.platform === platform)?.url ?? "";
	const links = Object.fromEntries(PLATFORMS.map((platform) => [platform, urlOf(platform)])) as Links;
	return { links, revision: Math.max(0, ...rows.map((row) => row.revision)) };
}

const isSame = (links: Links, other: Links): boolean =>
	PLATFORMS.every((platform) => links[platform] === other[platform]);

/**
 * Saves the links of all platforms. Does nothing when they are already as asked.
 * @throws {DomainError} `editConflict`, `changesUnsaved`
 */
export function saveLinks(
	tools: SavingTools,
	adminId: string,
	{ links, revision }: EditedLinks,
): Promise<void> {
	const save = () =>
		editRecord(tools, adminId, {
			load: readLinks,
			revision,
			// Links always exist, if only as empty addresses.
			missing: "editConflict",
			isDone: (before) => isSame(before.links, links),
			write: async (trx, before) => {
				for (const platform of PLATFORMS) {
					// A removed link stays as an empty one, so that the revision is kept.
					await saveSocialLink(trx, { platform, url: links[platform], revision: before.revision + 1 });
				}
				return {
					action: "social.links",
					subject: "links",
					subjectName: "",
					before: before.links,
					after: links,
				};
			},
		});
	return orFailed(tools, save);
}
