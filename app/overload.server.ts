import { readdirSync } from "node:fs";
import { busyAnswer } from "./pages/busy.server";
import type { Lane } from "./platform/admission";
import type { Config } from "./platform/config.server";
import type { Log } from "./platform/log.server";
import { guardAgainstOverload } from "./platform/overload.server";

/** What remix-serve serves files from; `/NAME` stands for each. */
const FILES = "build/client";
/** Asked for by those who watch over the site; more often by nobody who means well. */
const WATCHED = ["/healthz", "/metrics"];
const WATCHED_PER_SECOND = 20;
const STREAM = "/live";
/** What pages that are open already still need. */
const PARTS = ["/slot-images/", "/api/"];

/**
 * Where a request that only reads waits when more is asked for than the site can answer. Files never do, but for
 * those asked for with a query, which no page does: they come past whatever keeps them.
 * @param now ms.
 */
export function createLanes(files: ReadonlySet<string>, now: () => number) {
	let since = 0;
	let looks = 0;

	function isOneLookTooMany(): boolean {
		if (now() - since >= 1000) {
			since = now();
			looks = 0;
		}
		looks += 1;
		return looks > WATCHED_PER_SECOND;
	}

	return function laneOfRead(url: string): Lane | undefined {
		if (files.has(url)) return undefined;
		const [path = ""] = url.split("?", 1);
		if (path === STREAM) return "stream";
		if (PARTS.some((part) => path.startsWith(part))) return "part";
		return WATCHED.includes(path) && !isOneLookTooMany() ? undefined : "page";
	};
}

const filesIn = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `/${name}`);

/** This site's own lanes and words for the gate at which a crowd waits. */
export function keepUpWithCrowds(tools: { log: Log; config: Pick<Config, "TRUSTED_PROXY_HOPS"> }) {
	return guardAgainstOverload({
		...tools,
		laneOfRead: createLanes(new Set(filesIn(FILES)), () => performance.now()),
		answer: ({ request: { method, url = "/", headers } }) =>
			busyAnswer({ method, url, cookie: headers.cookie, accept: headers.accept }),
	});
}
