import { expect, it } from "vitest";
import { createPlayTime } from "~/games/limits/play-time.server";
import type { Hub } from "~/live/hub.server";
import type { Message } from "~/live/stream.server";
import { testSite } from "../../../support/test-site";

const MINUTE = 60_000;

function open() {
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
	const playTime = createPlayTime(testSite({ clock: { now: () => time, at: () => () => {} }, hub }));
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
