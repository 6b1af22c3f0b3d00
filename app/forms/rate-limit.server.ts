import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { clientAddress, currentContext, subscriberOf } from "~/lib/request-context.server";
import { DomainError } from "./domain-error";

export interface RateLimit {
	/** Requests that each key may make in `seconds`. */
	points: number;
	seconds: number;
}

/**
 * @param scale multiplies the limit.
 * @returns counts one request of a key. It throws {DomainError} `tooManyRequests`, and has the answer say when to ask
 * again, once there are too many.
 */
export function createRateLimit({ points, seconds }: RateLimit, scale: number) {
	const limiter = new RateLimiterMemory({ points: Math.ceil(points * scale), duration: seconds });
	return async (key: string): Promise<void> => {
		try {
			await limiter.consume(key);
		} catch (refusal) {
			if (!(refusal instanceof RateLimiterRes)) throw refusal;
			const seconds = Math.ceil(refusal.msBeforeNext / 1000);
			// Straight onto Node's response: Remix passes on a header of an action only where the route says so.
			currentContext()?.response.setHeader("Retry-After", seconds);
			throw new DomainError("tooManyRequests", { seconds });
		}
	};
}

/** What stands for somebody who is not signed in: see {@link subscriberOf}. */
export function askersAddress(trustedProxyHops: number): string {
	const context = currentContext();
	return context ? subscriberOf(clientAddress(context, trustedProxyHops)) : "unknown";
}
