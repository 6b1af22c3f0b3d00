import type { Db, Trx } from "db/database";
import type { Position } from "db/keyset";
import { type NotNull, sql } from "kysely";
import { isUserNamed } from "~/account/user-search.queries.server";

/** A user with their points. */
export type UserRow = Awaited<ReturnType<typeof findUsersBy>>[number];

interface List {
	sort: "points" | "name";
	descending: boolean;
	/** Its key is the value of the sort column and the id; undefined for the first page. */
	position: Position | undefined;
	limit: number;
}

/**
 * The users to list, without erased people: all, those with one of the ids, or those whose name contains a text, or unless `namesOnly`
 * whose e-mail address does.
 */
export type Wanted = "all" | { ids: readonly string[] } | { text: string; namesOnly?: true };

/** Tables with an index on the sort column and the id. */
const ORDERS = {
	points: { from: sql`user_points`, id: sql`user_id`, column: sql`points` },
	name: { from: sql`users`, id: sql`users.id`, column: sql`twitch_username` },
};

/**
 * Returns users beyond `list.position`, nearest first, through the index on the sort column or, for some users, through
 * their ids.
 */
export async function findUsers(db: Db, wanted: Wanted, list: List): Promise<UserRow[]> {
	const { from, id, column } = ORDERS[list.sort];
	const [value, last] = list.position?.key ?? [];
	// A previous page is read in reverse.
	const isFalling = list.descending !== (list.position?.direction === "before");
	const direction = isFalling ? sql`desc` : sql`asc`;
	const beyond = list.position
		? sql`(${column}, ${id}) ${isFalling ? sql`<` : sql`>`} (${value}, ${last})`
		: sql`true`;
	const isWanted =
		wanted !== "all" && "text" in wanted
			? isUserNamed(wanted.text, wanted.namesOnly)
			: sql`twitch_username is not null`;
	// A subquery, so that the index on points is walked and the hits are not sorted.
	const isListed =
		list.sort === "name"
			? isWanted
			: sql`exists (select 1 from users where users.id = user_points.user_id and ${isWanted})`;
	const isChosen =
		wanted !== "all" && "ids" in wanted
			? sql`${id} in (${sql.join(wanted.ids.length > 0 ? wanted.ids : [""])})`
			: isListed;
	const { rows } = await sql<{ id: string }>`select ${id} as id from ${from} where ${isChosen} and ${beyond}
		order by ${column} ${direction}, ${id} ${direction} limit ${list.limit}`.execute(db);
	return inOrderOf(
		db,
		rows.map(({ id }) => id),
	);
}

/** Loads the rows of users, in the order of their ids. */
async function inOrderOf(db: Db, ids: readonly string[]): Promise<UserRow[]> {
	const rows = new Map((await findUsersBy(db, "users.id", ids)).map((row) => [row.id, row]));
	return ids.flatMap((id) => rows.get(id) ?? []);
}

const named = (db: Db) =>
	db
		.selectFrom("users")
		.innerJoin("user_points", "user_points.user_id", "users.id")
		.select(["users.id", "users.twitch_username as username", "users.email", "points"])
		.where("users.twitch_username", "is not", null)
		.$narrowType<{ username: NotNull }>();

/** All users but erased people, ordered by id, beyond an id, for exports. */
export const findUsersAfter = (db: Db, id: string, limit: number) =>
	named(db).where("users.id", ">", id).orderBy("users.id").limit(limit).execute();

/**
 * Finds users by id or by exact name, in undefined order. Unknown values and erased people are left out; a name may match
 * several users.
 */
export const findUsersBy = (
	db: Db | Trx,
	column: "users.id" | "users.twitch_username",
	values: readonly string[],
) =>
	named(db)
		.where(column, "in", values.length > 0 ? values : [""])
		.execute();

/** Returns an entry with its user; undefined unless it is an `admin-adjustment` of a user with a name. */
export const findAdjustment = (db: Db, entryId: number) =>
	db
		.selectFrom("point_entries")
		.innerJoin("users", "users.id", "point_entries.user_id")
		.leftJoin("point_notes", "point_notes.reference", "point_entries.reference")
		.select(["point_entries.user_id", "twitch_username", "delta", "balance_after", "note"])
		.where("point_entries.id", "=", entryId)
		.where("reason", "=", "admin-adjustment")
		.where("twitch_username", "is not", null)
		.$narrowType<{ twitch_username: NotNull }>()
		.executeTakeFirst();
