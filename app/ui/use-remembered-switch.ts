import { useCallback, useEffect, useState } from "react";

/**
 * A switch that is off by default and during the first render, and is stored in localStorage. Where storage is denied
 * it lasts as long as the page.
 * @param name the storage key.
 */
export function useRememberedSwitch(name: string): [on: boolean, toggle: () => void] {
	const [on, setOn] = useState(false);

	useEffect(() => {
		try {
			setOn(localStorage.getItem(name) === "on");
		} catch {
			// Storage is denied.
		}
	}, [name]);

	const toggle = useCallback(() => {
		setOn(!on);
		try {
			localStorage.setItem(name, on ? "off" : "on");
		} catch {
			// Storage is denied.
		}
	}, [name, on]);

	return [on, toggle];
}
