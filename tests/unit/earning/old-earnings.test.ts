import { expect, it } from "vitest";
import { deleteOldEarnings } from "~/earning/old-earnings.server";
import { saveChat } from "~/earning/watch/activity.queries.server";
import { userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { eventOf, openStreamSite, watcher } from "./stream-site";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const test = databaseForEachTest({ users: { ana: 0 } });

it("what nobody has claimed is deleted after 90 days, and the last chat message after an hour", async () => {
	const site = openStreamSite(test);
	await site.signIn(userId("ana"), "1");
	for (const id of ["1", "2"]) await site.receive(eventOf({ person: { id, name: id }, key: "follow" }));
	const turn = { platform: "twitch" as const, streamId: "9", turn: 1, at: site.clock.now() };
	await site.addTurn(turn, [watcher("2")]);
	const chat = { platform: "twitch", person_id: "2", person_name: "2", at: site.clock.now().toISOString() };
	await test.db.transaction().execute((trx) => saveChat(trx, chat));
	await site.settle();

	const left = async () => {
		await deleteOldEarnings(test.db, site.clock.now());
		const tables = ["platform_events", "waiting_watch", "chat_activity"] as const;
		const rows = await Promise.all(
			tables.map((table) => test.db.selectFrom(table).select("person_id").execute()),
		);
		return rows.map((found) => found.map(({ person_id }) => person_id).sort());
	};
	site.clock.pass(60 * MINUTE);
	expect(await left()).toEqual([["1", "2"], ["2"], ["2"]]);
	site.clock.pass(1);
	expect(await left()).toEqual([["1", "2"], ["2"], []]);
	site.clock.pass(89 * DAY);
	expect(await left()).toEqual([["1", "2"], ["2"], []]);
	site.clock.pass(2 * DAY);
	expect(await left()).toEqual([["1"], [], []]);
});
