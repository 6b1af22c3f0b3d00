/** The page that an installed site shows without a connection, in both languages. */
import { createHash } from "node:crypto";
import { STATIC_PAGE_HEADERS, staticPage } from "~/http/static-page.server";
import { i18nIn } from "~/i18n/i18next.server";
import { LANGUAGES, type Language } from "~/i18n/languages";

const EMBLEM = `<svg viewBox="0 0 48 48" aria-hidden="true"><rect width="48" height="48" rx="14" fill="#1d1503"/><path d="M24 5 8 30h32z" fill="#4a3b63"/><g fill="#ffc233"><circle cx="11" cy="36" r="3.4"/><circle cx="19.7" cy="36" r="3.4"/><circle cx="28.3" cy="36" r="3.4"/><circle cx="37" cy="36" r="3.4"/></g></svg>`;
const [FIRST] = LANGUAGES;

function sectionIn(language: Language): string {
	const { t } = i18nIn(language);
	const level = language === FIRST ? "h1" : "h2";
	return `<section lang="${language}"><${level}>${t("standalone.offline")}</${level}><p>${t("standalone.offlineText")}</p></section>`;
}

export const OFFLINE_PAGE = staticPage({
	language: FIRST,
	theme: "system",
	title: LANGUAGES.map((language) => i18nIn(language).t("standalone.offline")).join(" · "),
	head: `<meta name="robots" content="noindex">`,
	content: [EMBLEM, ...LANGUAGES.map(sectionIn)].join("\n"),
	again: LANGUAGES.map(
		(language) => `<span lang="${language}">${i18nIn(language).t("shell.tryAgain")}</span>`,
	).join(" · "),
});

/** Changes with the page. */
export const OFFLINE_VERSION = createHash("sha256").update(OFFLINE_PAGE).digest("hex").slice(0, 16);

export const OFFLINE_HEADERS = { ...STATIC_PAGE_HEADERS, "Cache-Control": "no-cache" };
