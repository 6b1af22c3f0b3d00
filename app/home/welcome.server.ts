import type { Db } from "db/database";
import type { Viewer } from "~/account/viewer";
import { readDailyBonus } from "~/earning/daily/daily-bonus.server";
import type { EarningRules } from "~/earning/rules/rules";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";

interface Site {
	db: Db;
	now: () => Date;
	config: Pick<Config, "SITE_TIMEZONE" | "STARTING_POINTS">;
	rules(): EarningRules;
}

/** What a new viewer reads after the first sign-in, with its texts. */
export interface WelcomeTexts {
	title: string;
	text: string;
	steps: { path: string; label: string; hint: string }[];
}

/** Reads what a new viewer has received, and what to do first. Without an open daily bonus its step is left out. */
export async function readWelcome(site: Site, viewer: Viewer, language: Language): Promise<WelcomeTexts> {
	const { t } = i18nIn(language);
	const { STARTING_POINTS: start } = site.config;
	const { state, points } = await readDailyBonus(site, viewer.id);
	const step = (id: "daily" | "game" | "goal", path: string) => ({
		path,
		label: t(`welcome.steps.${id}.label`),
		hint: t(`welcome.steps.${id}.hint`, { bonus: points }),
	});
	return {
		title: t("welcome.title", { name: viewer.username }),
		text: start > 0 ? t("welcome.got", { count: start }) : t("welcome.ready"),
		steps: [
			...(state === "open" ? [step("daily", "/earn")] : []),
			step("game", "/mini-games"),
			step("goal", "/store"),
		],
	};
}
