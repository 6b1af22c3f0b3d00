import type { LoaderFunctionArgs } from "@remix-run/node";
import { answerReading, isForStreamer, refuse } from "~/bonus-hunt/api.server";
import { readSlots } from "~/bonus-hunt/source.server";
import { site } from "~/site.server";

export async function loader({ request }: LoaderFunctionArgs) {
	if (!isForStreamer(request, site.config)) return refuse(404, "No such streamer");
	return answerReading(request, await readSlots(site), "Failed to load slots");
}
