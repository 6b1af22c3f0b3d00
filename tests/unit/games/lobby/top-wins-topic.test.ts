import { expect, it, onTestFinished, vi } from "vitest";
import * as topWins from "~/games/lobby/top-wins.server";
import { openTopWinsTopic } from "~/games/lobby/top-wins-topic.server";
import { createTestClock } from "../../../support/clock";
import { openTestDatabase } from "../../../support/database";
import { testSite } from "../../../support/test-site";

it("a stream begins with the top wins, however long after their publication, and only other ones are published", async () => {
	const { db, close } = await openTestDatabase();
	onTestFinished(close);
	const clock = createTestClock();
	let wins = [{ id: "first", username: "ana" as string | null, when: "now" }];
	const reading = vi.spyOn(topWins, "readTopWins");
	reading.mockImplementation(async () => wins as never);
	onTestFinished(() => void reading.mockRestore());
	const published: unknown[] = [];
	let snapshot: (keys: string[]) => unknown = () => undefined;
	const hub = {
		openTopic(_topic: string, options: { snapshot: typeof snapshot }) {
			snapshot = options.snapshot;
		},
		countOn: () => 1,
		publish: (topic: string, event: string, data: object) => published.push({ topic, event, data }),
	};
	const bus = { publish() {}, subscribe() {}, onChange() {} };
	const now = () => new Date(clock.now());
	const winStored = openTopWinsTopic(testSite({ db, now, clock, bus, hub: hub as never }));
	const publish = async () => {
		winStored();
		await clock.advance(1000);
		await vi.waitFor(() => expect(reading).toHaveBeenCalled());
		return published.splice(0);
	};
	const event = () => ({ event: "changed", data: { pt: wins, en: wins } });
	expect(await publish()).toEqual([{ topic: "top-wins", ...event() }]);
	await clock.advance(60_000);
	expect(await snapshot([])).toEqual([event()]);
	wins = [{ id: "first", username: "ana", when: "1 min ago" }];
	expect(await publish(), "another win, which is smaller").toEqual([]);
	wins = [{ id: "first", username: null, when: "1 min ago" }];
	expect(await publish(), "a name that was hidden").toEqual([{ topic: "top-wins", ...event() }]);
});
