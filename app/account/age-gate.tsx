import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { LanguageToggle } from "~/ui/shell/language-toggle";
import { Logo } from "~/ui/shell/logo";

const LEAVE_ADDRESS = "https://www.google.com/";

/**
 * The dialog that replaces a page until the visitor confirms their age, which is posted to `/preferences`.
 * @param here path and query of the page, to which the visitor returns.
 */
export function AgeGate({ language, here }: { language: Language; here: string }) {
	const { t } = useTranslation();
	return (
		<main className="spotlight grid min-h-dvh place-items-center p-4">
			<div
				role="dialog"
				aria-modal="true"
				aria-labelledby="age-title"
				aria-describedby="age-text"
				className="panel grid w-full max-w-lg gap-5 p-6 sm:p-10"
			>
				<div className="flex items-center justify-between">
					<Logo className="size-14" />
					<LanguageToggle language={language} here={here} />
				</div>
				<h1 id="age-title" className="text-4xl font-extrabold">
					{t("account.ageTitle")}
				</h1>
				<div id="age-text" className="grid gap-3">
					<p>{t("account.ageText")}</p>
					<p className="text-muted">{t("account.ageTruth")}</p>
				</div>
				<div className="flex flex-wrap gap-3">
					<Form method="post" action="/preferences" className="grow">
						<input type="hidden" name="returnTo" value={here} />
						<button type="submit" name="ageVerified" value="true" className="button button-primary w-full">
							{t("account.ageAccept")}
						</button>
					</Form>
					<a href={LEAVE_ADDRESS} rel="noreferrer" className="button grow">
						{t("account.ageLeave")}
					</a>
				</div>
			</div>
		</main>
	);
}
