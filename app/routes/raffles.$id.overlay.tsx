import type { LoaderFunctionArgs } from "@remix-run/node";
import { useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import { useLastData } from "~/bonus-hunt/screen/last-data";
import { NoOverlay } from "~/bonus-hunt/screen/no-overlay";
import { RaffleOverlay } from "~/events/raffles/raffle-overlay";
import { readRaffle } from "~/events/raffles/raffles-page.server";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";
import { useEvery } from "~/ui/use-every";

export { keepDataWhenUnreachable as clientLoader } from "~/bonus-hunt/screen/last-data";
export { shouldRevalidate } from "~/ui/shell/revalidation";

const POLL_MS = 2000;

export const handle = await declarePage({
	title: (t) => t("raffles.title"),
	bare: true,
	notListed: true,
	openToAllAges: true,
	messages: ["raffles"],
});

/** A raffle, for a broadcast. Public. @throws a 404 for an unknown one. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const raffle = await readRaffle(site, id, { viewer: undefined, language: await languageOf(request) });
	if (!raffle) throw new Response(null, { status: 404 });
	return { raffle, refreshAfter: 5 };
}

export { NoOverlay as ErrorBoundary };

export default function Overlay() {
	const { pathname, search } = useLocation();
	// Loads only this route's data: a revalidation would load the shell's as well.
	const again = useFetcher<typeof loader>();
	const loaded = useLoaderData<typeof loader>();
	const data = again.data ?? loaded;
	useLastData(data);
	useEvery(POLL_MS, async () => again.load(pathname + search));
	return <RaffleOverlay raffle={data.raffle} />;
}
