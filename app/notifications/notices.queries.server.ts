import type { Db, Trx } from "db/database";
import type { Position } from "db/keyset";
import { prepared } from "db/prepared";
import type { Notifications } from "db/schema";
import { readShared } from "db/shared-reads";
import type { Insertable } from "kysely";

/** Rows of one INSERT, or ids of one SELECT: SQLite allows 32,766 parameters. */
const ROWS_PER_STATEMENT = 1000;

/**
 * Inserts the rows, except those that were inserted before.
 * @returns the ids of the users who got a row.
 */
export async function insertNotices(
	trx: Trx,
	rows: readonly Insertable<Notifications>[],
): Promise<Set<string>> {
	const users = new Set<string>();
	for (let first = 0; first < rows.length; first += ROWS_PER_STATEMENT) {
		const inserted = await trx
			.insertInto("notifications")
			.values(rows.slice(first, first + ROWS_PER_STATEMENT))
			.onConflict((conflict) => conflict.columns(["user_id", "kind", "reference"]).doNothing())
			.returning("user_id")
			.execute();
		for (const { user_id } of inserted) users.add(user_id);
	}
	return users;
}

/** Deletes a notice. @returns its data; undefined if there was none. */
export async function takeNotice(
	trx: Trx,
	{ userId, kind, reference }: { userId: string; kind: string; reference: string },
): Promise<string | undefined> {
	const row = await trx
		.deleteFrom("notifications")
		.where("user_id", "=", userId)
		.where("kind", "=", kind)
		.where("reference", "=", reference)
		.returning("data")
		.executeTakeFirst();
	return row?.data;
}

/** Returns which of the users have more than `most` notices. */
export async function findUsersAbove(trx: Trx, userIds: readonly string[], most: number): Promise<string[]> {
	const found: string[] = [];
	for (let first = 0; first < userIds.length; first += ROWS_PER_STATEMENT) {
		const rows = await trx
			.selectFrom("notifications")
			.select("user_id")
			.where("user_id", "in", userIds.slice(first, first + ROWS_PER_STATEMENT))
			.groupBy("user_id")
			.having(({ fn }) => fn.countAll<number>(), ">", most)
			.execute();
		found.push(...rows.map(({ user_id }) => user_id));
	}
	return found;
}

/** Deletes all but the newest `kept` notices of a user. */
export async function deleteOldestNotices(trx: Trx, userId: string, kept: number): Promise<void> {
	await trx
		.deleteFrom("notifications")
		.where("user_id", "=", userId)
		.where("id", "<=", ({ selectFrom }) =>
			selectFrom("notifications as newer")
				.select("newer.id")
				.where("newer.user_id", "=", userId)
				.orderBy("newer.id", "desc")
				.limit(1)
				.offset(kept),
		)
		.execute();
}

export async function deleteNoticesBefore(trx: Trx, instant: string): Promise<void> {
	await trx.deleteFrom("notifications").where("created_at", "<", instant).execute();
}

export async function countUnreadNotices(db: Db, userId: string): Promise<number> {
	const { rows } = await readShared(db, `unread ${userId}`, () => countUnread(db, { userId }));
	return rows[0]?.count ?? 0;
}

const countUnread = prepared((db: Db | Trx, { userId }: { userId: string }) =>
	db
		.selectFrom("notifications")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("user_id", "=", userId)
		.where("read_at", "is", null),
);

export const findNewestUnread = (db: Db, userId: string) =>
	db
		.selectFrom("notifications")
		.select(["kind", "data"])
		.where("user_id", "=", userId)
		.where("read_at", "is", null)
		.orderBy("id", "desc")
		.limit(1)
		.executeTakeFirst();

/**
 * A viewer's notices beyond a position, nearest first: newest first, or oldest first when the direction is `before`.
 * The position's key is `[id]`.
 */
export const findNotices = (db: Db, userId: string, position: Position | undefined, limit: number) => {
	const back = position?.direction === "before";
	return db
		.selectFrom("notifications")
		.select(["id", "kind", "data", "created_at", "read_at"])
		.where("user_id", "=", userId)
		.$if(position !== undefined, (query) =>
			query.where("id", back ? ">" : "<", Number(position?.key[0] ?? 0)),
		)
		.orderBy("id", back ? "asc" : "desc")
		.limit(limit)
		.execute();
};

/** Marks unread notices of a user as read: one, or all up to an id. */
export async function markNoticesRead(
	trx: Trx,
	userId: string,
	{ id, upTo, at }: { id?: number; upTo?: number; at: string },
): Promise<void> {
	await trx
		.updateTable("notifications")
		.set({ read_at: at })
		.where("user_id", "=", userId)
		.where("read_at", "is", null)
		.$if(id !== undefined, (query) => query.where("id", "=", id ?? 0))
		.$if(upTo !== undefined, (query) => query.where("id", "<=", upTo ?? 0))
		.execute();
}
