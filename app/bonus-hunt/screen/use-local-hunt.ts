import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTopic } from "~/live/live";
import type { OwnHunt } from "../model/hunt";
import { applyChange, HUNT_TOPIC, type HuntChange, type HuntState } from "../model/hunt-events";
import { useReader } from "./use-reader";

/** A whole audience shall not come at once. */
const SPREAD_MS = 2000;
/** Guesses alone are worth no haste. */
const GUESSES_MS = 3000;

interface Options {
	/** False where the page shows another source: then what was loaded is all there is. */
	isWatched: boolean;
	/** Has the page's data read again, within so many ms. */
	readAnew: (withinMs: number) => void;
}

/**
 * This site's open hunt, as it is now.
 * @param loaded as the page's loader read it.
 */
export function useOwnHunt(
	loaded: OwnHunt | undefined,
	{ isWatched, readAnew }: Options,
): OwnHunt | undefined {
	const [told, setTold] = useState<Told>();
	const hunt = newest(loaded, told);
	/** Several frames may come between two renderings. */
	const current = useRef(hunt);
	useEffect(() => {
		current.current = hunt;
	});

	function show(next: OwnHunt | undefined) {
		current.current = next;
		setTold({ of: loaded, hunt: next });
	}

	useTopic(isWatched ? HUNT_TOPIC : undefined, {
		state(state: HuntState) {
			const known = current.current;
			if (state?.id !== known?.id || (state && known && state.revision > known.revision)) readAnew(0);
		},
		changed(change: HuntChange) {
			const next = applyChange(current.current, change);
			if (next) show(next);
			else readAnew(0);
		},
		/** One that has begun, or none any more: then the page has other things to show. */
		hunt(next: OwnHunt | null) {
			const isOther = next?.id !== current.current?.id;
			show(next ?? undefined);
			if (isOther) readAnew(SPREAD_MS);
		},
	});
	return hunt;
}

/** Has a page that shows this hunt as its loader read it read it again whenever it has changed. */
export function useHuntRevalidation(shown: Pick<OwnHunt, "id" | "revision"> | undefined): void {
	const readAnew = useReader(useRevalidator().revalidate);
	const compare = (now: HuntState) => {
		if (now?.id !== shown?.id || (now && shown && now.revision > shown.revision)) readAnew(0);
	};
	useTopic(HUNT_TOPIC, {
		state: compare,
		hunt: compare,
		changed(change: HuntChange) {
			compare(change);
			if (change.from === change.revision) readAnew(GUESSES_MS);
		},
	});
}

interface Told {
	/** What was loaded when it was told. */
	of: OwnHunt | undefined;
	hunt: OwnHunt | undefined;
}

/** What was loaded since is newer than what was told before, unless its reading began earlier. */
function newest(loaded: OwnHunt | undefined, told: Told | undefined): OwnHunt | undefined {
	if (!told) return loaded;
	if (told.of === loaded) return told.hunt;
	const isOvertaken = told.hunt !== undefined && told.hunt.id === loaded?.id;
	return isOvertaken && told.hunt && told.hunt.revision > loaded.revision ? told.hunt : loaded;
}
