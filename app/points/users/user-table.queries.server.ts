import type { Db, Trx } from "db/database";
import type { Position } from "db/keyset";
import { type NotNull, sql } from "kysely";
import { isUserNamed } from "~/account/user-search.queries.server";

export interface UserRow {
	id: string;
	twitch_username: string;
	email: string | null;
	points: number;
}

interface List {
	descending: boolean;
	/** Undefined for the first page. */
	position: Position | undefined;
	limit: number;
}

/** The users to list, without erased people: all, those with one of the ids, or those whose name or e-mail address contains a text. */
export type Wanted = "all" | { ids: readonly string[] } | { text: string };

/** Returns the direction in which the index is read; a previous page is read in reverse. */
function reading({ descending, position }: List) {
	const falling = descending !== (position?.direction === "before");
	return { direction: falling ? "desc" : "asc", beyond: falling ? "<" : ">" } as const;
}

const COLUMNS = ["users.id", "users.twitch_username", "users.email", "points"] as const;

/**
 * Returns users beyond `list.position` ordered by points and id, nearest first, through the index on points or, for some
 * users, through their ids. The position's key is `[points, id]`.
 */
export async function findUsersByPoints(db: Db, wanted: Wanted, list: List): Promise<UserRow[]> {
	const { direction, beyond } = reading(list);
	const [points, id] = list.position?.key ?? [];
	let query = db.selectFrom("user_points").select("user_id");
	if (wanted !== "all" && "ids" in wanted) {
		query = query.where("user_id", "in", wanted.ids.length > 0 ? wanted.ids : [""]);
	} else {
		const isWanted = wanted === "all" ? sql`twitch_username is not null` : isUserNamed(wanted.text);
		// A subquery, so that the index on points is walked and the hits are not sorted.
		query = query.where(
			sql<boolean>`exists (select 1 from users where users.id = user_points.user_id and ${isWanted})`,
		);
	}
	const rows = await query
		.$if(list.position !== undefined, (query) =>
			query.where((eb) => eb(eb.refTuple("points", "user_id"), beyond, eb.tuple(Number(points), String(id)))),
		)
		.orderBy("points", direction)
		.orderBy("user_id", direction)
		.limit(list.limit)
		.execute();
	return inOrderOf(
		db,
		rows.map(({ user_id }) => user_id),
	);
}

/**
 * Returns users beyond `list.position` ordered by name and id, nearest first, through the index on names or, for some
 * users, through their ids. The position's key is `[name, id]`.
 */
export async function findUsersByName(db: Db, wanted: Wanted, list: List): Promise<UserRow[]> {
	const { direction, beyond } = reading(list);
	const [name, id] = list.position?.key ?? [];
	let query = db.selectFrom("users").select("users.id").where("twitch_username", "is not", null);
	if (wanted !== "all") {
		query =
			"ids" in wanted
				? query.where("users.id", "in", wanted.ids.length > 0 ? wanted.ids : [""])
				: query.where(isUserNamed(wanted.text));
	}
	const rows = await query
		.$if(list.position !== undefined, (query) =>
			query.where((eb) =>
				eb(eb.refTuple("users.twitch_username", "users.id"), beyond, eb.tuple(String(name), String(id))),
			),
		)
		.orderBy("users.twitch_username", direction)
		.orderBy("users.id", direction)
		.limit(list.limit)
		.execute();
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
		.select(COLUMNS)
		.where("twitch_username", "is not", null)
		.$narrowType<{ twitch_username: NotNull }>();

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
