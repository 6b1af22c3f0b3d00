import { useCallback, useEffect, useState } from "react";

export interface Message {
	text: string;
	tone: "good" | "bad";
}

const SHOWN_MS = 3000;

/** A word about what has just happened, which goes by itself. Without scripts the first one stays. */
export function useMessage(first: Message | undefined) {
	const [message, setMessage] = useState(first);
	useEffect(() => {
		if (!message) return;
		const timer = setTimeout(() => setMessage(undefined), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [message]);
	const say = useCallback((next: Message | undefined) => next && setMessage({ ...next }), []);
	return [message, say] as const;
}
