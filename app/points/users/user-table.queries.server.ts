import type { Db } from "db/database";
import type { Position } from "db/keyset";
import { beginsWith } from "db/prefix";
import { sql } from "kysely";

export interface UserRow {
	id: string;
	twitch_username: string;
	email: string | null;
	points: number;
}

interface List {
	descending: boolean;
	position: Position | undefined;
	limit: number;
}

/** The users to list: all, some ids, or those whose name or e-mail address begins with a text. */
export type Wanted = "everybody" | { ids: readonly string[] } | { text: string };

/** Returns the direction in which the index is read; a previous page is read in reverse. */
function reading({ descending, position }: List) {
	const falling = descending !== (position?.direction === "before");
	return { direction: falling ? "desc" : "asc", beyond: falling ? "<" : ">" } as const;
}

/** The expressions of the indexes. */
const SEARCHED = {
	"users.twitch_username": sql`users.twitch_username`,
	"users.email": sql`lower(users.email)`,
};

const COLUMNS = ["users.id", "users.twitch_username", "users.email", "points"] as const;

/** Returns users by points, through the index on points or, for some users, by their ids. */
export async function findUsersByPoints(db: Db, wanted: Wanted, list: List): Promise<UserRow[]> {
	const { direction, beyond } = reading(list);
	const [points, id] = list.position?.key ?? [];
	let query = db.selectFrom("user_points").select("user_id");
	if (wanted !== "everybody" && "ids" in wanted) {
		query = query.where("user_id", "in", wanted.ids.length > 0 ? wanted.ids : [""]);
	} else if (wanted !== "everybody") {
		const { text } = wanted;
		// A subquery, so that the index on points is walked and the hits are not sorted.
		query = query.where(
			sql<boolean>`exists (select 1 from users where users.id = user_points.user_id
				and (${beginsWith(SEARCHED["users.twitch_username"], text)} or ${beginsWith(SEARCHED["users.email"], text)}))`,
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
 * Returns users by name, through the index on names or, when the e-mail address matches, through its own. Both
 * indexes cover the query.
 */
export async function findUsersByName(
	db: Db,
	match: { column: "users.twitch_username" | "users.email"; text: string } | undefined,
	list: List,
): Promise<UserRow[]> {
	const { direction, beyond } = reading(list);
	const [name, id] = list.position?.key ?? [];
	const rows = await db
		.selectFrom("users")
		.select("users.id")
		.$if(match !== undefined, (query) =>
			query.where(beginsWith(SEARCHED[match?.column ?? "users.email"], match?.text ?? "")),
		)
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

/** The rows of a page whose users were found from an index alone. */
async function inOrderOf(db: Db, ids: readonly string[]): Promise<UserRow[]> {
	const rows = new Map((await findUsersBy(db, "users.id", ids)).map((row) => [row.id, row]));
	return ids.flatMap((id) => rows.get(id) ?? []);
}

/** All users from an id on, for files. */
export const findUsersAfter = (db: Db, id: string, limit: number) =>
	db
		.selectFrom("users")
		.innerJoin("user_points", "user_points.user_id", "users.id")
		.select(COLUMNS)
		.where("users.id", ">", id)
		.orderBy("users.id")
		.limit(limit)
		.execute();

/** Those of the users that are there, by id or by name. */
export const findUsersBy = (
	db: Db,
	column: "users.id" | "users.twitch_username",
	values: readonly string[],
) =>
	db
		.selectFrom("users")
		.innerJoin("user_points", "user_points.user_id", "users.id")
		.select(COLUMNS)
		.where(column, "in", values.length > 0 ? values : [""])
		.execute();

export const findAdjustment = (db: Db, entryId: number) =>
	db
		.selectFrom("point_entries")
		.innerJoin("users", "users.id", "point_entries.user_id")
		.select(["user_id", "twitch_username", "delta", "balance_after"])
		.where("point_entries.id", "=", entryId)
		.where("reason", "=", "admin-adjustment")
		.executeTakeFirst();
