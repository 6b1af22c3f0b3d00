import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData, useLocation } from "@remix-run/react";
import { readPreferences } from "~/account/preferences.server";
import { isVisit } from "~/analytics/page-views";
import { findRecord } from "~/records/records.queries.server";
import { site } from "~/site/site.server";
import { DemoOverlay } from "~/slots/demo-overlay";
import { keptSlotQuery } from "~/slots/slot-list";
import { isDemoAddress, slots } from "~/slots/slots.server";
import type { Handle } from "~/ui/shell/handle";

export { shouldRevalidate } from "~/ui/shell/revalidation";

export const handle: Handle = { title: (t) => t("slots.demo") };

/** A slot's demo, which is counted once per visit. An unknown slot redirects to the list. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const slot = await findRecord(site.db, slots, params.id ?? "");
	if (!slot) throw redirect("/slots");
	const { ageVerified } = readPreferences(request);
	const { id, name, provider, demoUrl } = slot;
	if (ageVerified && isVisit(request)) {
		site.count("play_demo", provider ? `${name} · ${provider}` : name, { slotName: name, provider });
	}
	const isFramed = isDemoAddress(demoUrl, site.config.SLOT_DEMO_HOSTS);
	return { slot: { id, name, provider, demoUrl }, isFramed };
}

export default function PlayDemo() {
	const { slot, isFramed } = useLoaderData<typeof loader>();
	const query = keptSlotQuery(useLocation().search);
	return <DemoOverlay key={slot.id} slot={slot} isFramed={isFramed} closeTo={`/slots${query}`} />;
}
