import type { LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import { useCallback } from "react";
import { useLastData } from "~/bonus-hunt/screen/last-data";
import { NoOverlay } from "~/bonus-hunt/screen/no-overlay";
import { PredictionOverlay } from "~/events/predictions/overlay";
import { readMarket } from "~/events/predictions/predictions-page.server";
import { languageOf } from "~/i18n/i18next.server";
import { useKeptStream } from "~/live/live";
import { site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { keepDataWhenUnreachable as clientLoader } from "~/bonus-hunt/screen/last-data";
export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("predictions.title"),
	bare: true,
	notListed: true,
	openToAllAges: true,
	messages: ["predictions"],
});

/** A prediction for a broadcast. Public. @throws a 404 for an unknown one, and while predictions are off. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const language = await languageOf(request);
	const market = site.config.PREDICTIONS ? await readMarket(site, params.id ?? "", language) : undefined;
	if (!market) throw new Response(null, { status: 404 });
	return { language, market, refreshAfter: market.state === "paid" ? null : 5 };
}

export { NoOverlay as ErrorBoundary };

export default function PredictionsOverlay() {
	const { pathname, search } = useLocation();
	// Loads only this route's data: a revalidation would load the shell's as well.
	const { data: newest, load } = useFetcher<typeof loader>();
	const loaded = useLoaderData<typeof loader>();
	const data = newest ?? loaded;
	useLastData(data);
	// A streaming program hides the page while its scene is not shown.
	useKeptStream("always");
	const reload = useCallback(() => load(pathname + search), [load, pathname, search]);
	return <PredictionOverlay {...data} reload={reload} />;
}
