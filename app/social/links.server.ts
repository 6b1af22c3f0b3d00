import type { Db, Trx } from "db/database";
import { editRecord } from "~/change-log/edit-record.server";
import { findSavedLinks, saveSocialLink } from "./links.queries.server";
import { PLATFORMS, type Platform } from "./platforms";
import { orFailed, type SavingTools } from "./saving.server";

/** An address for each platform; empty for none. */
export type Links = Readonly<Record<Platform, string>>;

/** The channel's links, which are edited together. */
export interface EditedLinks {
	links: Links;
	/** Increases by one with each edit; 0 before the first. */
	revision: number;
}

/** Reads the links of all platforms with their revision, for the form; an unset link is empty. */
export async function readLinks(db: Db | Trx): Promise<EditedLinks> {
	const rows = await findSavedLinks(db);
	const urlOf = (platform: Platform) => rows.find((row) => row.platform === platform)?.url ?? "";
	const links = Object.fromEntries(PLATFORMS.map((platform) => [platform, urlOf(platform)])) as Links;
	return { links, revision: Math.max(0, ...rows.map((row) => row.revision)) };
}

const isSame = (links: Links, other: Links): boolean =>
	PLATFORMS.every((platform) => links[platform] === other[platform]);

/**
 * Saves the links of all platforms and writes the change log. Does nothing when nothing differs.
 * @throws {DomainError} `editConflict` when another admin has saved them since `revision`, and as {@link orFailed}.
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
