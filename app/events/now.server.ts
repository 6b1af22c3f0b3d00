import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import type { EventNow } from "./event-now";
import { readTournamentsNow } from "./tournaments/tournaments-page.server";

/** Reads what is on, for the page of events and the home page. Has no value of a single request. */
export const readEventsNow = (
	site: Pick<Site, "db" | "now" | "config">,
	language: Language,
): Promise<EventNow[]> => readTournamentsNow(site, language);
