import { useRouteLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Rules } from "~/games/plinko/screen/rules";
import { DEFAULT_LANGUAGE } from "~/i18n/languages";
import type { loader as rootLoader } from "~/root";
import { Dialog } from "~/ui/dialog/dialog";
import type { Handle } from "~/ui/shell/handle";

export const handle: Handle = { title: (t) => t("plinko.info") };

export default function PlinkoInfo() {
	const { t } = useTranslation();
	const language = useRouteLoaderData<typeof rootLoader>("root")?.language ?? DEFAULT_LANGUAGE;
	return (
		<Dialog
			title={t("plinko.info")}
			closeTo="/mini-games/plinko"
			closeLabel={t("plinko.backToGame")}
			openerId="open-info"
		>
			<Rules language={language} />
		</Dialog>
	);
}
