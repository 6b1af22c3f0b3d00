import { transact } from "db/transact";
import { expect, it, onTestFinished } from "vitest";
import { insertAnnouncement } from "~/announcements/announcements.queries.server";
import { deleteExpired } from "~/site/cleanup.server";
import { insertAlert } from "~/team/overlays/alerts.queries.server";
import { openTestDatabase } from "../../support/database";

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
