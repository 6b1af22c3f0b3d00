import { useTranslation } from "react-i18next";
import { PageTabs } from "~/ui/shell/page-tabs";

/** The navigation between the viewer's pages under `/points`. */
export function PointsPages() {
	const { t } = useTranslation();
	return (
		<PageTabs
			label={t("points.title")}
			pages={[
				["/points", t("points.ledgerPage")],
				["/points/history", t("points.historyPage")],
				["/points/orders", t("points.ordersPage")],
				["/points/page", t("points.playerPage")],
				["/points/care", t("points.carePage")],
			]}
		/>
	);
}
