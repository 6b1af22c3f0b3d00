import { SERVICE_WORKER } from "~/pwa/service-worker.server";

/** The service worker. Not a static file, because those are cached for a year and a new version must be found. */
export const loader = () =>
	new Response(SERVICE_WORKER, {
		headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
	});
