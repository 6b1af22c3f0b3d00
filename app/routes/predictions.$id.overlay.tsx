import type { LoaderFunctionArgs } from "@remix-run/node";
import { PredictionOverlay } from "~/events/predictions/overlay";
import { readMarket } from "~/events/predictions/predictions-page.server";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
import { OVERLAY, useOverlayData } from "~/ui/overlay/overlay";
import { declarePage } from "~/ui/shell/handle";

export { clientLoader, ErrorBoundary, shouldRevalidate } from "~/ui/overlay/overlay";

export const handle = await declarePage({
	title: (t) => t("predictions.title"),
	...OVERLAY,
	messages: ["predictions"],
});

/** A prediction for a broadcast. Public. @throws a 404 for an unknown one, and while predictions are off. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const language = await languageOf(request);
	const market = site.config.PREDICTIONS ? await readMarket(site, params.id ?? "", language) : undefined;
	if (!market) throw new Response(null, { status: 404 });
	return { language, market, refreshAfter: market.state === "paid" ? null : 5 };
}

export default function PredictionOverlayPage() {
	return <PredictionOverlay {...useOverlayData<typeof loader>()} />;
}
