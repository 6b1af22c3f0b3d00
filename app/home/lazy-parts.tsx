import type { ComponentProps } from "react";
import { loadMessages } from "~/i18n/browser";
import { part } from "~/ui/part";

/** Whether this is the first page of the tab, rendered by the server. */
const isRendered = !import.meta.env.SSR && document.querySelector("main > .home") !== null;

type PropsOf<Name extends "ChecklistPanel" | "StreamPanel" | "DailyNow" | "HuntNow" | "OffersNow" | "News"> =
	ComponentProps<Parts[Name]>;
type Parts = typeof import("./checklist-panel") &
	typeof import("./stream-panel") &
	typeof import("./daily-now") &
	typeof import("./hunt-now") &
	typeof import("./offers-now") &
	typeof import("./news");

export const [ChecklistPanel, StreamPanel, DailyNow, HuntNow, OffersNow, News] = await Promise.all([
	part<PropsOf<"ChecklistPanel">>(
		"home-checklist",
		async () => (await import("./checklist-panel")).ChecklistPanel,
		isRendered,
	),
	part<PropsOf<"StreamPanel">>(
		"stream",
		async () => (await import("./stream-panel")).StreamPanel,
		isRendered,
	),
	part<PropsOf<"DailyNow">>(
		"home-daily",
		async () => {
			// Visitors do not need them, so that the page does not declare them.
			if (!import.meta.env.SSR) await loadMessages(["daily"]);
			return (await import("./daily-now")).DailyNow;
		},
		isRendered,
	),
	part<PropsOf<"HuntNow">>("home-hunt", async () => (await import("./hunt-now")).HuntNow, isRendered),
	part<PropsOf<"OffersNow">>("home-offers", async () => (await import("./offers-now")).OffersNow, isRendered),
	part<PropsOf<"News">>("home-news", async () => (await import("./news")).News, isRendered),
]);
