import type { Db } from "db/database";
import { transact } from "db/transact";
import { deleteSessionsExpiredBefore } from "~/account/sessions.queries.server";
import { deleteAnnouncementsBefore } from "~/announcements/announcements.queries.server";
import { deleteIdempotencyKeysBefore } from "~/forms/idempotency.queries.server";
import { deleteUnbetRoundsBefore } from "~/games/crash/persistence/crash.queries.server";
import { deleteOldNotices } from "~/notifications/notices.server";
import { deleteOldImports } from "~/points/import/waiting.server";
import { deleteHoursBefore } from "~/points/ledger/point-hours.queries.server";
import { deleteAlertsBefore } from "~/team/overlays/alerts.queries.server";

const DAY_MS = 24 * 60 * 60 * 1000;
const IDEMPOTENCY_KEY_LIFE_MS = 30 * DAY_MS;
/** A program that was away for three days goes on where it stopped. */
const ANNOUNCEMENT_LIFE_MS = 7 * DAY_MS;
/** Shorter, because an alert is stored up to a minute after what it shows, which must not be deleted before it. */
const ALERT_LIFE_MS = 6 * DAY_MS;
/** The statistics show 30 days of the site's time zone. */
const POINT_HOUR_LIFE_MS = 32 * DAY_MS;
const UNBET_ROUND_LIFE_MS = 7 * DAY_MS;

/** Deletes expired sessions, and old idempotency keys, counts, notices, imports, announcements, sums of points and rounds without bets. */
export async function deleteExpired(db: Db, now: Date, counter: { cleanUp(): Promise<void> }): Promise<void> {
	const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
	await transact(db, (trx) => deleteSessionsExpiredBefore(trx, ago(0)));
	await transact(db, (trx) => deleteIdempotencyKeysBefore(trx, ago(IDEMPOTENCY_KEY_LIFE_MS)));
	await counter.cleanUp();
	await deleteOldNotices(db, now);
	await transact(db, (trx) => deleteHoursBefore(trx, ago(POINT_HOUR_LIFE_MS)));
	await deleteOldImports(db, now);
	await transact(db, (trx) => deleteAlertsBefore(trx, ago(ALERT_LIFE_MS)));
	await transact(db, (trx) => deleteAnnouncementsBefore(trx, ago(ANNOUNCEMENT_LIFE_MS)));
	await transact(db, (trx) => deleteUnbetRoundsBefore(trx, ago(UNBET_ROUND_LIFE_MS)));
}
