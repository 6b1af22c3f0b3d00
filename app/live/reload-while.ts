import { useEffect, useRef } from "react";
import { isStreamOpen } from "./live";

/** ms within which the reloads of an audience are spread. */
const SPREAD_MS = 2000;
/** Mean ms until a reload that brought nothing new is repeated; each further one waits twice as long. */
const MIN_RETRY_MS = 5000;
const MAX_RETRY_MS = 60_000;

/** Reloads while there is a `cause`. A new one starts the backoff again. */
export function useReloadWhile(cause: string | undefined, reload: () => void): void {
	const latest = useRef(reload);
	useEffect(() => {
		latest.current = reload;
	});
	useEffect(() => {
		if (cause === undefined) return;
		return reloadRepeatedly(() => {
			// Without a connection the reload would fail, and the page would be replaced by an error page.
			if (isStreamOpen()) latest.current();
		});
	}, [cause]);
}

/**
 * Calls `reload` at a random moment within 2 s, so that an audience does not reload simultaneously, and then with a backoff
 * from 5 s to 60 s.
 * @returns a function that ends the calls.
 */
export function reloadRepeatedly(reload: () => void, random = Math.random): () => void {
	let retryMs = MIN_RETRY_MS;
	function run() {
		reload();
		timer = setTimeout(run, retryMs * (0.5 + random()));
		retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
	}
	let timer = setTimeout(run, random() * SPREAD_MS);
	return () => clearTimeout(timer);
}
