import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerReading, errorResponse, isForStreamer } from "~/bonus-hunt/outside/api.server";
import { readStatistics } from "~/bonus-hunt/outside/source.server";
import { site } from "~/site/site.server";

/** The statistics of the displayed hunt as JSON; status 404 for another streamer in the parameter `user`. */
export async function loader({ request }: LoaderFunctionArgs) {
	if (!isForStreamer(request, site.config)) return errorResponse(404, "No such streamer");
	return answerReading(request, await readStatistics(site), "Failed to load statistics");
}
