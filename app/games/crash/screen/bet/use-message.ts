import { useCallback, useEffect, useState } from "react";

export interface Message {
	text: string;
	tone: "good" | "bad";
}

const SHOWN_MS = 3000;

/**
 * A message that disappears after {@link SHOWN_MS}. Without scripts the first one stays.
 * @param first the message of the first render; later values are ignored.
 * @returns the message to show, undefined for none, and a function that shows another one; it ignores undefined.
 */
export function useMessage(first: Message | undefined) {
	const [message, setMessage] = useState(first);
	useEffect(() => {
		if (!message) return;
		const timer = setTimeout(() => setMessage(undefined), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [message]);
	const showMessage = useCallback((next: Message | undefined) => next && setMessage({ ...next }), []);
	return [message, showMessage] as const;
}
