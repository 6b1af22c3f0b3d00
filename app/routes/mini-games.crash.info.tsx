/** The rules of both games of Crash. Their addresses are in `routes.ts`. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SOLO_DRAWS } from "~/games/crash/engine/solo-draw";
import { drawRtpChart, rtpRows } from "~/games/crash/screen/rtp-chart.server";
import { LiveRules, SoloRules } from "~/games/crash/screen/rules";
import { languageOf } from "~/i18n/i18next.server";
import { routePathOf } from "~/lib/route-path";
import { site } from "~/site/site.server";
import { Dialog } from "~/ui/dialog/dialog";
import { declarePage } from "~/ui/shell/handle";

export const handle = await declarePage({ title: (t) => t("crash.info"), messages: ["crashRules"] });

export async function loader({ request }: LoaderFunctionArgs) {
	const isLive = routePathOf(request).startsWith("/mini-games/live-crash/");
	// The live draw has the chances of the even one.
	const draw = SOLO_DRAWS[isLive ? "even" : site.config.SOLO_CRASH_DRAW];
	const chart = isLive ? undefined : drawRtpChart(draw);
	return { language: await languageOf(request), rows: rtpRows(draw), chart };
}

export default function CrashInfo() {
	const { t } = useTranslation();
	const { chart, ...rules } = useLoaderData<typeof loader>();
	return (
		<Dialog
			title={t("crash.info")}
			closeTo={chart ? "/mini-games/crash" : "/mini-games/live-crash"}
			closeLabel={t("crash.backToGame")}
			openerId="open-info"
		>
			{chart ? <SoloRules {...rules} chart={chart} /> : <LiveRules {...rules} />}
		</Dialog>
	);
}
