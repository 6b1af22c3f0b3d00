import type { LoaderFunctionArgs } from "@remix-run/node";
import { readPublishedDraw } from "~/events/raffles/raffles-page.server";
import { jsonDownload } from "~/http/json-download.server";
import { site } from "~/site/site.server";

/** The file with which anybody can check a draw. Public. @throws a 404 before the list is final. */
export async function loader({ params: { id = "" } }: LoaderFunctionArgs) {
	const file = await readPublishedDraw(site, id);
	if (!file) throw new Response(null, { status: 404 });
	return jsonDownload("draw.json", { ...file });
}
