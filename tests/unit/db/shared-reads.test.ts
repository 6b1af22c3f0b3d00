import type { Db } from "db/database";
import { sessionOf, withSession } from "db/engine";
import { openDatabase } from "db/open";
import { readShared } from "db/shared-reads";
import { transact } from "db/transact";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../support/database";
import { isOnPostgres } from "../../support/postgres/engine";

let test: TestDatabase;
let reads: number;

beforeEach(async () => {
	test = await openTestDatabase();
	reads = 0;
});
afterEach(() => test.close());

const add = (db: Db, platform: string) =>
	transact(db, async (trx) => {
		await trx.insertInto("social_links").values({ platform, url: "https://a.example" }).execute();
	});

const read = (key = "links") =>
	readShared(test.db, key, async () => {
		reads += 1;
		return (await test.db.selectFrom("social_links").select("platform").execute()).map((row) => row.platform);
	});

it("what nobody has changed is read once for each key, also for calls during the read", async () => {
	const before = await read();
	expect(await Promise.all([read(), read(), read("others")])).toEqual([before, before, before]);
	expect(reads).toBe(isOnPostgres ? 4 : 2);
});

it("a change is seen after its commit, of this process and of another", async () => {
	const before = await read();
	await add(test.db, "kick");
	expect(await read()).toEqual([...before, "kick"]);
	const other = openDatabase(test.url);
	await add(other, "twitch");
	await other.destroy();
	expect((await read()).toSorted()).toEqual([...before, "kick", "twitch"].toSorted());
});

it("a change that is rolled back is not seen, nor is a read during its transaction kept", async () => {
	const before = await read();
	const failed = transact(test.db, async (trx) => {
		await trx.insertInto("social_links").values({ platform: "x", url: "" }).execute();
		throw new Error("rolled back");
	});
	const during = read();
	await expect(failed).rejects.toThrow("rolled back");
	expect(await during).toEqual(before);
	expect(await read()).toEqual(before);
});

it("a failed read is repeated", async () => {
	const fail = () => Promise.reject(new Error("a fault"));
	await expect(readShared(test.db, "failing", fail)).rejects.toThrow("a fault");
	expect(await readShared(test.db, "failing", async () => 1)).toBe(1);
});

it("a fault of the database rejects the read instead of throwing, so that concurrent reads are awaited", async () => {
	const db = withSession(openDatabase(test.url), {
		...sessionOf(test.db),
		version() {
			throw new Error("a fault of the disk");
		},
	});
	const reading = readShared(db, "any", async () => 1);
	await expect(reading).rejects.toThrow("a fault of the disk");
	await db.destroy();
});

it("a read that depends on the time is repeated in the next second", async () => {
	const at = (time: string) =>
		readShared(
			test.db,
			"time",
			async () => {
				reads += 1;
				return time;
			},
			new Date(`2026-03-04T${time}Z`),
		);
	const times = ["12:00:00.000", "12:00:00.999", "12:00:01.000"];
	const expected = isOnPostgres ? times : ["12:00:00.000", "12:00:00.000", "12:00:01.000"];
	for (const [place, time] of times.entries()) expect(await at(time)).toBe(expected[place]);
});
