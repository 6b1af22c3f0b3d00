import { transact } from "db/transact";
import { expect, it, onTestFinished } from "vitest";
import { insertAnnouncement } from "~/announcements/announcements.queries.server";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import { deleteExpired } from "~/site/cleanup.server";
import { insertAlert } from "~/team/overlays/alerts.queries.server";
import { addUser, openTestDatabase } from "../../support/database";

it("what an alert shows is deleted after the alert, which was stored a little later", async () => {
	const { db, close } = await openTestDatabase({ durable: false });
	onTestFinished(close);
	const at = "2026-03-01T20:00:00.000Z";
	const times = { created_at: "2026-03-01T20:00:40.000Z", expires_at: "2026-03-01T20:01:00.000Z" };
	await transact(db, async (trx) => {
		const data = { raffleId: "cap" };
		const id = await insertAnnouncement(trx, { type: "raffle.opened", reference: "cap", data, at });
		await insertAlert(trx, { announcement_id: id ?? 0, type: "raffle.opened", ...times });
	});
	await deleteExpired(db, new Date("2026-03-08T20:00:20.000Z"), { cleanUp: async () => {} });
	const { count } = db.fn;
	expect(await db.selectFrom("announcements").select(count("id").as("left")).execute()).toEqual([
		{ left: 0 },
	]);
});

it("a form that is sent again acts once for 30 days", async () => {
	const { db, close } = await openTestDatabase({ durable: false });
	onTestFinished(close);
	const sent = new Date("2026-03-01T20:00:00.000Z");
	const request = { userId: await addUser(db, "ana"), idempotencyKey: "key", action: "test", input: {} };
	const sendAfter = async (days: number) => {
		const now = new Date(sent.getTime() + days * 24 * 60 * 60 * 1000);
		await deleteExpired(db, now, { cleanUp: async () => {} });
		return withIdempotencyKey(db, request, now, async () => days);
	};
	expect([await sendAfter(0), await sendAfter(30), await sendAfter(30.1)]).toEqual([0, 0, 30.1]);
});
