import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { readShownHunt } from "~/bonus-hunt/outside/source.server";
import { Overlay } from "~/bonus-hunt/screen/overlay";
import { overlayOptionsIn } from "~/bonus-hunt/screen/overlay-options";
import { languageOf } from "~/i18n/i18next.server";
import { useKeptStream } from "~/live/live";
import { site } from "~/site/site.server";
import { NoOverlay } from "~/ui/overlay/no-overlay";
import { declarePage } from "~/ui/shell/handle";

export { keepDataWhenUnreachable as clientLoader } from "~/ui/overlay/last-data";
export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("hunt.title"),
	bare: true,
	notListed: true,
	openToAllAges: true,
	messages: ["hunt", "huntResult"],
});

/** The displayed hunt, or the result of the last one for some minutes, and the overlay's options in the query. Public. */
export async function loader({ request }: LoaderFunctionArgs) {
	const language = await languageOf(request);
	return {
		language,
		hunt: await readShownHunt(site, { language }),
		options: overlayOptionsIn(new URL(request.url).searchParams),
		refreshAfter: 30,
	};
}

export { NoOverlay as ErrorBoundary };

export default function HuntOverlay() {
	const { pathname, search } = useLocation();
	// A streaming program hides the page while its scene is not shown.
	useKeptStream("always");
	return <Overlay loaded={useLoaderData<typeof loader>()} address={pathname + search} />;
}
