import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { saveGoal } from "~/store/goal/goal.server";
import { storeInvariants } from "~/store/store.audit.server";
import { addItem } from "../../support/data/store-rows";
import { addUser } from "../../support/database";
import { expectInvariants } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";

const AT = "2026-03-02T00:00:00.000Z";

const test = databaseForEachTest();

/** Contents of all tables as JSON, to search for erased data. */
async function databaseText(): Promise<string> {
	const tables = await test.db.introspection.getTables();
	const rows = await Promise.all(
		tables.map(({ name }) =>
			test.db
				.selectFrom(name as "users")
				.selectAll()
				.execute(),
		),
	);
	return JSON.stringify(rows);
}

it("erasing a user removes all personal data and changes no ledger entry", async () => {
	const { db } = test;
	const ana = await addUser(db, "ana", 1000);
	await addUser(db, "bruno", 500);
	await db
		.updateTable("users")
		.set({ email: "ana@mail.example", roles: '["Admin"]' })
		.where("id", "=", ana)
		.execute();
	await db
		.insertInto("sessions")
		.values({
			id: "hash",
			user_id: ana,
			created_at: AT,
			expires_at: AT,
			tokens: "sealed",
			tokens_expire_at: AT,
		})
		.execute();
	await db
		.insertInto("idempotency_keys")
		.values({
			user_id: ana,
			id: "r",
			action: "store.redeem",
			input: '{"answer":"my street"}',
			answer: "{}",
			created_at: AT,
		})
		.execute();
	await db
		.insertInto("player_pages")
		.values({ user_id: ana, is_public: 1, shows_points: 1, shows_wins: 1, shows_since: 1, updated_at: AT })
		.execute();
	await db
		.insertInto("point_merges")
		.values({
			id: "m",
			user_id: ana,
			provider: "StreamElements",
			username: "ana",
			provider_points: 5,
			credited: 5,
			actor: "user-bruno",
			created_at: AT,
		})
		.execute();
	await saveGoal({ db, now: () => new Date(AT) }, ana, {
		intent: "setGoal",
		itemId: await addItem(db, "Mug"),
	});
	const before = await db.selectFrom("point_entries").selectAll().execute();

	const name = await eraseUser(db, ana, () => "12345678-0000");
	expect(name).toBe("erased-12345678");
	const left = await databaseText();
	for (const trace of ["subject-ana", "ana@mail.example", "Admin", "my street", "sealed", '"ana"']) {
		expect(left).not.toContain(trace);
	}
	expect(left).toContain("subject-bruno");
	expect(await db.selectFrom("goals").selectAll().execute()).toEqual([]);
	expect(await db.selectFrom("point_entries").selectAll().execute()).toEqual(before);
	await expectInvariants(db, ...ledgerInvariants, ...storeInvariants);
});

it("the erase command erases one user, and none if the name is ambiguous or unknown", async () => {
	await addUser(test.db, "ana");
	const bruno = await addUser(test.db, "bruno");
	await test.db.updateTable("users").set({ twitch_username: "ana" }).where("id", "=", bruno).execute();
	const erase = (...args: string[]) => {
		const { status, stdout, stderr } = spawnSync(
			process.execPath,
			["--import", "tsx", "app/commands/plateia.server.ts", "erase", ...args],
			{ env: { ...process.env, DATABASE_URL: `file:${test.file}` }, encoding: "utf8" },
		);
		return { status, output: stdout + stderr };
	};
	expect(erase("carla")).toMatchObject({ status: 1, output: "There is no user carla.\n" });
	const ambiguous = erase("ana");
	expect(ambiguous.status).toBe(1);
	expect(ambiguous.output).toContain(bruno);
	expect(await databaseText()).toContain("subject-bruno");
	expect(erase("Ana", bruno)).toMatchObject({ status: 0 });
	expect(await databaseText()).not.toContain("subject-bruno");
	expect(await databaseText()).toContain("subject-ana");
}, 60_000);
