import { expect, it } from "vitest";
import { createTopWinsEvents } from "~/games/lobby/top-wins-events.server";
import { recordWin } from "~/games/lobby/wins.server";
import { plinko } from "~/games/plinko/game.server";
import type { Hub } from "~/live/hub.server";
import { createTestClock } from "../../../support/clock";
import { addUser, fakeClock } from "../../../support/database";
import { eventually } from "../../../support/eventually";
import { databaseForEachTest } from "../../../support/for-each-test";
import { testSite } from "../../../support/test-site";

const test = databaseForEachTest();

it("publishes top wins, and adds them to new snapshots for ten seconds, because a page may be older", async () => {
	const at = "2026-03-04T10:00:00.000Z";
	const userId = await addUser(test.db, "ana");
	await test.db.transaction().execute((trx) =>
		recordWin(trx, {
			...{ userId, stake: 20, payout: 120, game: plinko.winName },
			...{ at: new Date(at), timeZone: "Europe/Lisbon" },
		}),
	);
	const clock = createTestClock({ turnsEach: 20 });
	const published: unknown[] = [];
	const { winStored, recent } = createTopWinsEvents(
		testSite({
			...{ db: test.db, clock, now: fakeClock(at).now },
			hub: { publish: (_, event, data) => published.push({ event, data }) } as Hub,
		}),
	);
	expect(recent()).toEqual([]);
	winStored();
	await clock.advance(1000);
	await eventually(() => expect(published).toHaveLength(1));
	expect(published).toMatchObject([{ event: "top-wins", data: { en: [{ amount: 100, username: "ana" }] } }]);
	expect(recent()).toEqual(published);
	await clock.advance(9999);
	expect(recent()).toEqual(published);
	await clock.advance(1);
	expect(recent()).toEqual([]);
});
