import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { rtpRows } from "~/games/crash/screen/rtp-chart.server";
import { LiveRules } from "~/games/crash/screen/rules";
import { languageOf } from "~/i18n/i18next.server";
import { Dialog } from "~/ui/dialog/dialog";
import type { Handle } from "~/ui/shell/handle";

export const handle: Handle = { title: (t) => t("crash.info") };

export async function loader({ request }: LoaderFunctionArgs) {
	// The live draw has the chances of the even one.
	return { language: await languageOf(request), rows: rtpRows(SOLO_DRAWS.even) };
}

export default function LiveCrashInfo() {
	const { t } = useTranslation();
	return (
		<Dialog
			title={t("crash.info")}
			closeTo="/mini-games/live-crash"
			closeLabel={t("crash.backToGame")}
			openerId="open-info"
		>
			<LiveRules {...useLoaderData<typeof loader>()} />
		</Dialog>
	);
}
