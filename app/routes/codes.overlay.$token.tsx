import type { LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import { useLastData } from "~/bonus-hunt/screen/last-data";
import { NoOverlay } from "~/bonus-hunt/screen/no-overlay";
import { CodeOverlay } from "~/earning/codes/code-overlay";
import { isOverlay, readShownCode } from "~/earning/codes/overlay.server";
import { qrPath } from "~/earning/codes/qr.server";
import { site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";
import { useEvery } from "~/ui/use-every";

export { keepDataWhenUnreachable as clientLoader } from "~/bonus-hunt/screen/last-data";
export { shouldRevalidate } from "~/ui/shell/revalidation";

const POLL_MS = 2000;

export const handle = await declarePage({
	title: (t) => t("earning.codes.overlay"),
	bare: true,
	notListed: true,
	openToAllAges: true,
	messages: ["earning"],
});

/** The running code, for a broadcast. @throws a 404 for another token than the current one. */
export async function loader({ params }: LoaderFunctionArgs) {
	if (!(await isOverlay(site, params.token ?? ""))) throw new Response(null, { status: 404 });
	const shown = (await readShownCode(site)) ?? null;
	const address = `${site.config.APP_ORIGIN}/claim`;
	return {
		shown,
		qr: shown && qrPath(`${address}/${encodeURIComponent(shown.code)}`),
		address: address.replace(/^https?:\/\//, ""),
		refreshAfter: 5,
	};
}

export { NoOverlay as ErrorBoundary };

export default function CodesOverlay() {
	const { pathname, search } = useLocation();
	// Loads only this route's data: a revalidation would load the shell's as well.
	const again = useFetcher<typeof loader>();
	const loaded = useLoaderData<typeof loader>();
	const data = again.data ?? loaded;
	useLastData(data);
	useEvery(POLL_MS, async () => again.load(pathname + search));
	return <CodeOverlay {...data} />;
}
