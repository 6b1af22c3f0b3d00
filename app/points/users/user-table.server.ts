import type { Db } from "db/database";
import { type Page, positionIn, readPage } from "db/keyset";
import { findUserIdsByText } from "~/account/user-search.queries.server";
import { csvDownload } from "~/http/csv.server";
import { inBatches } from "~/lib/batches.server";
import {
	findAdjustment,
	findUsersAfter,
	findUsersBy,
	findUsersByName,
	findUsersByPoints,
	type UserRow,
	type Wanted,
} from "./user-table.queries.server";
import { type Adjustment, SORTS, type Sort, USERS_PER_PAGE, type UserLine } from "./users";

/** With more hits than this, the query walks the index on points or names instead of sorting the hits. */
const MAX_HITS = 1000;
/** In characters; longer searches are cut. */
const MAX_SEARCH_LENGTH = 100;

export interface UserTable {
	search: string;
	sort: Sort;
	page: Page<UserLine>;
	/** The result of the last save; undefined unless the address names its entry. */
	adjustment: Adjustment | undefined;
}

/**
 * Reads one page of users with their points, and the result of the last save.
 * @param params of the address: `q`, `sort`, `edit`, `changed` and the pager's position; invalid values are ignored. The
 * user of `edit` is always on the page: before all others if the page does not contain them.
 */
export async function readUserTable(db: Db, params: URLSearchParams): Promise<UserTable> {
	const search = params.get("q")?.trim().slice(0, MAX_SEARCH_LENGTH) ?? "";
	const sort = SORTS.find((offered) => offered === params.get("sort")) ?? "points-desc";
	const byName = sort.startsWith("name");
	const wanted = await wantedFor(db, search);
	const find = byName ? findUsersByName : findUsersByPoints;
	const descending = sort.endsWith("-desc");
	const page = await readPage(
		{ position: positionIn(params, [byName ? "string" : "number", "string"]), size: USERS_PER_PAGE },
		(position, limit) => find(db, wanted, { descending, position, limit }),
		(row) => [byName ? row.twitch_username : row.points, row.id],
	);
	return {
		search,
		sort,
		page: { ...page, rows: (await withEdited(db, page.rows, params.get("edit"))).map(lineOf) },
		adjustment: await readAdjustment(db, Number(params.get("changed"))),
	};
}

async function withEdited(db: Db, rows: UserRow[], edited: string | null): Promise<UserRow[]> {
	if (!edited || rows.some(({ id }) => id === edited)) return rows;
	return [...(await findUsersBy(db, "users.id", [edited])), ...rows];
}

export const lineOf = ({ id, twitch_username, email, points }: UserRow): UserLine => ({
	id,
	username: twitch_username,
	email,
	points,
});

/** Few hits are sorted. With many hits, the next page of the index on points or names has enough of them. */
async function wantedFor(db: Db, search: string): Promise<Wanted> {
	if (!search) return "all";
	const ids = await findUserIdsByText(db, search, MAX_HITS + 1);
	return ids.length > MAX_HITS ? { text: search } : { ids };
}

async function readAdjustment(db: Db, entryId: number): Promise<Adjustment | undefined> {
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
			{ name: "username", of: (row) => row.twitch_username },
			{ name: "email", of: (row) => row.email },
			{ name: "points", of: (row) => row.points },
		],
		inBatches((last, limit) => findUsersAfter(db, last?.id ?? "", limit)),
	);
