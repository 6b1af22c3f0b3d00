import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import type { EventNow } from "./event-now";
import { readRafflesNow } from "./raffles/raffles-page.server";
import { readTournamentsNow } from "./tournaments/tournaments-page.server";

/** Reads what is on, for the page of events and the home page. Has no value of a single request. */
export async function readEventsNow(
	site: Pick<Site, "db" | "now" | "config">,
	language: Language,
): Promise<EventNow[]> {
	return (await Promise.all([readTournamentsNow(site, language), readRafflesNow(site, language)])).flat();
}
