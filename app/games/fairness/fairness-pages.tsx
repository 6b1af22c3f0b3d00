import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/ui/page-header";
import { PageTabs } from "~/ui/shell/page-tabs";
import { Panel } from "./panel";

interface HeaderProps {
	title: string;
	intro: string;
	/** Path and name of each page on which outcomes are verified. */
	pages: readonly (readonly [path: string, name: string])[];
}

/** The head of a fairness page, with the tabs of all of them. */
export function FairnessHeader({ title, intro, pages }: HeaderProps) {
	const { t } = useTranslation();
	return (
		<PageHeader title={title} intro={intro}>
			<PageTabs label={t("fairness.pages")} pages={pages} />
		</PageHeader>
	);
}

/** The panel of a verifier and its formula. */
export function VerifierPanel({ children }: { children: ReactNode }) {
	const { t } = useTranslation();
	return (
		<Panel title={t("fairness.verifier")} id="verifier">
			<p className="needs-scripts text-muted">{t("fairness.verifierText")}</p>
			<p className="without-scripts text-muted">{t("fairness.verifierNoScript")}</p>
			{children}
		</Panel>
	);
}
