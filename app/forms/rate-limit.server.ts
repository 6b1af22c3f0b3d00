import type { Bus } from "db/engine";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { inBackground } from "~/lib/guarded";
import { clientAddress, currentContext, subscriberOf } from "~/lib/request-context.server";
import { DomainError } from "./domain-error";

export interface RateLimit {
	/** Maximum number of requests per key within `seconds`, which begin with the first request. */
	points: number;
	seconds: number;
	/** The name under which requests at all processes of the site count together. Without it, each process counts its own. */
	sharedAs?: string;
}

/**
 * Creates a rate limit that is kept in memory, so it is empty after a restart. A shared one counts the requests that other processes
 * have let pass, some ms later: requests that arrive at several processes at the same moment may exceed it, by those of that moment.
 * @param scale multiplies the limit.
 * @param bus to the other processes.
 * @returns a function that counts one request of a key. Above the limit it sets `Retry-After` on the response and
 * rejects with {DomainError} `tooManyRequests`.
 */
export function createRateLimit(
	{ points, seconds, sharedAs }: RateLimit,
	scale: number,
	bus?: Pick<Bus, "publish" | "subscribe">,
) {
	const limiter = new RateLimiterMemory({ points: Math.ceil(points * scale), duration: seconds });
	const channel = sharedAs && `limit ${sharedAs}`;
	if (channel) bus?.subscribe(channel, (key) => inBackground(() => limiter.penalty(key as string)));
	return async (key: string): Promise<void> => {
		try {
			await limiter.consume(key);
			if (channel) bus?.publish(channel, key);
		} catch (refusal) {
			if (!(refusal instanceof RateLimiterRes)) throw refusal;
			const seconds = Math.ceil(refusal.msBeforeNext / 1000);
			// Set on Node's response, because Remix drops headers of an action unless the route exports `headers`.
			currentContext()?.response.setHeader("Retry-After", seconds);
			throw new DomainError("tooManyRequests", { seconds });
		}
	};
}

/**
 * The key of the current request's client in queues and rate limits: see {@link subscriberOf}. `unknown` outside a
 * request.
 */
export function clientKey(trustedProxyHops: number): string {
	const context = currentContext();
	return context ? subscriberOf(clientAddress(context, trustedProxyHops)) : "unknown";
}
