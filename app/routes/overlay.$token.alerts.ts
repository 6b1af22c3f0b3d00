import type { LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { isOverlay } from "~/earning/codes/overlay.server";
import { createAction, site } from "~/site/site.server";
import { acknowledgeAlert, readAlerts } from "~/team/overlays/alerts.server";

const HEADERS = { headers: { "Cache-Control": "no-store" } };

async function requireOverlay(token = ""): Promise<void> {
	if (!(await isOverlay(site, token))) throw new Response(null, { status: 404 });
}

/** The queue of alerts, for an overlay. @throws a 404 for another token than the current one. */
export async function loader({ params }: LoaderFunctionArgs) {
	await requireOverlay(params.token);
	return Response.json(await readAlerts(site), HEADERS);
}

/** An overlay acknowledges an alert, which starts it for all of them. */
export const action = createAction({
	role: "anyone",
	// Several sources of a broadcast have one address.
	limit: { points: 240, seconds: 60 },
	hasNoPage: true,
	schema: z.object({ id: z.coerce.number().int().positive() }),
	async run({ input, params }) {
		await requireOverlay(params.token);
		return Response.json(await acknowledgeAlert(site, input.id), HEADERS);
	},
});
