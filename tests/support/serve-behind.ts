import type { RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import { addMiddleware, type Middleware } from "~/lib/request-context.server";
import { serve } from "./http-server";

/** {@link serve} behind middleware, until the end of the test. */
export async function serveBehind(middlewares: readonly Middleware[], listener: RequestListener) {
	for (const middleware of middlewares) onTestFinished(addMiddleware(middleware));
	const server = await serve(listener);
	onTestFinished(server.close);
	return server;
}
