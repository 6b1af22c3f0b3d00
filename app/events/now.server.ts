import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { readTournamentsNow } from "./tournaments/tournaments-page.server";

/** Kinds of events with their pages, in the order of the page of events. */
export const EVENT_PAGES = { tournament: "/tournament" } as const;

/** An event in which viewers can take part now, or that they can watch. */
export interface EventNow {
	kind: keyof typeof EVENT_PAGES;
	id: string;
	path: string;
	title: string;
	/** What happens next. */
	text: string;
}

/** Reads what is on, for the page of events and the home page. Has no value of a single request. */
export const readEventsNow = (
	site: Pick<Site, "db" | "now" | "config">,
	language: Language,
): Promise<EventNow[]> => readTournamentsNow(site, language);
