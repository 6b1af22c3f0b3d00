import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Overlay } from "~/bonus-hunt/overlay";
import { overlayPartsIn } from "~/bonus-hunt/overlay-parts";
import { readShownHunt } from "~/bonus-hunt/source.server";
import { languageOf } from "~/i18n/i18next.server";
import { site } from "~/site.server";
import type { Handle } from "~/ui/handle";

export { shouldRevalidate } from "~/ui/revalidation";

export const handle: Handle = { title: (t) => t("hunt.title"), bare: true, openToAllAges: true };

export async function loader({ request }: LoaderFunctionArgs) {
	return {
		language: await languageOf(request),
		hunt: await readShownHunt(site),
		user: site.config.BONUS_HUNT_USER,
		parts: overlayPartsIn(new URL(request.url).searchParams),
		refreshAfter: 30,
	};
}

export default function HuntOverlay() {
	const { language, hunt, user, parts } = useLoaderData<typeof loader>();
	return <Overlay loaded={hunt} user={user} parts={parts} language={language} />;
}
