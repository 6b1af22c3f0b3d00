import { type ComponentProps, type ComponentType, lazy, Suspense } from "react";

/** Whether this is the first page of the tab, rendered by the server. */
const isRendered = !import.meta.env.SSR && document.querySelector("main > .home") !== null;

/**
 * A part of the page whose code browsers load only if the page shows it: before hydration if the document has an
 * element with this id, else when it is first rendered.
 */
async function part<Props extends object>(id: string, load: () => Promise<ComponentType<Props>>) {
	if (import.meta.env.SSR || !isRendered || document.getElementById(id)) return load();
	const Later = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
	return (props: Props) => (
		<Suspense>
			<Later {...props} />
		</Suspense>
	);
}

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
	),
	part<PropsOf<"StreamPanel">>("stream", async () => (await import("./stream-panel")).StreamPanel),
	part<PropsOf<"DailyNow">>("home-daily", async () => (await import("./daily-now")).DailyNow),
	part<PropsOf<"HuntNow">>("home-hunt", async () => (await import("./hunt-now")).HuntNow),
	part<PropsOf<"OffersNow">>("home-offers", async () => (await import("./offers-now")).OffersNow),
	part<PropsOf<"News">>("home-news", async () => (await import("./news")).News),
]);
