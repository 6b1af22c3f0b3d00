import type { Db } from "db/database";
import type { Position } from "db/keyset";
import { dateIn } from "~/lib/calendar";
import { findEntries } from "./statement.queries.server";

type EntryRow = Awaited<ReturnType<typeof findEntries>>[number];

/** Entries that a statement shows as one line. */
export interface EntryGroup {
	newest: EntryRow;
	oldest: EntryRow;
	count: number;
	/** Their sum. */
	delta: number;
}

/** Entries that are read in one query. */
const BATCH = 100;
/** Reasons whose entries are grouped: for watching there is one every five minutes, and a program may give as often. */
const FOLDED = /^(stream-watch|api):/;

/** The cursor of a group: its newest and its oldest entry, for paging in both directions. */
export const keyOfGroup = ({ newest, oldest }: EntryGroup) => [newest.id, oldest.id];

/**
 * Reads groups of a user's entries beyond a position, nearest first. Consecutive entries of one day for watching on a platform, or of
 * a program, are one group; each other entry is a group by itself.
 * @param position with a key of {@link keyOfGroup}; undefined for the start.
 * @param limit the maximum number of groups.
 */
export async function findGroups(
	{ db, timeZone }: { db: Db; timeZone: string },
	userId: string,
	position: Position | undefined,
	limit: number,
): Promise<EntryGroup[]> {
	const isBack = position?.direction === "before";
	const direction = isBack ? "before" : "after";
	const groups: EntryGroup[] = [];
	let cursor = position && ({ direction, key: [position.key[isBack ? 0 : 1] ?? 0] } as Position);
	for (;;) {
		const rows = await findEntries(db, userId, cursor, BATCH);
		for (const row of rows) {
			const last = groups.at(-1);
			if (last && isSameLine(last.newest, row, timeZone)) extend(last, row);
			else if (groups.length === limit) return groups;
			else groups.push({ newest: row, oldest: row, count: 1, delta: row.delta });
		}
		const end = rows.at(-1);
		if (!end || rows.length < BATCH) return groups;
		cursor = { direction, key: [end.id] };
	}
}

const isSameLine = (one: EntryRow, other: EntryRow, timeZone: string): boolean =>
	one.reason === other.reason &&
	FOLDED.test(one.reason) &&
	dateIn(timeZone, new Date(one.created_at)) === dateIn(timeZone, new Date(other.created_at));

function extend(group: EntryGroup, row: EntryRow) {
	if (row.id > group.newest.id) group.newest = row;
	else group.oldest = row;
	group.count += 1;
	group.delta += row.delta;
}
