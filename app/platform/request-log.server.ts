import { createRequire } from "node:module";
import type { Config } from "./config.server";
import type { Log } from "./log.server";
import { clientAddress, onRequest } from "./node-request.server";

/** One line per request once its response is over. The query is left out: it may hold a secret. */
export function logRequests(log: Log, config: Pick<Config, "TRUSTED_PROXY_HOPS">): () => void {
	silenceServeLog();
	return onRequest((exchange) => {
		const { id, request, response, arrivedAt } = exchange;
		const path = request.url?.split("?", 1)[0] ?? "";
		response.once("close", () => {
			const level = path.startsWith("/assets/") || exchange.isTurnedAway ? "debug" : "info";
			log[level]({
				event: "request",
				requestId: id,
				method: request.method,
				path,
				status: response.statusCode,
				aborted: !response.writableFinished || undefined,
				ms: Math.round((performance.now() - arrivedAt) * 10) / 10,
				address: clientAddress(exchange, config.TRUSTED_PROXY_HOPS),
			});
		});
	});
}

/** remix-serve prints a line of text per request through morgan's "tiny" format, which may be redefined. */
function silenceServeLog() {
	const require = createRequire(import.meta.url);
	const morgan = createRequire(require.resolve("@remix-run/serve/package.json"))("morgan");
	morgan.format("tiny", () => undefined);
}
