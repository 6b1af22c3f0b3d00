import type { Db } from "db/database";
import type { StoredAnnouncement } from "~/announcements/announce.server";
import type { ProgramEvent } from "./events";
import { findShownNames } from "./program-events.queries.server";

const idsIn = ({ data }: StoredAnnouncement): readonly string[] => [
	...("userId" in data ? [data.userId] : []),
	...("winnerIds" in data ? data.winnerIds : []),
];

/** The events that programs get for announcements: with names as they are shown now, and without ids of users. */
export async function eventsOf(
	db: Db,
	announcements: readonly StoredAnnouncement[],
): Promise<ProgramEvent[]> {
	const names = await findShownNames(db, [...new Set(announcements.flatMap(idsIn))]);
	const nameOf = (id: string) => names.get(id) ?? null;
	return announcements.map(({ id, type, at, data: stored }) => {
		const { userId, winnerIds, ...data } = stored as { userId?: string; winnerIds?: readonly string[] };
		return {
			...{ id, type, timestamp: at },
			data: {
				...data,
				...(userId !== undefined && { user: nameOf(userId) }),
				...(winnerIds && { winners: winnerIds.map(nameOf) }),
			},
		};
	});
}
