import type { LoaderFunctionArgs } from "@remix-run/node";
import { site } from "~/site/site.server";

/** Whether the answer becomes a page; the requests of Remix's scripts have the destination `empty`. */
function isForPage(request: Request): boolean {
	const destination = request.headers.get("Sec-Fetch-Dest") ?? "document";
	return ["document", "empty"].includes(destination) && !new URL(request.url).pathname.startsWith("/assets/");
}

/** Unknown paths redirect to the home page with a notice; pictures and scripts that do not exist have status 404. */
export const loader = ({ request }: LoaderFunctionArgs) =>
	isForPage(request) ? site.flash.redirect("/", "notFound") : new Response(null, { status: 404 });
