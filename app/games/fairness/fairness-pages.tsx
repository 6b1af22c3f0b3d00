import { useTranslation } from "react-i18next";
import { PageTabs } from "~/ui/shell/page-tabs";

/** Tabs of the pages on which outcomes are verified. @param pages path and name of each. */
export function FairnessPages({ pages }: { pages: readonly (readonly [path: string, name: string])[] }) {
	const { t } = useTranslation();
	return <PageTabs label={t("fairness.pages")} pages={pages} />;
}
