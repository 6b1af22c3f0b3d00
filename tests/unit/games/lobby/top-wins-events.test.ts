import { afterEach, beforeEach, expect, it } from "vitest";
import { PLINKO_NAME } from "~/games/lobby/game-names";
import { createTopWinsEvents } from "~/games/lobby/top-wins-events.server";
import { recordWin } from "~/games/lobby/wins.server";
import type { Hub } from "~/live/hub.server";
import type { Log } from "~/observability/log.server";
import { createTestClock } from "../../../support/clock";
import { addUser, fakeClock, openTestDatabase, type TestDatabase } from "../../../support/database";

let test: TestDatabase;
beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
});
afterEach(() => test.close());

it("publishes top wins, and begins a new stream with them for ten seconds: its page may be older", async () => {
	const at = "2026-03-04T10:00:00.000Z";
	const userId = await addUser(test.db, "ana");
	await test.db.transaction().execute((trx) =>
		recordWin(trx, {
			...{ userId, stake: 20, payout: 120, game: PLINKO_NAME },
			...{ at: new Date(at), timeZone: "Europe/Lisbon" },
		}),
	);
	const clock = createTestClock({ turnsEach: 20 });
	const published: unknown[] = [];
	const { winStored, recent } = createTopWinsEvents({
		...{ db: test.db, clock, now: fakeClock(at).now, config: { SITE_TIMEZONE: "Europe/Lisbon" } },
		hub: { publish: (_, event, data) => published.push({ event, data }) } as Hub,
		log: {} as Log,
	});
	expect(recent()).toEqual([]);
	winStored();
	await clock.advance(1000);
	expect(published).toMatchObject([{ event: "top-wins", data: { en: [{ amount: 100, username: "ana" }] } }]);
	expect(recent()).toEqual(published);
	await clock.advance(9999);
	expect(recent()).toEqual(published);
	await clock.advance(1);
	expect(recent()).toEqual([]);
});
