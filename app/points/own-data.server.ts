import type { Db } from "db/database";
import type { JsonPart } from "~/http/json-download.server";
import { inBatches } from "~/lib/batches.server";
import { rightsIn } from "~/lib/rights";
import { findEntriesAfter, findImportedAfter, findMergesAfter, findProfile } from "./own-data.queries.server";

/** Returns a user's profile, points and ledger for the export of personal data; instants are in UTC. */
export async function readOwnData(db: Db, userId: string): Promise<Record<string, JsonPart>> {
	const { points, twitch_id, twitch_username, roles, rights, admin_since, ...profile } = await findProfile(
		db,
		userId,
	);
	return {
		profile: {
			...profile,
			subject: twitch_id,
			username: twitch_username,
			roles: JSON.parse(roles) as string[],
			adminSince: admin_since,
			rights: rightsIn(rights),
		},
		points,
		ledger: inBatches<Awaited<ReturnType<typeof findEntriesAfter>>[number]>((last, limit) =>
			findEntriesAfter(db, userId, last?.id ?? 0, limit),
		),
		merges: inBatches<Awaited<ReturnType<typeof findMergesAfter>>[number]>((last, limit) =>
			findMergesAfter(db, userId, last?.id ?? "", limit),
		),
		importedPoints: inBatches<Awaited<ReturnType<typeof findImportedAfter>>[number]>((last, limit) =>
			findImportedAfter(db, userId, last, limit),
		),
	};
}
