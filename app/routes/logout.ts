import { redirect } from "@remix-run/node";
import { z } from "zod";
import { createAction, site } from "~/site/site.server";

export { RefusalBoundary as ErrorBoundary } from "~/ui/shell/error-page";

export const loader = () => redirect("/");

export const action = createAction({
	role: "anyone",
	hasNoPage: true,
	limit: { points: 30, seconds: 60 },
	schema: z.object({}),
	async run({ request, headers }) {
		const providerAddress = await site.sessions.end(request);
		headers.append("Set-Cookie", site.sessions.clearCookie());
		headers.append("Set-Cookie", site.flash.write("signedOut"));
		return redirect(providerAddress ?? "/");
	},
});
