import { useHuntReload } from "~/bonus-hunt/screen/use-hunt-reload";
import type { HomeHunt } from "./home";

/** Loads the page's data again when the hunt on the home page has changed. */
export function useHomeHunt(hunt: HomeHunt | null, reload: () => void): void {
	const isOutside = hunt?.kind === "outside";
	useHuntReload(hunt && hunt.kind !== "outside" ? hunt : null, !isOutside, reload);
}
