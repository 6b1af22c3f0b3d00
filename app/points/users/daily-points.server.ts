import type { Db, Trx } from "db/database";
import { findDecider } from "~/account/deciders.queries.server";
import { DomainError } from "~/forms/domain-error";
import { dateIn } from "~/lib/calendar";
import type { Config } from "~/lib/config.server";
import { findDailyPoints, updateDailyPoints } from "./daily-points.queries.server";

interface Day {
	config: Pick<Config, "ADMIN_SUBJECTS" | "SITE_TIMEZONE">;
	at: Date;
}

/** The points that a moderator may still give today; undefined for others, who have no limit. */
export async function readDailyLeft(
	db: Db | Trx,
	{ config, at }: Day,
	giverId: string,
): Promise<number | undefined> {
	const row = await findDailyPoints(db, giverId);
	if (!row || (await findDecider(db, config, giverId))?.isAdmin) return undefined;
	const given = row.given_on === dateIn(config.SITE_TIMEZONE, at) ? row.given_points : 0;
	return Math.max(0, (row.daily_points ?? 0) - given);
}

/**
 * Counts points in a moderator's daily amount, in the transaction that gives or promises them: gifts and prizes in full, and a code
 * once, because each viewer claims it once. So the amount is the most that one person can get. What is cancelled stays counted.
 * @throws {DomainError} `givingOverDaily`
 */
export async function spendDaily(trx: Trx, day: Day, giverId: string, points: number): Promise<void> {
	const left = await readDailyLeft(trx, day, giverId);
	if (left === undefined || points <= 0) return;
	if (points > left) throw new DomainError("givingOverDaily", { left });
	// Concurrent gifts write the same row, so that they conflict.
	await updateDailyPoints(trx, giverId, dateIn(day.config.SITE_TIMEZONE, day.at), points);
}
