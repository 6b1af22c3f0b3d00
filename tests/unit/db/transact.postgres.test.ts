import { DeposedError } from "db/engine";
import { storageFaultOf } from "db/faults";
import { openDatabase } from "db/open";
import { connect } from "db/postgres/dialect";
import { transact } from "db/transact";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { post } from "~/points/ledger/ledger.server";
import { databaseForEachTest } from "../../support/for-each-test";
import { runAsAdmin } from "../../support/postgres/admin";
import { CLUSTER_VARIABLE } from "../../support/postgres/create-database";
import { openProxy } from "../../support/postgres/proxy";

const test = databaseForEachTest({ users: { ana: 100, rui: 100 } });

const AT = new Date("2026-03-04T12:00:00.000Z");
const pay = (db: typeof test.db, userId: string, delta: number) =>
	transact(db, (trx) =>
		post(trx, {
			...{ userId, delta, reason: "admin-adjustment", actor: "system", at: AT },
			reference: crypto.randomUUID(),
		}),
	);
const pointsOf = async (userId: string) =>
	(await test.db.selectFrom("user_points").select("points").where("user_id", "=", userId).executeTakeFirst())
		?.points;

/** Two more connections, as of other processes. */
let others: (typeof test.db)[];
beforeEach(() => {
	others = [openDatabase(test.url), openDatabase(test.url)];
});
afterEach(async () => {
	for (const db of others) await db.destroy();
});

describe("acts of several processes", () => {
	it("on the same account are all stored, each once", async () => {
		const acts = Array.from({ length: 40 }, (_, index) => pay(others[index % 2] ?? test.db, "user-ana", 1));
		await Promise.all(acts);
		expect(await pointsOf("user-ana")).toBe(140);
		const { rows } = await sql<{ entries: number }>`select count(*) as entries from point_entries
			where user_id = 'user-ana' and reason = 'admin-adjustment'`.execute(test.db);
		expect(rows).toEqual([{ entries: 40 }]);
	});

	it("that read what the other writes are serialised", async () => {
		// Each gives its points away only if the other still has some. At most one may succeed.
		const giveAway = (db: typeof test.db, from: string, other: string) =>
			transact(db, async (trx) => {
				const row = await trx
					.selectFrom("user_points")
					.select("points")
					.where("user_id", "=", other)
					.executeTakeFirstOrThrow();
				if (row.points === 0) return false;
				await post(trx, {
					...{ userId: from, delta: -100, reason: "admin-adjustment", actor: "system", at: AT },
					reference: crypto.randomUUID(),
				});
				return true;
			});
		const [one, two] = others as [typeof test.db, typeof test.db];
		const given = await Promise.all([
			giveAway(one, "user-ana", "user-rui"),
			giveAway(two, "user-rui", "user-ana"),
		]);
		expect(given.filter(Boolean)).toHaveLength(1);
		expect(((await pointsOf("user-ana")) ?? 0) + ((await pointsOf("user-rui")) ?? 0)).toBe(100);
	});

	it("end, although another process keeps changing the balance of one of many people between their statements", async () => {
		const [db, other] = others as [typeof test.db, typeof test.db];
		/** Whether the other process could change the points, in each attempt. */
		const changed: boolean[] = [];
		const change = () =>
			other.transaction().execute(async (trx) => {
				await sql`set local lock_timeout = 100`.execute(trx);
				await sql`update user_points set points = points + 1 where user_id = 'user-rui'`.execute(trx);
			});
		await transact(db, async (trx) => {
			await trx.selectFrom("users").select("id").execute();
			changed.push(
				await change().then(
					() => true,
					() => false,
				),
			);
			for (const userId of ["user-ana", "user-rui"])
				await post(trx, {
					...{ userId, delta: 10, reason: "admin-adjustment", actor: "system", at: AT },
					reference: userId,
				});
		});
		expect(changed).toEqual([true, true, true, false]);
		expect([await pointsOf("user-ana"), await pointsOf("user-rui")]).toEqual([110, 113]);
	});

	it("that conflict in every attempt are refused as if the database was locked, and store nothing", async () => {
		const acted = vi.fn();
		const db = openDatabase(test.url, { acted });
		others.push(db);
		let attempts = 0;
		const refused = await transact(db, async (trx) => {
			attempts += 1;
			await trx.insertInto("social_links").values({ platform: "x", url: "https://x.example" }).execute();
			await sql`do $$ begin raise exception 'no' using errcode = '40001'; end $$`.execute(trx);
		}).catch((error: unknown) => error);
		expect([attempts, storageFaultOf(refused)]).toEqual([20, "locked"]);
		expect(acted.mock.calls).toEqual([[20]]);
		expect(await test.db.selectFrom("social_links").selectAll().execute()).toEqual([]);
	});
});

describe("a connection that ends", () => {
	const endConnections = () =>
		runAsAdmin(
			process.env[CLUSTER_VARIABLE] ?? "",
			`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${new URL(test.url.replace("@/", "@x/")).pathname.slice(1)}'`,
		);

	it("in an act stores nothing and reports that the server is away, and the next act is stored", async () => {
		const [db] = others as [typeof test.db];
		const lost = await transact(db, async (trx) => {
			await trx.insertInto("social_links").values({ platform: "x", url: "https://x.example" }).execute();
			await endConnections();
			await sql`select 1`.execute(trx);
		}).catch((error: unknown) => error);
		expect(storageFaultOf(lost)).toBe("away");
		await pay(db, "user-ana", 1);
		expect(await pointsOf("user-ana")).toBe(101);
		expect(await db.selectFrom("social_links").selectAll().execute()).toEqual([]);
	});

	it("while idle is replaced unnoticed", async () => {
		const [db] = others as [typeof test.db];
		await pay(db, "user-ana", 1);
		await endConnections();
		// The pool hears of the end with the next event of its socket.
		await expect
			.poll(() =>
				pay(db, "user-ana", 1).then(
					() => "stored",
					() => "away",
				),
			)
			.toBe("stored");
	});

	it.each([
		["before the server has it reports that the server is away, and stores nothing", "commit"],
		["after the server has it counts as stored", "answer"],
	] as const)("during the commit %s", async (_outcome, lost) => {
		const proxy = await openProxy(test.url);
		const db = openDatabase(proxy.url);
		others.push(db);
		await pay(db, "user-ana", 1);
		proxy.lose(lost);
		const paid = await pay(db, "user-ana", 10).then(
			() => "stored",
			(error: unknown) => storageFaultOf(error),
		);
		expect([paid, await pointsOf("user-ana")]).toEqual(lost === "answer" ? ["stored", 111] : ["away", 101]);
		await proxy.close();
	});
});

describe("the acts of a leader", () => {
	/** A process that leads in epoch 1. */
	async function lead() {
		await sql`insert into leases (name, epoch, holder) values ('games', 1, 'leader')`.execute(test.db);
		const onDeposed = vi.fn();
		const db = connect(test.url, {}, "leader", { epoch: 1, onDeposed });
		others.push(db);
		return { db, onDeposed };
	}
	const takeOver = () => sql`update leases set epoch = epoch + 1, holder = 'another'`.execute(test.db);
	const untilTakeoverWaits = () =>
		expect
			.poll(async () => {
				const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
					and wait_event_type = 'Lock' and query like 'update leases%'`.execute(test.db);
				return rows.length;
			})
			.toBe(1);
	const addLink = (trx: Parameters<Parameters<typeof transact>[1]>[0], platform: string) =>
		trx.insertInto("social_links").values({ platform, url: "https://x.example" }).execute();
	const links = async () =>
		(await test.db.selectFrom("social_links").select("platform").execute()).map(({ platform }) => platform);

	it("that no longer leads are refused before they begin, and onDeposed is called", async () => {
		const { db, onDeposed } = await lead();
		await takeOver();
		const act = vi.fn();
		await expect(transact(db, act)).rejects.toThrow(DeposedError);
		expect([act.mock.calls.length, onDeposed.mock.calls.length]).toEqual([0, 1]);
	});

	it("that have begun are stored before a takeover, which waits for them", async () => {
		const { db } = await lead();
		let taken: Promise<string> | undefined;
		await transact(db, async (trx) => {
			taken = takeOver().then(async () => (await links()).join());
			await untilTakeoverWaits();
			await addLink(trx, "x");
		});
		expect(await taken).toBe("x");
	});

	it("are refused when they are repeated after a takeover, and store nothing", async () => {
		const { db, onDeposed } = await lead();
		let attempts = 0;
		let taken: Promise<unknown> | undefined;
		const repeated = transact(db, async (trx) => {
			attempts += 1;
			await addLink(trx, `attempt-${attempts}`);
			taken ??= takeOver();
			await untilTakeoverWaits();
			await sql`do $$ begin raise exception 'no' using errcode = '40001'; end $$`.execute(trx);
		});
		await expect(repeated).rejects.toThrow(DeposedError);
		await taken;
		// The next attempt may begin before the takeover does.
		expect([await links(), onDeposed.mock.calls.length]).toEqual([[], 1]);
	});
});
