import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { clientAddress, currentContext, subscriberOf } from "~/lib/request-context.server";
import { DomainError } from "./domain-error";

export interface RateLimit {
	/** Maximum number of requests per key within `seconds`, which begin with the first request. */
	points: number;
	seconds: number;
}

/**
 * Creates a rate limit that is kept in memory, so it is per process and empty after a restart.
 * @param scale multiplies the limit.
 * @returns a function that counts one request of a key. Above the limit it sets `Retry-After` on the response and
 * rejects with {DomainError} `tooManyRequests`.
 */
export function createRateLimit({ points, seconds }: RateLimit, scale: number) {
	const limiter = new RateLimiterMemory({ points: Math.ceil(points * scale), duration: seconds });
	return async (key: string): Promise<void> => {
		try {
			await limiter.consume(key);
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
