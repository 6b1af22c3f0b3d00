import { expect, it, vi } from "vitest";
import { tallyEvents } from "~/observability/event-tally.server";
import { createLog } from "~/observability/log.server";
import { fakeClock } from "../../support/database";

it("the tally counts events by name and level with their first and last time, even if the log is silent, and writes them", () => {
	const clock = fakeClock("2026-03-04T12:00:00.000Z");
	const log = createLog({ LOG_LEVEL: "silent" });
	const write = vi.spyOn(log, "error");
	const tally = tallyEvents(log, clock.now);
	log.warn({ event: "bot-away", tries: 1 });
	clock.pass(5000);
	log.warn({ event: "bot-away", tries: 2 });
	log.error({ event: "bot-away" }, "and more");
	expect(write).toHaveBeenCalledExactlyOnceWith({ event: "bot-away" }, "and more");
	log.info("a message without an event");
	const at = Date.parse("2026-03-04T12:00:00.000Z");
	expect(tally.all()).toEqual([
		{ event: "bot-away", level: "warn", count: 2, firstAt: at, lastAt: at + 5000, requestId: undefined },
		{
			event: "bot-away",
			level: "error",
			count: 1,
			firstAt: at + 5000,
			lastAt: at + 5000,
			requestId: undefined,
		},
	]);
	expect(tally.count("bot-away")).toBe(3);
	expect(tally.count("none")).toBe(0);
});
