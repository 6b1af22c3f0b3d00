import { useTranslation } from "react-i18next";
import { PageTabs } from "~/ui/shell/page-tabs";

/** The navigation between the pages of the site's settings. */
export function SettingsTabs() {
	const { t } = useTranslation();
	return (
		<PageTabs
			label={t("shell.settings")}
			pages={[
				["/settings", t("settings.tabs.channel")],
				["/settings/services", t("settings.tabs.services")],
				["/settings/rules", t("settings.tabs.rules")],
				["/settings/earning", t("settings.tabs.earning")],
				["/settings/stream", t("settings.tabs.stream")],
				["/overlay", t("shell.overlay")],
				["/settings/texts", t("settings.tabs.texts")],
				["/settings/admins", t("settings.tabs.admins")],
				["/settings/api", t("settings.tabs.api")],
			]}
		/>
	);
}
