import { createHash } from "node:crypto";
import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { deleteSocialLink, findSocialLinks, saveSocialLink } from "./links.queries.server";
import { PLATFORMS, type Platform } from "./platforms";
import { orFailed, type SavingTools } from "./saving.server";

/** An address for each platform; empty for none. */
export type Links = Readonly<Record<Platform, string>>;

/** The links as the form shows them, and what tells whether they are still the same. */
export async function readLinks(db: Db | Trx): Promise<{ links: Links; digest: string }> {
	const rows = await findSocialLinks(db);
	const urlOf = (platform: Platform) => rows.find((row) => row.platform === platform)?.url ?? "";
	const links = Object.fromEntries(PLATFORMS.map((platform) => [platform, urlOf(platform)])) as Links;
	return { links, digest: digestOf(links) };
}

const digestOf = (links: Links): string =>
	createHash("sha256")
		.update(JSON.stringify(PLATFORMS.map((platform) => links[platform])))
		.digest("hex");

/**
 * Saves all four.
 * @param shown the digest of what the form has shown.
 * @throws {DomainError} `linksEditedMeanwhile` when another admin was faster, `changesUnsaved`.
 */
export function saveLinks(
	tools: SavingTools,
	adminId: string,
	{ links, shown }: { links: Links; shown: string },
): Promise<void> {
	const at = tools.now();
	const act = async (trx: Trx) => {
		const before = await readLinks(trx);
		// The same form sent twice has what it asked for.
		if (before.digest === digestOf(links)) return;
		if (before.digest !== shown) throw new DomainError("linksEditedMeanwhile");
		for (const platform of PLATFORMS) {
			const url = links[platform];
			if (url === "") await deleteSocialLink(trx, platform);
			else await saveSocialLink(trx, { platform, url });
		}
		await recordChange(trx, {
			actor: adminId,
			action: "social.links",
			subject: "links",
			subjectName: "",
			before: before.links,
			after: links,
			at,
		});
	};
	return orFailed(tools, () => transact(tools.db, act));
}
