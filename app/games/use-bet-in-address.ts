import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Keeps the bet of a form in the page's address, without a navigation, so that it survives a reload and the change of
 * the language. An address without a query stays so until the bet is changed.
 * @param bet query parameters that the page's loader reads.
 */
export function useBetInAddress(bet: Readonly<Record<string, string | number>>): void {
	const query = new URLSearchParams(
		Object.entries(bet).map(([name, value]) => [name, String(value)]),
	).toString();
	const first = useRef(query);
	// The rules over the game lead back to its address without the query.
	const { key } = useLocation();
	// biome-ignore lint/correctness/useExhaustiveDependencies: each navigation replaces the address
	useEffect(() => {
		if (query === first.current && location.search === "") return;
		history.replaceState(history.state, "", `${location.pathname}?${query}`);
	}, [query, key]);
}
