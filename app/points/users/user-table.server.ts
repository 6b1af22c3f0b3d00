import type { Db } from "db/database";
import { positionIn, readPage } from "db/keyset";
import { findUserIdsByText } from "~/account/user-search.queries.server";
import { csvDownload } from "~/http/csv.server";
import { inBatches } from "~/lib/batches.server";
import {
	findAdjustment,
	findUsers,
	findUsersAfter,
	findUsersBy,
	type UserRow,
	type Wanted,
} from "./user-table.queries.server";
import { SORTS, USERS_PER_PAGE } from "./users";

/** With more hits than this, the query walks the index on points or names instead of sorting the hits. */
const MAX_HITS = 1000;
/** In characters; longer searches are cut. */
const MAX_SEARCH_LENGTH = 100;

/**
 * Reads one page of users with their points, and the result of the last save.
 * @param params of the address: `q`, `sort`, `edit`, `changed` and the pager's position; invalid values are ignored. The
 * user of `edit` is always on the page: before all others if the page does not contain them.
 */
export async function readUserTable(db: Db, params: URLSearchParams) {
	const search = searchIn(params);
	const sort = SORTS.find((offered) => offered === params.get("sort")) ?? "points-desc";
	const wanted = await wantedFor(db, search);
	const byName = sort.startsWith("name");
	const order = { sort: byName ? "name" : "points", descending: sort.endsWith("-desc") } as const;
	const page = await readPage(
		{ position: positionIn(params, [byName ? "string" : "number", "string"]), size: USERS_PER_PAGE },
		(position, limit) => findUsers(db, wanted, { ...order, position, limit }),
		(row) => [byName ? row.username : row.points, row.id],
	);
	return {
		search,
		sort,
		page: { ...page, rows: await withEdited(db, page.rows, params.get("edit")) },
		adjustment: await readAdjustment(db, Number(params.get("changed"))),
	};
}

const searchIn = (params: URLSearchParams) => params.get("q")?.trim().slice(0, MAX_SEARCH_LENGTH) ?? "";

/** Reads one page of the names of users in their order, for moderators of names, who get nothing else of a user. */
export async function readUserNames(db: Db, params: URLSearchParams) {
	const search = searchIn(params);
	const wanted = search ? { text: search, namesOnly: true as const } : "all";
	const page = await readPage(
		{ position: positionIn(params, ["string", "string"]), size: USERS_PER_PAGE },
		(position, limit) => findUsers(db, wanted, { sort: "name", descending: false, position, limit }),
		({ username, id }) => [username, id],
	);
	return { search, page: { ...page, rows: page.rows.map(({ id, username }) => ({ id, username })) } };
}

async function withEdited(db: Db, rows: UserRow[], edited: string | null): Promise<UserRow[]> {
	if (!edited || rows.some(({ id }) => id === edited)) return rows;
	return [...(await findUsersBy(db, "users.id", [edited])), ...rows];
}

/** Few hits are sorted. With many hits, the next page of the index on points or names has enough of them. */
async function wantedFor(db: Db, search: string): Promise<Wanted> {
	if (!search) return "all";
	const ids = await findUserIdsByText(db, search, MAX_HITS + 1);
	return ids.length > MAX_HITS ? { text: search } : { ids };
}

/** The effect of an adjustment, in points, with the reason that the viewer reads. */
async function readAdjustment(db: Db, entryId: number) {
	const row = Number.isSafeInteger(entryId) ? await findAdjustment(db, entryId) : undefined;
	return (
		row && {
			userId: row.user_id,
			username: row.twitch_username,
			before: row.balance_after - row.delta,
			after: row.balance_after,
			note: row.note,
		}
	);
}

/** All users' points as a CSV file, in the columns that an import reads. */
export const exportUserPoints = (db: Db): Response =>
	csvDownload<UserRow>(
		"user-points.csv",
		[
			{ name: "id", of: (row) => row.id },
			{ name: "username", of: (row) => row.username },
			{ name: "email", of: (row) => row.email },
			{ name: "points", of: (row) => row.points },
		],
		inBatches((last, limit) => findUsersAfter(db, last?.id ?? "", limit)),
	);

export type Adjustment = NonNullable<Awaited<ReturnType<typeof readAdjustment>>>;
