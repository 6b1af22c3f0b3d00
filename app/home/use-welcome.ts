import { useLocation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { WelcomeTexts } from "./welcome.server";

/**
 * Returns the welcome while it is shown: on the first page that no dialog covers, until it is dismissed or the viewer goes
 * elsewhere.
 * @param loaded of the document; later loads have none.
 */
export function useWelcome(loaded: WelcomeTexts | undefined, isCovered: boolean) {
	const { pathname } = useLocation();
	const [welcome, setWelcome] = useState(loaded);
	const shownOn = useRef<string>();
	const isElsewhere = shownOn.current !== undefined && shownOn.current !== pathname;
	useEffect(() => {
		if (!isCovered) shownOn.current ??= pathname;
		if (isElsewhere) setWelcome(undefined);
	}, [isCovered, isElsewhere, pathname]);
	return {
		welcome: isCovered || isElsewhere ? undefined : welcome,
		dismiss: () => setWelcome(undefined),
	};
}
