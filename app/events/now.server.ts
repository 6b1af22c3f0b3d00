import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import type { EventNow } from "./event-now";
import { readPredictionsNow } from "./predictions/predictions-page.server";
import { readRafflesNow } from "./raffles/raffles-page.server";
import { readTournamentsNow } from "./tournaments/tournaments-page.server";

/** Reads what is on, for the page of events and the home page. Has no value of a single request. */
export async function readEventsNow(
	site: Pick<Site, "db" | "now" | "config">,
	language: Language,
): Promise<EventNow[]> {
	const kinds = [readTournamentsNow, readRafflesNow, readPredictionsNow];
	return (await Promise.all(kinds.map((read) => read(site, language)))).flat();
}
