import type { LoaderFunctionArgs } from "@remix-run/node";
import { isOverlay } from "~/earning/codes/overlay.server";
import { OVERLAY_VIEW } from "~/home/checklist.queries.server";
import { site } from "~/site/site.server";
import { overlayPage } from "~/team/overlays/page.server";

/**
 * The page of an overlay, for a streaming program; `optionsIn` describes its address.
 * @throws a 404 for another token than the current one.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
	if (!(await isOverlay(site, params.token ?? ""))) throw new Response(null, { status: 404 });
	site.count("page_view", OVERLAY_VIEW);
	return overlayPage(new URL(request.url).searchParams);
}
