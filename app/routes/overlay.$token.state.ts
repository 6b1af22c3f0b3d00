import type { LoaderFunctionArgs } from "@remix-run/node";
import { STREAM_TOPIC } from "~/channel/stream";
import { isOverlay, OVERLAY_KEY } from "~/earning/codes/overlay.server";
import { currentContext } from "~/lib/request-context.server";
import { site } from "~/site/site.server";
import { EVENTS, optionsIn } from "~/team/overlays/scenes";

/** The event stream of an overlay. It ends when the token is renewed. @throws a 404 for another token than the current one. */
export async function loader({ request, params: { token = "" } }: LoaderFunctionArgs) {
	const context = currentContext();
	const isCurrent = () => isOverlay(site, token);
	if (!context || !(await isCurrent())) throw new Response(null, { status: 404 });
	// A HEAD request would get headers and never end.
	if (context.request.method !== "GET") return new Response(null, { status: 403 });
	const { scenes } = optionsIn(new URL(request.url).searchParams);
	const topics = scenes.flatMap((scene) => EVENTS[scene].map((event) => event.split(".", 1)[0] ?? ""));
	// A stream needs a topic, and a change of the stream is a reason to look.
	const subscription = { topics: [STREAM_TOPIC, ...topics], keys: [OVERLAY_KEY] };
	return site.hub.connect(context, subscription, isCurrent);
}
