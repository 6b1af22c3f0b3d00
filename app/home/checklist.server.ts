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
import { readTraces } from "./checklist.queries.server";

type Tools = Pick<Site, "db"> & {
	config: Pick<Config, "BACKUP_FOLDER" | "REDEEM_BOT_URL" | "CHANNEL_PICTURE" | keyof NameSettings>;
	settings: Pick<Site["settings"], "isSet">;
};

/** The key in `site_settings`; true once an admin has dismissed the list. */
const DISMISSED = "checklist.dismissed";

/** What is known about the steps. */
interface Known extends Tools {
	traces: Awaited<ReturnType<typeof readTraces>>;
}

/** What an admin sets up first, in the order of the list: the page on which it is done, and whether it is. */
export const STEPS = {
	draw: ["/settings/rules", ({ settings }) => settings.isSet("SOLO_CRASH_DRAW")],
	profile: ["/settings", ({ config }) => config.CHANNEL_PICTURE !== undefined],
	names: ["/settings/texts", ({ config }) => hasNames(config)],
	links: ["/social/links", ({ traces }) => traces.links],
	stream: ["/settings/stream", ({ traces }) => traces.stream],
	earning: ["/settings/earning", ({ traces }) => traces.earning],
	item: ["/store/new", ({ traces }) => traces.item],
	bot: ["/settings/services", ({ config }) => config.REDEEM_BOT_URL !== undefined],
	backups: ["/settings/rules", ({ config }) => config.BACKUP_FOLDER !== undefined],
	liveCrash: ["/mini-games", ({ traces }) => traces.liveCrash],
	overlay: ["/overlay", ({ traces }) => traces.overlay],
} as const satisfies Record<string, readonly [path: string, isDone: (known: Known) => unknown]>;

type StepId = keyof typeof STEPS;

/** The list of steps, with its texts, so that visitors load none of them. */
export type Checklist = NonNullable<Awaited<ReturnType<typeof readChecklist>>>;

const isDismissed = async (db: Db): Promise<boolean> =>
	(await findSettings(db, [DISMISSED]))[DISMISSED] === true;

/**
 * Reads what is still to be set up.
 * @returns undefined for everybody but admins, after the list was dismissed, and once all steps are done.
 */
export async function readChecklist(site: Tools, viewer: Viewer | undefined, language: Language) {
	if (!viewer?.isAdmin || (await isDismissed(site.db))) return undefined;
	const known = { ...site, traces: await readTraces(site.db) };
	const { t } = i18nIn(language);
	const draws = compareDraws(language);
	const steps = (Object.keys(STEPS) as StepId[]).map((id) => ({
		...{ id, path: STEPS[id][0], isDone: Boolean(STEPS[id][1](known)) },
		label: t(`checklist.steps.${id}.label`),
		/** Why it is worth doing. */
		hint: id === "draw" ? draws.sentence : t(`checklist.steps.${id}.hint`),
	}));
	const done = steps.filter(({ isDone }) => isDone);
	if (done.length === steps.length) return undefined;
	return {
		title: t("checklist.title"),
		intro: t("checklist.intro"),
		progress: t("checklist.progress", { done: done.length, all: steps.length }),
		done: t("checklist.done"),
		open: t("checklist.open"),
		dismiss: t("checklist.dismiss"),
		steps,
		/** The chart of the step `draw`; undefined once it is done. */
		draws: steps[0]?.isDone ? undefined : draws,
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
