import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerReading, isForStreamer, refuse } from "~/bonus-hunt/outside/api.server";
import { readStatistics } from "~/bonus-hunt/outside/source.server";
import { site } from "~/site/site.server";

export async function loader({ request }: LoaderFunctionArgs) {
	if (!isForStreamer(request, site.config)) return refuse(404, "No such streamer");
	return answerReading(request, await readStatistics(site), "Failed to load statistics");
}
