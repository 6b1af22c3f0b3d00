import type { Db } from "db/database";
import type { Viewer } from "~/account/viewer";
import { writeChange } from "~/change-log/edit-record.server";
import { compareDraws } from "~/games/crash/screen/rtp-chart.server";
import { hasNames, type NameSettings } from "~/games/names.server";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import type { Site } from "~/lib/site";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import { type Checklist, STEPS, type StepId } from "./checklist";
import { readTraces } from "./checklist.queries.server";

type Tools = Pick<Site, "db"> & {
	config: Pick<
		Config,
		"BACKUP_FOLDER" | "REDEEM_BOT_URL" | "APP_ORIGIN" | "CHANNEL_PICTURE" | keyof NameSettings
	>;
	settings: Pick<Site["settings"], "isSet">;
};

/** The key in `site_settings`; true once an admin has dismissed the list. */
const DISMISSED = "checklist.dismissed";

/** The page on which a step is done. */
const PATHS: Record<StepId, string> = {
	draw: "/settings/rules",
	profile: "/settings",
	names: "/settings/texts",
	links: "/social/links",
	stream: "/settings/stream",
	earning: "/settings/earning",
	item: "/store/new",
	bot: "/settings/services",
	backups: "/settings/rules",
	liveCrash: "/mini-games",
	overlay: "/bonus-hunt/manage",
};

const isDismissed = async (db: Db): Promise<boolean> =>
	(await findSettings(db, [DISMISSED]))[DISMISSED] === true;

/**
 * Reads what is still to be set up.
 * @returns undefined for everybody but admins, after the list was dismissed, and once all steps are done.
 */
export async function readChecklist(
	site: Tools,
	viewer: Viewer | undefined,
	language: Language,
): Promise<Checklist | undefined> {
	if (!viewer?.isAdmin || (await isDismissed(site.db))) return undefined;
	const traces = await readTraces(site.db);
	const draws = compareDraws(language);
	const done: Record<StepId, boolean> = {
		draw: site.settings.isSet("SOLO_CRASH_DRAW"),
		profile: site.config.CHANNEL_PICTURE !== undefined,
		names: hasNames(site.config),
		bot: site.config.REDEEM_BOT_URL !== undefined,
		backups: site.config.BACKUP_FOLDER !== undefined,
		...traces,
	};
	const count = STEPS.filter((id) => done[id]).length;
	if (count === STEPS.length) return undefined;
	const { t } = i18nIn(language);
	const overlay = `${site.config.APP_ORIGIN}/bonus-hunt/overlay`;
	return {
		title: t("checklist.title"),
		intro: t("checklist.intro"),
		progress: t("checklist.progress", { done: count, all: STEPS.length }),
		done: t("checklist.done"),
		open: t("checklist.open"),
		dismiss: t("checklist.dismiss"),
		steps: STEPS.map((id) => ({
			...{ id, isDone: done[id], path: PATHS[id] },
			label: t(`checklist.steps.${id}.label`),
			hint: id === "draw" ? draws.sentence : t(`checklist.steps.${id}.hint`, { overlay }),
		})),
		draws: done.draw ? undefined : draws,
		language,
	};
}

/** Dismisses the list for all admins, and writes the change log. Does nothing if it is dismissed. */
export async function dismissChecklist(tools: Pick<Site, "db" | "now">, adminId: string): Promise<void> {
	await writeChange(tools, adminId, {
		write: async (trx, at) => {
			if ((await findSettings(trx, [DISMISSED]))[DISMISSED] === true) return undefined;
			await saveSettings(trx, { [DISMISSED]: true }, at.toISOString());
			return { action: "settings.checklist", subject: "settings", subjectName: "" };
		},
	});
}
