import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { drawRtpChart, rtpRows } from "~/games/crash/screen/rtp-chart.server";
import { SoloRules } from "~/games/crash/screen/rules";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
import { Dialog } from "~/ui/dialog/dialog";
import type { Handle } from "~/ui/shell/handle";

export const handle: Handle = { title: (t) => t("crash.info") };

export async function loader({ request }: LoaderFunctionArgs) {
	const draw = SOLO_DRAWS[site.config.SOLO_CRASH_DRAW];
	return { language: await languageOf(request), rows: rtpRows(draw), chart: drawRtpChart(draw) };
}

export default function CrashInfo() {
	const { t } = useTranslation();
	return (
		<Dialog
			title={t("crash.info")}
			closeTo="/mini-games/crash"
			closeLabel={t("crash.backToGame")}
			openerId="open-info"
		>
			<SoloRules {...useLoaderData<typeof loader>()} />
		</Dialog>
	);
}
