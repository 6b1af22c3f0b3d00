import { expect, it } from "vitest";
import { createPlayTime } from "~/games/limits/play-time.server";
import type { Site } from "~/lib/site";
import type { Hub } from "~/live/hub.server";
import type { Message } from "~/live/stream.server";
import { testSite } from "../../../support/test-site";
import { openCluster } from "../../live/hub.setup";

const MINUTE = 60_000;

const clusterOf = (count: number) => openCluster(count).map(({ cluster }) => cluster);
const firstOf = (count: number) => clusterOf(count)[0] as Pick<Site, "bus">;

function open({ bus } = firstOf(1)) {
	let time = 0;
	const frames: [key: string, isDue: boolean][] = [];
	let snapshot: (keys: readonly string[]) => unknown = () => [];
	const hub = {
		openTopic: (_name: string, { privateState }: { privateState(key: string): Message[] }) => {
			snapshot = (keys) => keys.flatMap(privateState);
		},
		publishTo: (key: string, _topic: string, _event: string, data: { isDue: boolean }) =>
			void frames.push([key, data.isDue]),
	} as unknown as Hub;
	const playTime = createPlayTime(testSite({ clock: { now: () => time, at: () => () => {} }, hub, bus }));
	return {
		...playTime,
		frames,
		snapshot: (keys: string[]) => snapshot(keys),
		/** Plays every five minutes. */
		playFor(minutes: number, userId = "ana") {
			for (let passed = 0; passed < minutes; passed += 5) {
				time += 5 * MINUTE;
				playTime.played(userId);
			}
		},
		pass: (minutes: number) => {
			time += minutes * MINUTE;
		},
	};
}

it("publishes a reminder after each hour of play, only to the player's tabs", () => {
	const site = open();
	site.played("ana");
	site.playFor(55);
	site.dismiss("ana");
	expect([site.isDue("ana"), site.frames], "nothing to dismiss yet").toEqual([false, []]);
	site.playFor(10);
	expect([site.isDue("ana"), site.isDue("bruno")]).toEqual([true, false]);
	expect(site.frames).toEqual([["user:ana", true]]);
	const shown = ["user:ana", "user:bruno"].map((key) => site.snapshot([key]));
	expect(shown).toEqual([true, false].map((isDue) => [{ event: "reminder", data: { isDue } }]));
	expect(site.snapshot(["demo:1"])).toEqual([]);
	site.dismiss("ana");
	expect([site.isDue("ana"), site.frames.at(-1)]).toEqual([false, ["user:ana", false]]);
	site.playFor(55);
	expect(site.isDue("ana")).toBe(false);
	site.playFor(5);
	expect([site.isDue("ana"), site.frames.length]).toEqual([true, 3]);
});

it("restarts the count after a pause, which also clears the reminder", () => {
	const site = open();
	site.played("ana");
	site.playFor(55);
	site.pass(15);
	site.played("ana");
	site.playFor(55);
	expect(site.isDue("ana")).toBe(false);
	site.playFor(5);
	expect(site.isDue("ana")).toBe(true);
	site.pass(16);
	site.played("bruno");
	expect(site.isDue("ana")).toBe(false);
});

type Counted = ReturnType<typeof open>;

it("counts the stakes at all processes, and a reminder is due and dismissed in all", async () => {
	const clusters = clusterOf(3);
	const [here, there] = clusters.map((cluster) => open(cluster)) as [Counted, Counted];
	for (let minutes = 0; minutes < 60; minutes += 10) {
		here.playFor(5);
		there.pass(5);
		here.pass(5);
		there.playFor(5);
		await delivered();
	}
	const late = open(clusters[2]);
	expect([here.isDue("ana"), there.isDue("ana"), late.isDue("ana")]).toEqual([false, false, false]);
	here.playFor(5);
	await delivered();
	// Also in a process that was started after most of the play.
	expect([here.isDue("ana"), there.isDue("ana"), late.isDue("ana")]).toEqual([true, true, true]);
	expect([here.frames, there.frames, late.frames]).toEqual(new Array(3).fill([["user:ana", true]]));
	late.dismiss("ana");
	await delivered();
	expect([here.isDue("ana"), there.isDue("ana"), late.isDue("ana")]).toEqual([false, false, false]);
	expect([here.frames.length, there.frames.length, late.frames.length]).toEqual([2, 2, 2]);
});

/** Resolves when the messages that were published are delivered, and those that they caused. */
async function delivered() {
	for (let hop = 0; hop < 3; hop++) await new Promise(setImmediate);
}
