import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { storeInvariants } from "~/store/store.audit.server";
import { checkInvariants } from "../../../db/audit";
import { addUser, openTestDatabase, type TestDatabase } from "../../support/database";

const AT = "2026-03-02T00:00:00.000Z";

let test: TestDatabase;
beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
});
afterEach(() => test.close());

/** All tables as text, to search for data that must be gone. */
async function everything(): Promise<string> {
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

it("removes all personal data and changes no number", async () => {
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
	const before = await db.selectFrom("point_entries").selectAll().execute();

	const name = await eraseUser(db, ana, () => "12345678-0000");
	expect(name).toBe("erased-12345678");
	const left = await everything();
	for (const trace of ["subject-ana", "ana@mail.example", "Admin", "my street", "sealed", '"ana"']) {
		expect(left).not.toContain(trace);
	}
	expect(left).toContain("subject-bruno");
	expect(await db.selectFrom("point_entries").selectAll().execute()).toEqual(before);
	const findings = await checkInvariants(db, [...ledgerInvariants, ...storeInvariants]);
	expect(findings.filter(({ rows }) => rows.length > 0)).toEqual([]);
});

it("is done by a command, which erases nothing if the name is ambiguous", async () => {
	await addUser(test.db, "ana");
	const bruno = await addUser(test.db, "bruno");
	await test.db.updateTable("users").set({ twitch_username: "ana" }).where("id", "=", bruno).execute();
	const erase = (...args: string[]) => {
		const { status, stdout, stderr } = spawnSync(
			process.execPath,
			["node_modules/tsx/dist/cli.mjs", "app/commands/erase.server.ts", ...args],
			{ env: { ...process.env, DATABASE_URL: `file:${test.file}` }, encoding: "utf8" },
		);
		return { status, said: stdout + stderr };
	};
	expect(erase("carla")).toMatchObject({ status: 1, said: "nobody is called carla\n" });
	const unclear = erase("ana");
	expect(unclear.status).toBe(1);
	expect(unclear.said).toContain(bruno);
	expect(await everything()).toContain("subject-bruno");
	expect(erase("Ana", bruno)).toMatchObject({ status: 0 });
	expect(await everything()).not.toContain("subject-bruno");
	expect(await everything()).toContain("subject-ana");
}, 60_000);
