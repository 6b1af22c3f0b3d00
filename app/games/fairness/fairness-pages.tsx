import { useTranslation } from "react-i18next";
import { PageTabs } from "~/ui/shell/page-tabs";

/** The pages on which outcomes are checked. */
export function FairnessPages() {
	const { t } = useTranslation();
	return (
		<PageTabs
			label={t("crashFairness.pages")}
			pages={[
				["/fairness", t("crashFairness.seedsPage")],
				["/fairness/crash", t("crashFairness.soloPage")],
				["/fairness/live-crash", t("crashFairness.livePage")],
			]}
		/>
	);
}
