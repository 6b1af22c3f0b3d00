import { useCallback, useEffect, useState } from "react";

/** A switch that is off until asked for, and remembered by this browser where it lets us. */
export function useRememberedSwitch(name: string): [on: boolean, toggle: () => void] {
	const [on, setOn] = useState(false);

	useEffect(() => {
		try {
			setOn(localStorage.getItem(name) === "on");
		} catch {
			// Storage is denied: the switch then lasts as long as the page.
		}
	}, [name]);

	const toggle = useCallback(() => {
		setOn(!on);
		try {
			localStorage.setItem(name, on ? "off" : "on");
		} catch {
			// As above.
		}
	}, [name, on]);

	return [on, toggle];
}
