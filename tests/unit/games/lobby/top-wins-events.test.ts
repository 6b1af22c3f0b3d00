import { expect, it, onTestFinished, vi } from "vitest";
import * as topWins from "~/games/lobby/top-wins.server";
import { createTopWinsEvents } from "~/games/lobby/top-wins-events.server";
import type { Hub } from "~/live/hub.server";
import { createTestClock } from "../../../support/clock";

it("publishes changed top wins in order, and adds them to new snapshots for ten seconds, because a page may be older", async () => {
	/** Ends the reads of the top wins, the first one first. */
	const reads: ((wins: { id: string }[]) => void)[] = [];
	const reading = vi.spyOn(topWins, "readTopWins");
	reading.mockImplementation(() => new Promise((resolve) => reads.push(resolve as never)));
	onTestFinished(() => void reading.mockRestore());
	const clock = createTestClock();
	const published: unknown[] = [];
	const { winStored, recent } = createTopWinsEvents({
		clock,
		hub: { publish: (_, event, data) => published.push({ event, data }) } as Hub,
	} as unknown as Parameters<typeof createTopWinsEvents>[0]);
	const finish = async (id: string) => {
		for (const end of reads.splice(0)) end([{ id }]);
		await clock.advance(0);
	};
	const store = async () => {
		winStored();
		await clock.advance(1000);
	};
	expect(recent()).toEqual([]);
	await store();
	const inProgress = reads.length;
	await store();
	expect(reads, "read one after the other").toHaveLength(inProgress);
	for (const id of ["first", "second"]) await finish(id);
	expect(published).toMatchObject([
		{ data: { en: [{ id: "first" }] } },
		{ data: { en: [{ id: "second" }] } },
	]);
	await store();
	await finish("second");
	expect(published, "unchanged").toHaveLength(2);
	await clock.advance(8999);
	expect(recent()).toEqual(published.slice(1));
	await clock.advance(1);
	expect(recent()).toEqual([]);
});
