import type { LoaderFunctionArgs } from "@remix-run/node";
import { RaffleOverlay } from "~/events/raffles/raffle-overlay";
import { readRaffle } from "~/events/raffles/raffles-page.server";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
import { OVERLAY, useOverlayData } from "~/ui/overlay/overlay";
import { declarePage } from "~/ui/shell/handle";

export { clientLoader, ErrorBoundary, shouldRevalidate } from "~/ui/overlay/overlay";

export const handle = await declarePage({
	title: (t) => t("raffles.title"),
	...OVERLAY,
	messages: ["raffles"],
});

/** A raffle, for a broadcast. Public. @throws a 404 for an unknown one. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const raffle = await readRaffle(site, id, { viewer: undefined, language: await languageOf(request) });
	if (!raffle) throw new Response(null, { status: 404 });
	return { raffle, refreshAfter: 5 };
}

export default function RaffleOverlayPage() {
	return <RaffleOverlay {...useOverlayData<typeof loader>()} />;
}
