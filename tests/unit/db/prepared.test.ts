import type { Db, Trx } from "db/database";
import { prepared, preparedForRows } from "db/prepared";
import type { Jobs } from "db/schema";
import { transact } from "db/transact";
import type { Insertable } from "kysely";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../support/database";

let opened: TestDatabase;
beforeAll(async () => {
	opened = await openTestDatabase();
});
afterAll(() => opened.close());

it("a prepared query is built once, runs with the values of each call, and shares its transaction", async () => {
	const { db } = opened;
	const build = vi.fn((on: Db | Trx, { kind, reference }: { kind: string; reference: string }) =>
		on.selectFrom("jobs").select("body").where("kind", "=", kind).where("reference", "=", reference).limit(2),
	);
	const find = prepared(build);
	const addJobs = preparedForRows((on, rows: readonly Insertable<Jobs>[]) =>
		on.insertInto("jobs").values(rows),
	);
	const job = (reference: string, body: string) => ({
		...{ kind: "test", reference, key: reference, body, state: "off" as const, next_at: null },
		created_at: "2026-01-01T00:00:00.000Z",
	});
	await transact(db, async (trx) => {
		await addJobs(trx, [job("a", "1"), job("b", "2")]);
		await addJobs(trx, [job("c", "3"), job("d", "4")]);
		await addJobs(
			trx,
			Array.from({ length: 9 }, (_, at) => job(`many ${at}`, "5")),
		);
		expect((await find(trx, { kind: "test", reference: "d" })).rows).toEqual([{ body: "4" }]);
	});
	const bodies = [];
	for (const reference of ["a", "b", "c", "many 8", "none"])
		bodies.push(...(await find(db, { kind: "test", reference })).rows.map(({ body }) => body));
	expect(bodies).toEqual(["1", "2", "3", "5"]);
	expect(build).toHaveBeenCalledTimes(1);
});

it("a prepared query of an act that has ended is refused: nothing would undo it", async () => {
	const { db } = opened;
	const count = prepared((on: Db | Trx, { kind }: { kind: string }) =>
		on.selectFrom("jobs").select("id").where("kind", "=", kind),
	);
	const ended = await transact(db, async (trx) => {
		await count(trx, { kind: "none" });
		return [trx];
	});
	for (const trx of ended)
		await expect(async () => count(trx, { kind: "none" })).rejects.toThrow(/committed/);
});
