import type { Db, Trx } from "db/database";
import type { Position } from "db/keyset";
import type { PointImportLines, PointImports } from "db/schema";
import type { Insertable, Selectable, Updateable } from "kysely";

export type ImportRow = Selectable<PointImports>;
export type LineRow = Selectable<PointImportLines>;

export async function insertImport(trx: Trx, row: Insertable<PointImports>): Promise<void> {
	await trx.insertInto("point_imports").values(row).execute();
}

/** Inserts at most 500 lines. */
export async function insertLines(trx: Trx, rows: readonly Insertable<PointImportLines>[]): Promise<void> {
	await trx.insertInto("point_import_lines").values(rows).execute();
}

export async function updateImport(trx: Trx, id: string, changes: Updateable<PointImports>): Promise<void> {
	await trx.updateTable("point_imports").set(changes).where("id", "=", id).execute();
}

export const findImport = (db: Db | Trx, id: string) =>
	db
		.selectFrom("point_imports")
		.selectAll()
		.where("id", "=", id)
		.where("state", "<>", "reading")
		.executeTakeFirst();

/** The newest imports. */
export const findImports = (db: Db, limit: number) =>
	db
		.selectFrom("point_imports")
		.select(["id", "created_at", "state"])
		.where("state", "<>", "reading")
		.orderBy("created_at", "desc")
		.limit(limit)
		.execute();

/** The next lines of a running import. */
export const findOpenLines = (trx: Trx, importId: string, limit: number) =>
	trx
		.selectFrom("point_import_lines")
		.selectAll()
		.where("import_id", "=", importId)
		.where("state", "in", ["ready", "unknown"])
		.orderBy("state")
		.orderBy("line")
		.limit(limit)
		.execute();

export async function updateLines(
	trx: Trx,
	importId: string,
	lines: readonly number[],
	state: string,
): Promise<void> {
	if (lines.length === 0) return;
	await trx
		.updateTable("point_import_lines")
		.set({ state })
		.where("import_id", "=", importId)
		.where("line", "in", lines)
		.execute();
}

/** The number of lines in each state, and the sum of their changes. */
export const countLines = (db: Db | Trx, importId: string) =>
	db
		.selectFrom("point_import_lines")
		.select(({ fn, eb }) => [
			"state",
			fn.countAll<number>().as("count"),
			fn.sum<number | null>("points").as("points"),
			fn.sum<number | null>(eb("points", "-", eb.ref("before"))).as("gained"),
		])
		.where("import_id", "=", importId)
		.groupBy("state")
		.execute();

/** Lines in some states with the names of their users, beyond a position, nearest first; its key is `[line]`. */
export const findLines = (
	db: Db,
	importId: string,
	states: readonly string[] | undefined,
	position: Position | undefined,
	limit: number,
) => {
	const isBack = position?.direction === "before";
	return db
		.selectFrom("point_import_lines as line")
		.leftJoin("users", "users.id", "line.user_id")
		.selectAll("line")
		.select("twitch_username")
		.where("import_id", "=", importId)
		.$if(states !== undefined, (query) => query.where("line.state", "in", states ?? []))
		.$if(position !== undefined, (query) =>
			query.where("line.line", isBack ? "<" : ">", Number(position?.key[0])),
		)
		.orderBy("line.line", isBack ? "desc" : "asc")
		.limit(limit)
		.execute();
};

/**
 * Marks the lines of earlier imports that wait for the same people as replaced. A name without an account may be that of any
 * account, so the points of both would be credited.
 */
export async function replaceWaiting(
	trx: Trx,
	lines: readonly Pick<LineRow, "name" | "platform" | "person_id">[],
): Promise<void> {
	const waiting = () =>
		trx.updateTable("point_import_lines").set({ state: "replaced" }).where("state", "=", "waiting");
	const ofAccounts = lines.filter(({ person_id }) => person_id !== "");
	const namesIn = (some: typeof lines) => some.flatMap(({ name }) => name || []);
	const bare = namesIn(lines.filter(({ person_id }) => person_id === ""));
	if (bare.length > 0) await waiting().where("name", "in", bare).execute();
	const ofAccount = namesIn(ofAccounts);
	if (ofAccount.length > 0) {
		await waiting().where("person_id", "=", "").where("name", "in", ofAccount).execute();
	}
	for (const platform of new Set(ofAccounts.map((line) => line.platform))) {
		const ids = ofAccounts.filter((line) => line.platform === platform).map(({ person_id }) => person_id);
		await waiting().where("platform", "=", platform).where("person_id", "in", ids).execute();
	}
}

/** The lines that wait for an account or, from files without ids of accounts, for a name. */
export const findWaiting = (trx: Trx, person: { name: string } | { platform: string; personId: string }) =>
	trx
		.selectFrom("point_import_lines as line")
		.innerJoin("point_imports as import", "import.id", "line.import_id")
		.select(["import_id", "line", "points", "admin_id"])
		.where("line.state", "=", "waiting")
		.where(({ and }) =>
			"name" in person
				? and({ "line.name": person.name, "line.person_id": "" })
				: and({ "line.platform": person.platform, "line.person_id": person.personId }),
		)
		.execute();

/** Records that the points of a line have been credited to the person who has signed in. */
export async function setCredited(
	trx: Trx,
	{ import_id, line }: Pick<LineRow, "import_id" | "line">,
	userId: string,
): Promise<void> {
	await trx
		.updateTable("point_import_lines")
		.set({ state: "credited", user_id: userId })
		.where("import_id", "=", import_id)
		.where("line", "=", line)
		.execute();
}

/** The ids of imports before an instant, at most `limit`. @param states only those in one of the states. */
export const findImportsBefore = (db: Db, before: string, states: readonly ImportRow["state"][]) =>
	db
		.selectFrom("point_imports")
		.select("id")
		.where("created_at", "<", before)
		.where("state", "in", states)
		.execute();

/** Deletes at most `limit` lines of an import, or the import if it has no lines. @returns whether it is gone. */
export async function deleteSomeOfImport(trx: Trx, importId: string, limit: number): Promise<boolean> {
	const { numDeletedRows } = await trx
		.deleteFrom("point_import_lines")
		.where("import_id", "=", importId)
		.where("line", "in", (eb) =>
			eb.selectFrom("point_import_lines").select("line").where("import_id", "=", importId).limit(limit),
		)
		.executeTakeFirst();
	if (numDeletedRows > 0n) return false;
	await trx.deleteFrom("point_imports").where("id", "=", importId).execute();
	return true;
}
