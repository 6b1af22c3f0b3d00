import { useTranslation } from "react-i18next";

/** Help for people who gamble, in Portuguese among other languages. */
const HELP_ADDRESS = { pt: "https://www.gamblingtherapy.org/pt-pt/", en: "https://www.gamblingtherapy.org/" };

export function Footer({ language, year }: { language: "pt" | "en"; year: number }) {
	const { t } = useTranslation();
	return (
		<footer className="mt-16 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-4 py-6 text-sm text-muted sm:px-8">
			<p>{t("shell.copyright", { year, name: t("shell.siteName") })}</p>
			<a href={HELP_ADDRESS[language]} target="_blank" rel="noreferrer" className="link">
				{t("shell.responsible")}
			</a>
		</footer>
	);
}
