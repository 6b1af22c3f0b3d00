/** Height in pixels until the frame reports its own. */
export const FIRST_HEIGHT = 640;
const MIN_HEIGHT = 200;
const MAX_HEIGHT = 2000;

/**
 * Returns the height in pixels, rounded up and limited to 200 to 2000, that an embedded post requests in a JSON string
 * `{"type":"MEASURE","details":{"height":n}}`; undefined for any other message, also for objects. Never throws. The
 * caller checks the message's origin.
 */
export function heightIn(message: unknown): number | undefined {
	if (typeof message !== "string" || message.length > 10_000) return undefined;
	try {
		const { type, details } = JSON.parse(message) ?? {};
		const height: unknown = type === "MEASURE" ? details?.height : undefined;
		if (typeof height !== "number" || !Number.isFinite(height)) return undefined;
		return Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, Math.ceil(height)));
	} catch {
		return undefined;
	}
}
