import type { Viewer } from "~/account/viewer";
import { readDailyBonus } from "~/earning/daily/daily-bonus.server";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";

/** What a new viewer reads after the first sign-in, with its texts. */
export type WelcomeTexts = Awaited<ReturnType<typeof readWelcome>>;

/** Reads what a new viewer has received, and what to do first. Without an open daily bonus its step is left out. */
export async function readWelcome(
	site: Parameters<typeof readDailyBonus>[0] & { config: Pick<Config, "STARTING_POINTS"> },
	viewer: Viewer,
	language: Language,
) {
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
