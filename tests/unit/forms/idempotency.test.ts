import type { Trx } from "db/database";
import { transact } from "db/transact";
import { expect, it } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { deleteIdempotencyKeysBefore } from "~/forms/idempotency.queries.server";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { addUser, userId } from "../../support/database";
import { expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";

const now = new Date("2026-03-04T12:00:00.000Z");
const test = databaseForEachTest({ durable: true, users: { ana: 1000 } });
const ana = userId("ana");

/** Inserts a link once per idempotency key and answers its URL. */
const insertLink = (
	change: Partial<Parameters<typeof withIdempotencyKey>[1]> = {},
	url = "https://one.example/",
) =>
	withIdempotencyKey(
		test.db,
		{ userId: ana, idempotencyKey: "r1", action: "test", input: { a: 1 }, ...change },
		now,
		async (trx) => {
			await trx.insertInto("social_links").values({ platform: url, url }).execute();
			return { url };
		},
	);

const links = () => test.db.selectFrom("social_links").select("url").execute();
const stored = () => test.db.selectFrom("idempotency_keys").select(["user_id", "id"]).execute();

it("a repeated request gets the first answer and does not act again", async () => {
	const first = await insertLink();
	expect(await insertLink({}, "https://two.example/")).toEqual(first);
	expect(await links()).toEqual([{ url: "https://one.example/" }]);
});

it.each([
	["another input", { input: { a: 2 } }],
	["more input", { input: { a: 1, b: 2 } }],
	["another action", { action: "other" }],
])("the same key with %s is refused and changes nothing", async (_what, change) => {
	await insertLink();
	const again = insertLink(change, "https://two.example/");
	await expect(again).rejects.toThrow(DomainError);
	await expectRefusal(again, "idempotencyKeyReused");
	expect([await links(), await stored()]).toEqual([
		[{ url: "https://one.example/" }],
		[{ user_id: ana, id: "r1" }],
	]);
});

it("a repeated request gets the first answer although its act fails now", async () => {
	const request = { userId: ana, idempotencyKey: "r1", action: "test", input: { a: 1 } };
	const first = await insertLink();
	const failures: ((trx: Trx) => Promise<typeof first>)[] = [
		async () => {
			throw new DomainError("insufficientPoints");
		},
		// Violates a unique key. PostgreSQL then runs no further statement of the transaction.
		async (trx) => {
			await trx
				.insertInto("users")
				.columns(["id", "twitch_id", "twitch_username", "email", "created_at", "roles"])
				.expression(
					trx
						.selectFrom("users")
						.select(["id", "twitch_id", "twitch_username", "email", "created_at", "roles"]),
				)
				.execute();
			return { url: "never" };
		},
	];
	for (const act of failures) expect(await withIdempotencyKey(test.db, request, now, act)).toEqual(first);
	const other = withIdempotencyKey(test.db, { ...request, idempotencyKey: "r2" }, now, failures[0] as never);
	await expectRefusal(other, "insufficientPoints");
});

it("the act of a repeated request does not run, so that its duration tells nothing about the next draw", async () => {
	const first = await insertLink();
	let runs = 0;
	const repeat = (input: unknown, idempotencyKey = "r1") =>
		withIdempotencyKey(test.db, { userId: ana, idempotencyKey, action: "test", input }, now, async () => {
			runs += 1;
			return { url: "another" };
		});
	expect(await repeat({ a: 1 })).toEqual(first);
	await expectRefusal(repeat({ a: 2 }), "idempotencyKeyReused");
	expect(runs).toBe(0);
	await repeat({ a: 1 }, "r2");
	// On PostgreSQL an act may run again after a conflict.
	const done = runs;
	expect(done).toBeGreaterThan(0);
	await Promise.all([repeat({ a: 1 }, "r2"), repeat({ a: 1 }, "r2"), repeat({ a: 1 }, "r2")]);
	expect(runs).toBe(done);
});

it("the keys of two users are independent", async () => {
	const other = { userId: await addUser(test.db, "bruno"), input: { a: 2 } };
	const first = [await insertLink(), await insertLink(other, "https://two.example/")];
	expect(await links()).toHaveLength(2);
	expect([await insertLink(), await insertLink(other)], "repeated").toEqual(first);
});

it("nothing is stored if the act throws, so that the form can be sent again", async () => {
	const failing = withIdempotencyKey(
		test.db,
		{ userId: ana, idempotencyKey: "r1", action: "test", input: { a: 1 } },
		now,
		async (trx) => {
			await trx.insertInto("social_links").values({ platform: "x", url: "x" }).execute();
			throw new DomainError("insufficientPoints");
		},
	);
	await expectRefusal(failing, "insufficientPoints");
	expect([await links(), await stored()]).toEqual([[], []]);
	await insertLink();
	expect(await links()).toHaveLength(1);
});

it("the cleanup deletes keys older than the given time, and no others", async () => {
	await insertLink();
	await transact(test.db, (trx) => deleteIdempotencyKeysBefore(trx, now.toISOString()));
	expect(await stored()).toHaveLength(1);
	const later = new Date(now.getTime() + 1).toISOString();
	await transact(test.db, (trx) => deleteIdempotencyKeysBefore(trx, later));
	expect(await stored()).toHaveLength(0);
});
