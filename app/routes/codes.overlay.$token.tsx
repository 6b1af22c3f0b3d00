import type { LoaderFunctionArgs } from "@remix-run/node";
import { CodeOverlay } from "~/earning/codes/code-overlay";
import { isOverlay, readShownCode } from "~/earning/codes/overlay.server";
import { qrPath } from "~/earning/codes/qr.server";
import { site } from "~/site/site.server";
import { OVERLAY, useOverlayData } from "~/ui/overlay/overlay";
import { declarePage } from "~/ui/shell/handle";

export { clientLoader, ErrorBoundary, shouldRevalidate } from "~/ui/overlay/overlay";

export const handle = await declarePage({
	title: (t) => t("earning.codes.overlay"),
	...OVERLAY,
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

export default function CodeOverlayPage() {
	return <CodeOverlay {...useOverlayData<typeof loader>()} />;
}
