import { expect, it, vi } from "vitest";
import { createTopWinsEvents } from "~/games/lobby/top-wins-events.server";
import type { Hub } from "~/live/hub.server";
import { createTestClock } from "../../../support/clock";

/** Ends the reads of the top wins, the first one first. */
const reads = vi.hoisted(() => [] as ((wins: { id: string }[]) => void)[]);
vi.mock("~/games/lobby/top-wins.server", () => ({
	readTopWins: () => new Promise((resolve) => reads.push(resolve)),
}));

it("top wins are read one after the other, so that a slow read does not publish old ones last", async () => {
	const clock = createTestClock();
	const published: unknown[] = [];
	const { winStored } = createTopWinsEvents({
		clock,
		hub: { publish: (_, event, data) => published.push({ event, data }) } as Hub,
	} as unknown as Parameters<typeof createTopWinsEvents>[0]);
	const finish = async (id: string) => {
		for (const end of reads.splice(0)) end([{ id }]);
		await clock.advance(0);
	};
	winStored();
	await clock.advance(1000);
	const inProgress = reads.length;
	expect(inProgress).toBeGreaterThan(0);
	winStored();
	await clock.advance(1000);
	expect(reads).toHaveLength(inProgress);
	await finish("first");
	expect(published).toMatchObject([{ data: { en: [{ id: "first" }] } }]);
	await finish("second");
	expect(published).toMatchObject([{}, { data: { en: [{ id: "second" }] } }]);
	expect(reads).toEqual([]);
});
