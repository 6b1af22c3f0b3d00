import { busyAnswer } from "./pages/busy.server";
import type { Lane } from "./platform/admission";
import type { Config } from "./platform/config.server";
import type { Log } from "./platform/log.server";
import { guardAgainstOverload } from "./platform/overload.server";

/** They cost next to nothing, or are asked for by those who watch over the site. */
const FREE = ["/assets/", "/favicon.svg", "/healthz", "/metrics"];
const STREAM = "/live";
/** What pages that are open already still need. */
const PARTS = ["/slot-images/", "/api/"];

/** Where a request that only reads waits when more is asked for than the site can answer. */
export function laneOfRead(path: string): Lane | undefined {
	const isAmong = (paths: readonly string[]) =>
		paths.some((one) => (one.endsWith("/") ? path.startsWith(one) : path === one));
	if (isAmong(FREE)) return undefined;
	if (path === STREAM) return "stream";
	return isAmong(PARTS) ? "part" : "page";
}

/** This site's own lanes and words for the gate at which a crowd waits. */
export function keepUpWithCrowds(tools: { log: Log; config: Pick<Config, "TRUSTED_PROXY_HOPS"> }) {
	return guardAgainstOverload({
		...tools,
		laneOfRead,
		answer: ({ request: { method, url = "/", headers } }) =>
			busyAnswer({ method, url, cookie: headers.cookie, accept: headers.accept }),
	});
}
