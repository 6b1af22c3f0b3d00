/**
 * Name of the request header with which the page polls: a source without any answer is then null instead of an error,
 * which the browser would log in its console.
 */
export const QUIET_HEADER = "X-Plateia-Quietly";

export interface HuntAnswer<Value> {
	/** Null when the source has never answered. */
	value: Value | null;
	/** ms since the source's last answer, while it fails; else null. */
	ageMs: number | null;
}

/**
 * Reads the site's answer for statistics or slots. Values are not validated.
 * @throws {Error} for any other response, such as from a proxy.
 */
export async function readHuntAnswer<Value>(response: Response): Promise<HuntAnswer<Value>> {
	const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
	if (!isJson || (!response.ok && response.status !== 502)) throw new Error(`status ${response.status}`);
	const answer = await response.json();
	const age = response.headers.get("Age");
	return { value: response.ok ? answer : null, ageMs: age === null ? null : Number(age) * 1000 };
}
