const SECOND_MS = 1000;
const MAX_WAIT_MS = 24 * 60 * 60 * SECOND_MS;

/**
 * Reads a `Retry-After` header: seconds, or a date (RFC 9110, 10.2.3).
 * @returns ms, at most a day; undefined for anything else.
 */
export function readRetryAfter(header: string | null | undefined, now: Date): number | undefined {
	if (!header) return undefined;
	const wait = /^\d+(\.\d+)?$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now.getTime();
	return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), MAX_WAIT_MS);
}
