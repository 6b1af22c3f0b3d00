import { currentContext } from "~/lib/request-context.server";

/**
 * The loader of a route that has an action and no page: its address leads to the start page. After a refused form, scripts
 * request the route's data, which are null: a redirect would replace the refusal.
 */
export function loadNoPage(): Response | null {
	const [path = ""] = currentContext()?.request.url?.split("?", 1) ?? [];
	return path.endsWith(".data") ? null : new Response(null, { status: 302, headers: { Location: "/" } });
}
