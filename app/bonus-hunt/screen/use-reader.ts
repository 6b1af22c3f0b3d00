import { useMatches } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { createReader } from "./reader";

const WITHIN_MS = 15_000;

/**
 * Reads the page's data again at some moment within so many ms, and not before its route answers.
 * @param read has the router read them, which shows the error page if it cannot.
 */
export function useReader(read: () => void): (withinMs: number) => void {
	const routeId = useMatches().at(-1)?.id;
	const latest = useRef({ read, routeId });
	useEffect(() => {
		latest.current = { read, routeId };
	});
	const [reader] = useState(() =>
		createReader({ isThere: () => routeAnswers(latest.current.routeId), read: () => latest.current.read() }),
	);
	useEffect(() => reader.stop, [reader]);
	return reader.readWithin;
}

/** Whether the site itself answers for this page's data, and neither a proxy nor a fault of it. */
async function routeAnswers(routeId = ""): Promise<boolean> {
	const url = new URL(location.href);
	url.pathname = `${url.pathname.replace(/\/$/, "")}.data`;
	// Of the page's route alone: the shell's notices are shown once, to who reads them.
	url.searchParams.set("_routes", routeId);
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(WITHIN_MS) });
		await response.arrayBuffer();
		return response.ok && response.headers.has("X-Remix-Response");
	} catch {
		return false;
	}
}
