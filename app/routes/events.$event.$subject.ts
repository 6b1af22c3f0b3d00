import { z } from "zod";
import { CLICKS } from "~/analytics/events";
import { findPromotionTitle } from "~/analytics/subjects.queries.server";
import { isResource, RESOURCES } from "~/pages/resources";
import { createAction, site } from "~/site/site.server";
import { isPlatform, PLATFORM_ICONS } from "~/social/platforms";

export { loadNoPage as loader } from "~/http/no-page.server";
export { RefusalBoundary as ErrorBoundary } from "~/ui/shell/error-page";

/** Returns the label of a click's subject; undefined for an unknown one, which is not counted. */
const LABELS: Record<(typeof CLICKS)[number], (subject: string) => Promise<string | undefined>> = {
	promotion_claim: (id) => findPromotionTitle(site.db, id),
	resource_click: async (key) => (isResource(key) ? RESOURCES[key].name : undefined),
	social_click: async (platform) => (isPlatform(platform) ? PLATFORM_ICONS[platform].title : undefined),
};

/** Counts a click on an external link. The response is empty: 204, or 404 for an unknown event or subject. */
export const action = createAction({
	role: "anyone",
	hasNoPage: true,
	limit: { points: 60, seconds: 60 },
	schema: z.object({}),
	async run({ params: { event = "", subject = "" } }) {
		const click = CLICKS.find((known) => known === event);
		const label = click && (await LABELS[click](subject));
		if (!click || label === undefined) return new Response(null, { status: 404 });
		site.count(click, label, click === "promotion_claim" ? { promotionId: subject } : {});
		return new Response(null, { status: 204 });
	},
});
