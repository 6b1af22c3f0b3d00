import type { Db, Trx } from "db/database";
import { editRecord } from "~/change-log/edit-record.server";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { MAX_ADDRESS_LENGTH } from "~/lib/web-address";
import type { Log } from "~/observability/log.server";
import { orUnsaved } from "~/records/change-record.server";
import { findSocialLinks, saveSocialLink } from "./links.queries.server";
import { isPlatform, PLATFORM_ICONS, PLATFORMS, type Platform } from "./platforms";

/** An address for each platform; empty for none. */
type Links = Readonly<Record<Platform, string>>;

/** The channel's links, which are edited together. */
interface EditedLinks {
	links: Links;
	/** Increases by one with each edit; 0 before the first. */
	revision: number;
}

/** A link to one of the channel's other platforms. */
export type ShownLink = Awaited<ReturnType<typeof readSocialLinks>>[number];

/** Reads the channel's links with their logos, ordered by platform; platforms without a logo are left out. */
export async function readSocialLinks(db: Db) {
	return (await findSocialLinks(db)).flatMap(({ platform, url }) =>
		url !== "" && isPlatform(platform)
			? {
					...{ platform, url },
					/** The SVG path. Pages have it as data, so that browsers do not load all logos as a script. */
					path: PLATFORM_ICONS[platform].path,
				}
			: [],
	);
}

/** Reads the links of all platforms with their revision, for the form; an unset link is empty. */
export async function readLinks(db: Db | Trx): Promise<EditedLinks> {
	const rows = await findSocialLinks(db);
	const urlOf = (platform: Platform) => rows.find((row) => row.platform === platform)?.url ?? "";
	const links = Object.fromEntries(PLATFORMS.map((platform) => [platform, urlOf(platform)])) as Links;
	return { links, revision: Math.max(0, ...rows.map((row) => row.revision)) };
}

/** The dialog that edits the links. */
export async function describeLinks({ db }: Pick<Site, "db">, language: Language) {
	const { t } = i18nIn(language);
	const { links, revision } = await readLinks(db);
	return {
		title: t("social.linksTitle"),
		close: t("records.close"),
		form: {
			revision,
			intro: t("social.linksHint"),
			fields: PLATFORMS.map((name) => ({
				...{ name, label: t(`home.platform.${name}`), value: links[name] },
				...({ type: "url", maxLength: MAX_ADDRESS_LENGTH } as const),
			})),
			texts: {
				save: t("social.record.save"),
				saving: t("records.saving"),
				cancel: t("records.cancel"),
				failed: t("social.record.failed"),
			},
		},
	};
}

/**
 * Saves the links of all platforms and writes the change log. Does nothing when nothing differs.
 * @throws {DomainError} `editConflict` when another admin has saved them since `revision`, and as {@link orUnsaved}.
 */
export const saveLinks = (
	site: Pick<Site, "db" | "now"> & { log: Pick<Log, "error"> },
	adminId: string,
	{ links, revision }: EditedLinks,
): Promise<void> =>
	orUnsaved(site, () =>
		editRecord(site, adminId, {
			load: readLinks,
			revision,
			// Links always exist, if only as empty addresses.
			missing: "editConflict",
			isDone: (before) => PLATFORMS.every((platform) => before.links[platform] === links[platform]),
			async write(trx, before) {
				for (const platform of PLATFORMS) {
					// A removed link stays as an empty one, so that the revision is kept.
					await saveSocialLink(trx, { platform, url: links[platform], revision: before.revision + 1 });
				}
				const change = { action: "social.links", subject: "links", subjectName: "" };
				return { ...change, before: before.links, after: links };
			},
		}),
	);
