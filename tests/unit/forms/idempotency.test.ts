import { afterEach, beforeEach, expect, it } from "vitest";
import { DomainError } from "~/forms/domain-error";
import { deleteIdempotencyKeysBefore } from "~/forms/idempotency.queries.server";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { addUser, openTestDatabase, type TestDatabase } from "../../support/database";

const now = new Date("2026-03-04T12:00:00.000Z");
let test: TestDatabase;
let ana: string;

beforeEach(async () => {
	test = await openTestDatabase();
	ana = await addUser(test.db, "ana");
});
afterEach(() => test.close());

/** What acts here is a link that is written; its answer says which. */
const act = (change: Partial<Parameters<typeof withIdempotencyKey>[1]> = {}, url = "https://one.example/") =>
	withIdempotencyKey(
		test.db,
		{ userId: ana, idempotencyKey: "r1", action: "test", input: { a: 1 }, ...change },
		now,
		async (trx) => {
			await trx.insertInto("social_links").values({ platform: url, url }).execute();
			return { url };
		},
	);

const acts = () => test.db.selectFrom("social_links").select("url").execute();
const stored = () => test.db.selectFrom("idempotency_keys").select(["user_id", "id"]).execute();

it("answers a repeated request with the first answer and does not act again", async () => {
	const first = await act();
	expect(await act({}, "https://two.example/")).toEqual(first);
	expect(await acts()).toEqual([{ url: "https://one.example/" }]);
});

it.each([
	["another input", { input: { a: 2 } }],
	["more input", { input: { a: 1, b: 2 } }],
	["another action", { action: "other" }],
])("refuses the same key with %s and changes nothing", async (_what, change) => {
	await act();
	const again = act(change, "https://two.example/");
	await expect(again).rejects.toThrow(DomainError);
	await expect(again).rejects.toMatchObject({ code: "idempotencyKeyReused" });
	expect([await acts(), await stored()]).toEqual([
		[{ url: "https://one.example/" }],
		[{ user_id: ana, id: "r1" }],
	]);
});

it("separates the keys of two users", async () => {
	const bruno = await addUser(test.db, "bruno");
	await act();
	await act({ userId: bruno, input: { a: 2 } }, "https://two.example/");
	expect(await acts()).toHaveLength(2);
});

it("stores nothing if the act throws, so that the form can be sent again", async () => {
	const failing = withIdempotencyKey(
		test.db,
		{ userId: ana, idempotencyKey: "r1", action: "test", input: { a: 1 } },
		now,
		async (trx) => {
			await trx.insertInto("social_links").values({ platform: "x", url: "x" }).execute();
			throw new DomainError("insufficientPoints");
		},
	);
	await expect(failing).rejects.toMatchObject({ code: "insufficientPoints" });
	expect([await acts(), await stored()]).toEqual([[], []]);
	await act();
	expect(await acts()).toHaveLength(1);
});

it("deletes keys older than the given time, and no others", async () => {
	await act();
	await deleteIdempotencyKeysBefore(test.db, now.toISOString());
	expect(await stored()).toHaveLength(1);
	await deleteIdempotencyKeysBefore(test.db, new Date(now.getTime() + 1).toISOString());
	expect(await stored()).toHaveLength(0);
});
