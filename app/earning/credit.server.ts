import type { Trx } from "db/database";
import { type Posting, post } from "~/points/ledger/ledger.server";
import { addEarned, findEarned } from "./credit.queries.server";

interface Earning extends Omit<Posting, "delta" | "actor"> {
	/** Points before the ceiling. */
	points: number;
	/** The date of the site's time zone on which it was earned. */
	day: string;
	/** Most points per viewer and day; 0 for no limit. */
	ceiling: number;
}

/**
 * Posts what a viewer has earned, up to what the day's ceiling leaves. Call it in the transaction that marks the cause as
 * handled.
 * @returns the points that were posted; without any there is no entry.
 */
export async function creditEarning(trx: Trx, { points, day, ceiling, ...entry }: Earning): Promise<number> {
	const left = ceiling === 0 ? points : Math.max(0, ceiling - (await findEarned(trx, entry.userId, day)));
	const delta = Math.min(points, left);
	if (delta <= 0) return 0;
	await post(trx, { ...entry, delta, actor: "system" });
	await addEarned(trx, entry.userId, day, delta);
	return delta;
}
