import type { Db } from "db/database";
import { type Page, type Position, positionIn, readPage } from "db/keyset";
import { findUserIdsByPrefix } from "~/account/user-search.queries.server";
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

/** More users than this are not sorted one by one: there will soon be enough of them among the nearest. */
const MAX_HITS = 1000;

export interface UserTable {
	search: string;
	sort: Sort;
	page: Page<UserLine>;
	/** What the last save did, where the address names its entry. */
	adjustment: Adjustment | undefined;
}

/**
 * @param params of the address: `q`, `sort`, `edit`, `changed` and the pager's position. Whose points are
 * edited is on the page in any case: before all others if nowhere among them.
 */
export async function readUserTable(db: Db, params: URLSearchParams): Promise<UserTable> {
	const search = params.get("q")?.trim() ?? "";
	const sort = SORTS.find((offered) => offered === params.get("sort")) ?? "points-desc";
	const byName = sort.startsWith("name");
	const find = byName ? await byNameOf(db, search) : await byPointsOf(db, search);
	const descending = sort.endsWith("-desc");
	const page = await readPage(
		{ position: positionIn(params, [byName ? "string" : "number", "string"]), size: USERS_PER_PAGE },
		(position, limit) => find({ descending, position, limit }),
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

type Find = (list: {
	descending: boolean;
	position: Position | undefined;
	limit: number;
}) => Promise<UserRow[]>;

async function byPointsOf(db: Db, search: string): Promise<Find> {
	const wanted = await wantedFor(db, search);
	return (list) => findUsersByPoints(db, wanted, list);
}

async function wantedFor(db: Db, search: string): Promise<Wanted> {
	if (!search) return "everybody";
	const ids = await findUserIdsByPrefix(db, search, MAX_HITS + 1);
	return ids.length > MAX_HITS ? { text: search.toLowerCase() } : { ids };
}

/** Names and addresses that begin alike stand in two indexes: the page is among the first of both. */
async function byNameOf(db: Db, search: string): Promise<Find> {
	if (!search) return (list) => findUsersByName(db, undefined, list);
	const text = search.toLowerCase();
	return async (list) => {
		const found = [
			...(await findUsersByName(db, { column: "users.twitch_username", text }, list)),
			...(await findUsersByName(db, { column: "users.email", text }, list)),
		];
		const once = [...new Map(found.map((row) => [row.id, row])).values()];
		const falling = list.descending !== (list.position?.direction === "before");
		once.sort((one, other) => (falling ? -1 : 1) * inOrder(one, other));
		return once.slice(0, list.limit);
	};
}

/** As the database orders text: by its bytes. */
const inOrder = (one: UserRow, other: UserRow): number =>
	Buffer.compare(Buffer.from(one.twitch_username), Buffer.from(other.twitch_username)) ||
	Buffer.compare(Buffer.from(one.id), Buffer.from(other.id));

async function readAdjustment(db: Db, entryId: number): Promise<Adjustment | undefined> {
	const row = Number.isSafeInteger(entryId) ? await findAdjustment(db, entryId) : undefined;
	return (
		row && {
			userId: row.user_id,
			username: row.twitch_username,
			before: row.balance_after - row.delta,
			after: row.balance_after,
		}
	);
}

/** Everybody's points as a CSV file, in the columns that an import reads. */
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
