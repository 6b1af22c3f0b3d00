import { loadMessages } from "~/i18n/browser";
import { part } from "~/ui/part";

/** Whether this is the first page of the tab, rendered by the server. */
const isRendered = !import.meta.env.SSR && document.querySelector("main > .home") !== null;

export const [ChecklistPanel, StreamPanel, DailyNow, EventsSection, HuntNow, OffersNow, News] =
	await Promise.all([
		part("home-checklist", async () => (await import("./checklist-panel")).ChecklistPanel, isRendered),
		part("stream", async () => (await import("./stream-panel")).StreamPanel, isRendered),
		part(
			"home-daily",
			async () => {
				// Visitors do not need them, so that the page does not declare them.
				if (!import.meta.env.SSR) await loadMessages(["daily"]);
				return (await import("./daily-now")).DailyNow;
			},
			isRendered,
		),
		part("home-events", async () => (await import("./events-section")).EventsSection, isRendered),
		part("home-hunt", async () => (await import("./hunt-now")).HuntNow, isRendered),
		part("home-offers", async () => (await import("./offers-now")).OffersNow, isRendered),
		part("home-news", async () => (await import("./news")).News, isRendered),
	]);
