/** The header of a page that asks for figures: a source that never answered is null then, and no fault in its console. */
export const QUIETLY = "X-Plateia-Quietly";

export interface HuntAnswer<Value> {
	/** Null when the source never answered. */
	value: Value | null;
	/** ms since the source's last answer, if it fails; else null. */
	ageMs: number | null;
}

/**
 * Reads the site's answer for statistics or slots.
 * @throws when it is none: a proxy speaks for a site that is not there.
 */
export async function readHuntAnswer<Value>(response: Response): Promise<HuntAnswer<Value>> {
	const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
	if (!isJson || (!response.ok && response.status !== 502)) throw new Error(`status ${response.status}`);
	const answer = await response.json();
	const age = response.headers.get("Age");
	return { value: response.ok ? answer : null, ageMs: age === null ? null : Number(age) * 1000 };
}
