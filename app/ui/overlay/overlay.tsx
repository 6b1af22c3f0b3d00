import { useFetcher, useLoaderData, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { useEarlyEffect } from "../use-early-effect";
import { useEvery } from "../use-every";
import { useLastData } from "./last-data";
import "./overlay.css";

export { shouldRevalidate } from "../shell/revalidation";
export { keepDataWhenUnreachable as clientLoader } from "./last-data";
export { NoOverlay as ErrorBoundary } from "./no-overlay";

/** What all overlays declare about their pages. */
export const OVERLAY = { bare: true, notListed: true, openToAllAges: true } as const;

const POLL_MS = 2000;

/** The data of an overlay's route, which are loaded again every 2 s, and kept while the site cannot be reached. */
export function useOverlayData<Loader extends (...args: never[]) => Promise<object>>() {
	const { pathname, search } = useLocation();
	// Loads only this route's data: a revalidation would load the shell's as well.
	const again = useFetcher<Loader>();
	const loaded = useLoaderData<Loader>();
	const data = again.data ?? loaded;
	useLastData(data as object);
	useEvery(POLL_MS, async () => again.load(pathname + search));
	return data;
}

/** The frame of an overlay for a broadcast. Each child is a panel. */
export function Overlay({ children }: { children: ReactNode }) {
	useEarlyEffect(() => {
		// On the root, whose font is the unit of all sizes: the source stays readable when it is shown in 480 lines.
		document.documentElement.style.fontSize = "max(16px, min(1.7vw, 3vh))";
	}, []);
	return (
		<main className="dark overlay" data-testid="overlay">
			{children}
		</main>
	);
}
