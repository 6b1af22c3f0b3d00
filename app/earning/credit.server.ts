import type { Trx } from "db/database";
import { type Posting, postMany } from "~/points/ledger/ledger.server";
import { addEarned, findEarned } from "./credit.queries.server";

/** What a viewer has earned. */
interface Earning extends Omit<Posting, "delta" | "actor"> {
	/** Points before the ceiling. */
	points: number;
}

interface Day {
	/** The date of the site's time zone on which it was earned. */
	day: string;
	/** Most points per viewer and day; 0 for no limit. */
	ceiling: number;
}

/**
 * Posts what viewers have earned on a day, up to what is left of each viewer's ceiling. Must be called in the transaction
 * that marks the cause as handled.
 * @param earnings at most 500, one for each viewer.
 * @returns the posted points by viewer; a viewer without an entry is missing.
 */
export async function creditEarnings(
	trx: Trx,
	{ day, ceiling }: Day,
	earnings: readonly Earning[],
): Promise<Map<string, number>> {
	const userIds = earnings.map(({ userId }) => userId);
	const earned = ceiling === 0 ? new Map<string, number>() : await findEarned(trx, userIds, day);
	const leftOf = (userId: string) =>
		ceiling === 0 ? Number.POSITIVE_INFINITY : ceiling - (earned.get(userId) ?? 0);
	const postings = earnings
		.map(({ points, ...entry }) => {
			const delta = Math.min(points, leftOf(entry.userId));
			return { ...entry, delta, actor: "system" };
		})
		.filter(({ delta }) => delta > 0);
	if (postings.length > 0) {
		await postMany(trx, postings);
		await addEarned(trx, day, postings);
	}
	return new Map(postings.map(({ userId, delta }) => [userId, delta]));
}

/** {@link creditEarnings} for one viewer. @returns the posted points. */
export async function creditEarning(trx: Trx, { day, ceiling, ...earning }: Earning & Day): Promise<number> {
	const credited = await creditEarnings(trx, { day, ceiling }, [earning]);
	return credited.get(earning.userId) ?? 0;
}
