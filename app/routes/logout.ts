import { z } from "zod";
import { unsubscribeSession } from "~/notifications/push/subscriptions.server";
import { createAction, site } from "~/site/site.server";

export { loadNoPage as loader } from "~/http/no-page.server";
export { RefusalBoundary as ErrorBoundary } from "~/ui/shell/error-page";

/** Ends the session and its push messages, and redirects to the provider's sign-out or, if it has none, to `/`. */
export const action = createAction({
	role: "anyone",
	hasNoPage: true,
	limit: { points: 30, seconds: 60 },
	schema: z.object({}),
	async run({ viewer, request, headers }) {
		if (viewer) await unsubscribeSession(site.db, viewer);
		const providerAddress = await site.sessions.end(request);
		headers.append("Set-Cookie", site.sessions.clearCookie());
		return site.flash.redirect(providerAddress ?? "/", "signedOut");
	},
});
