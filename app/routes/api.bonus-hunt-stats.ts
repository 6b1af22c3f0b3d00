import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerReading, isForStreamer, refuse } from "~/bonus-hunt/api.server";
import { readStatistics } from "~/bonus-hunt/source.server";
import { site } from "~/site.server";

export async function loader({ request }: LoaderFunctionArgs) {
	if (!isForStreamer(request, site.config)) return refuse(404, "No such streamer");
	return answerReading(request, await readStatistics(site), "Failed to load statistics");
}
