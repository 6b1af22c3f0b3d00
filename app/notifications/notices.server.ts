import type { Db, Trx } from "db/database";
import { type Position, readPage } from "db/keyset";
import { transact } from "db/transact";
import type { JsonPart } from "~/http/json-download.server";
import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { inBatches } from "~/lib/batches.server";
import type { Site } from "~/lib/site";
import { noticeText } from "./notice-text.server";
import {
	MAX_NOTICES,
	NOTICE_LIFE_MS,
	NOTICES_PER_PAGE,
	type Notice,
	type NoticeContent,
	pathOf,
} from "./notices";
import {
	deleteNoticesBefore,
	deleteOldestNotices,
	findNotices,
	findUsersAbove,
	insertNotices,
	markNoticesRead,
	takeNotice,
} from "./notices.queries.server";
import { pushNotice } from "./push/push-jobs.server";

declare module "~/lib/site" {
	interface Site {
		/** Updates the number in a viewer's tabs. Call it after a commit that added notices or marked them as read. */
		announceNotices(userId: string): void;
	}
}

/** The types of a position in the list, for `positionIn`. */
export const NOTICE_KEY = ["number"] as const;

/** When an event happened, and the user who has caused it; undefined if nobody has. */
interface Cause {
	at: Date;
	by: string | undefined;
}

/**
 * Adds notices in the transaction of the events that they report; those that were added before are left out. A notice
 * about a viewer's own act is added as read: they know. Removes the oldest ones of a viewer with more than
 * {@link MAX_NOTICES}. Call `announceNotices` after the commit, and wake `orderPush` after a decision on an order.
 */
export async function addNotices(trx: Trx, notices: readonly Notice[], { at, by }: Cause): Promise<void> {
	const rows = notices.map(({ userId, kind, reference, data }) => ({
		user_id: userId,
		kind,
		reference,
		data: JSON.stringify(data),
		created_at: at.toISOString(),
		read_at: userId === by ? at.toISOString() : null,
	}));
	const users = [...(await insertNotices(trx, rows))];
	const told = new Set(users);
	for (const notice of notices)
		if (notice.userId !== by && told.has(notice.userId)) await pushNotice(trx, notice, at);
	const above = await findUsersAbove(trx, users, MAX_NOTICES);
	for (const userId of above) await deleteOldestNotices(trx, userId, MAX_NOTICES);
}

/** {@link addNotices} for one. */
export const addNotice = (trx: Trx, notice: Notice, cause: Cause): Promise<void> =>
	addNotices(trx, [notice], cause);

/**
 * Adds points to the notice with the same kind and reference, which becomes unread and the newest one, or adds a notice.
 * Many events thus share one notice.
 */
export async function addPointsNotice(
	trx: Trx,
	notice: Extract<Notice, { kind: "stream-points" | "points-waited" | "program-points" }>,
	at: Date,
): Promise<void> {
	const before = await takeNotice(trx, notice);
	const { points = 0 } = before === undefined ? {} : (JSON.parse(before) as { points?: number });
	const data = { ...notice.data, points: points + notice.data.points };
	await addNotice(trx, { ...notice, data } as typeof notice, { at, by: undefined });
}

export type ShownNotice = Awaited<ReturnType<typeof readNotices>>["rows"][number];

/** Reads a page of 25 of a viewer's notices, newest first, in a language, each with the path of the page that it is about. */
export async function readNotices(
	{ db, config }: Pick<Site, "db" | "config">,
	userId: string,
	position: Position | undefined,
	language: Language,
) {
	const timeZone = config.SITE_TIMEZONE;
	const page = await readPage(
		{ position, size: NOTICES_PER_PAGE },
		(from, limit) => findNotices(db, userId, from, limit),
		({ id }) => [id],
	);
	return {
		...page,
		rows: page.rows.map(({ id, kind, data, created_at, read_at }) => {
			const content = { kind, data: JSON.parse(data) } as NoticeContent;
			return {
				id,
				kind: content.kind,
				...noticeText(content, language, timeZone),
				to: pathOf(content),
				when: formatMoment(new Date(created_at), language, timeZone),
				isRead: read_at !== null,
			};
		}),
	};
}

/**
 * Marks a viewer's notices as read and publishes the number of unread ones: the one with `id`, or all up to `upTo`, so
 * that one which arrived after the page was rendered stays unread. Those of other viewers and read ones stay as they
 * are.
 */
export async function markRead(
	{ db, now, announceNotices }: Pick<Site, "db" | "now" | "announceNotices">,
	userId: string,
	which: { id: number } | { upTo: number },
): Promise<void> {
	await transact(db, (trx) => markNoticesRead(trx, userId, { ...which, at: now().toISOString() }));
	announceNotices(userId);
}

/** Deletes the notices that are older than 180 days. */
export const deleteOldNotices = (db: Db, now: Date): Promise<void> =>
	transact(db, (trx) => deleteNoticesBefore(trx, new Date(now.getTime() - NOTICE_LIFE_MS).toISOString()));

/** Returns a user's notices, oldest first, for the export of personal data. */
export const readOwnNotices = (db: Db, userId: string): Record<string, JsonPart> => ({
	notifications: inBatches<Awaited<ReturnType<typeof findNotices>>[number]>((last, limit) =>
		findNotices(db, userId, { direction: "before", key: [last?.id ?? 0] }, limit),
	),
});
