import type { LoaderFunctionArgs } from "@remix-run/node";
import { isOverlay } from "~/earning/codes/overlay.server";
import { site } from "~/site/site.server";
import { PAGE_VERSION } from "~/team/overlays/page.server";
import { optionsIn, type RenderedScenes } from "~/team/overlays/scenes";
import { renderScenes } from "~/team/overlays/scenes.server";

/** The rendered scenes of an overlay as JSON. @throws a 404 for another token than the current one. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	if (!(await isOverlay(site, params.token ?? ""))) throw new Response(null, { status: 404 });
	const { scenes, language } = optionsIn(new URL(request.url).searchParams);
	const html = await renderScenes(site, scenes, language);
	const rendered: RenderedScenes = { now: site.now().getTime(), version: PAGE_VERSION, html };
	return Response.json(rendered, { headers: { "Cache-Control": "no-store" } });
}
