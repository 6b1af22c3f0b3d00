import { useLocation } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";

/** Closes a popover after each navigation. A navigation with scripts keeps the document, and would leave it open. */
export function useHideOnNavigation(popover: RefObject<HTMLElement>) {
	const { key } = useLocation();
	const lastKey = useRef(key);
	useEffect(() => {
		if (lastKey.current !== key && popover.current?.matches(":is(:popover-open)"))
			popover.current.hidePopover?.();
		lastKey.current = key;
	}, [key, popover]);
}
