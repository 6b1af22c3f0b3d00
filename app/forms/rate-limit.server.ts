import type { Bus } from "db/engine";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { hasFairShare } from "~/lib/fair-share";
import { guarded, inBackground } from "~/lib/guarded";
import { clientOf, currentContext, sharerOf } from "~/lib/request-context.server";
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
	const tellOthers = share(sharedAs, bus, (key) => inBackground(() => limiter.penalty(key)));
	return async (key: string): Promise<void> => {
		try {
			await limiter.consume(key);
			tellOthers(key);
		} catch (refusal) {
			if (!(refusal instanceof RateLimiterRes)) throw refusal;
			const seconds = Math.ceil(refusal.msBeforeNext / 1000);
			// Set on Node's response, because Remix drops headers of an action unless the route exports `headers`.
			currentContext()?.response.setHeader("Retry-After", seconds);
			throw new DomainError("tooManyRequests", { seconds });
		}
	};
}

/** @returns a function that has a request of a key counted at the other processes. */
function share(
	name: string | undefined,
	bus: Pick<Bus, "publish" | "subscribe"> | undefined,
	count: (key: string) => void,
): (key: string) => void {
	if (name === undefined || !bus) return () => {};
	const channel = `limit ${name}`;
	bus.subscribe(
		channel,
		guarded((key) => count(key as string)),
	);
	return (key) => bus.publish(channel, key);
}

const MAX_PERIODS = 5;

/**
 * Creates a limit for all clients together, of which each client gets a fair share. It is kept in memory and shared like that of
 * {@link createRateLimit}.
 * @param scale multiplies the limit.
 * @param bus to the other processes.
 * @param now a steady clock, in ms.
 * @returns a function that counts one request of a key. Above its share it returns after how many seconds the request
 * should be repeated: further requests get later turns, at most {@link MAX_PERIODS} periods later.
 */
export function createSharedLimit(
	{ points, seconds, sharedAs }: RateLimit,
	scale: number,
	bus?: Pick<Bus, "publish" | "subscribe">,
	now = () => performance.now(),
) {
	const accepted = new Map<string, number>();
	const refused = new Map<string, number>();
	let free = 0;
	let endsAt = Number.NEGATIVE_INFINITY;

	/** @returns the time. */
	function beginPeriod(): number {
		const time = now();
		if (time < endsAt) return time;
		accepted.clear();
		refused.clear();
		free = Math.ceil(points * scale);
		endsAt = time + seconds * 1000;
		return time;
	}

	function count(key: string) {
		free -= 1;
		accepted.set(key, (accepted.get(key) ?? 0) + 1);
	}

	const tellOthers = share(sharedAs, bus, (key) => {
		beginPeriod();
		count(key);
	});

	return (key: string): number | undefined => {
		const time = beginPeriod();
		const own = accepted.get(key) ?? 0;
		if (hasFairShare(own, free)) {
			count(key);
			tellOthers(key);
			return undefined;
		}
		const before = refused.get(key) ?? 0;
		refused.set(key, before + 1);
		return (
			Math.ceil((endsAt - time) / 1000) +
			Math.min(MAX_PERIODS, Math.floor(before / Math.max(1, own))) * seconds
		);
	};
}

/** The key of the current request's client in rate limits: see {@link clientOf}. `unknown` outside a request. */
export function clientKey(trustedProxyHops: number): string {
	const context = currentContext();
	return context ? clientOf(context, trustedProxyHops) : "unknown";
}

/** The key of the current request's client in queues and shared limits: see {@link sharerOf}. `unknown` outside a request. */
export function sharerKey(trustedProxyHops: number): string {
	const context = currentContext();
	return context ? sharerOf(context, trustedProxyHops) : "unknown";
}
