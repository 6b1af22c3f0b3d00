import type { LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import { readShownHunt } from "~/bonus-hunt/outside/source.server";
import { NoOverlay, Overlay } from "~/bonus-hunt/screen/overlay";
import { overlayPartsIn } from "~/bonus-hunt/screen/overlay-parts";
import { useReader } from "~/bonus-hunt/screen/use-reader";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("hunt.title"),
	bare: true,
	openToAllAges: true,
	messages: ["hunt"],
});

export async function loader({ request }: LoaderFunctionArgs) {
	return {
		language: await languageOf(request),
		hunt: await readShownHunt(site),
		user: site.config.BONUS_HUNT_USER,
		parts: overlayPartsIn(new URL(request.url).searchParams),
		refreshAfter: 30,
	};
}

export { NoOverlay as ErrorBoundary };

export default function HuntOverlay() {
	const { pathname, search } = useLocation();
	// Not the router's revalidation: if that failed, the shell's error page would be in the broadcast.
	const again = useFetcher<typeof loader>();
	const readAnew = useReader(() => again.load(pathname + search));
	const loaded = useLoaderData<typeof loader>();
	const { language, hunt, user, parts } = again.data ?? loaded;
	return <Overlay loaded={hunt} user={user} readAnew={readAnew} parts={parts} language={language} />;
}
