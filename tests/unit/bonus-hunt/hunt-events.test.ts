import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { saveGuess } from "~/bonus-hunt/model/guesses.server";
import type { LocalHunt } from "~/bonus-hunt/model/hunt";
import { isOutdated } from "~/bonus-hunt/model/hunt-events";
import { openHuntTopic } from "~/bonus-hunt/model/hunt-events.server";
import { readLocalHunt } from "~/bonus-hunt/model/local-hunt.server";
import { turns } from "../../support/clock";
import { openForEachTest } from "../../support/for-each-test";
import { openHunt } from "./hunt.setup";

const at = openForEachTest(openHunt);

const read = async (): Promise<LocalHunt> => {
	const hunt = await readLocalHunt(at.tools, "en");
	if (!hunt) throw new Error("no hunt");
	return hunt;
};

describe("a page that shows a hunt", () => {
	const state = { id: "h", revision: 3, guesses: 2 };

	it.each([
		["the same state", state, state, false],
		["no hunt, as published", null, null, false],
		["another number of guesses", state, { ...state, guesses: 3 }, false],
		["a later revision", state, { ...state, revision: 4 }, true],
		["an older revision than it shows", state, { ...state, revision: 2 }, false],
		["another hunt", state, { ...state, id: "i" }, true],
		["the discarding of the only hunt", state, null, true],
		["the start of a hunt", null, state, true],
	] as const)("decides whether it is outdated by %s", (_what, shown, published, outdated) => {
		expect(isOutdated(shown, published)).toBe(outdated);
	});
});

describe("the hunt topic", () => {
	function openTopic() {
		const published: [event: string, data: unknown][] = [];
		let now = 0;
		let timers: { at: number; run: () => void }[] = [];
		let snapshot: (() => unknown) | undefined;
		const huntChanged = openHuntTopic({
			db: at.db,
			log: { error: (line: unknown) => void published.push(["error", line]) },
			clock: {
				now: () => now,
				at: (moment, run) => {
					const timer = { at: moment, run };
					timers.push(timer);
					return () => {
						timers = timers.filter((one) => one !== timer);
					};
				},
			},
			hub: {
				openTopic: (_name, options) => {
					snapshot = () => options?.snapshot?.([]);
				},
				publish: (_name, event, data) => {
					published.push([event, data]);
					return 0;
				},
			},
		});
		const pass = async (ms: number) => {
			now += ms;
			const due = timers.filter(({ at }) => at <= now);
			timers = timers.filter(({ at }) => at > now);
			for (const { run } of due) run();
			await turns(20);
		};
		return { published, huntChanged, pass, snapshot: () => snapshot?.(), timerCount: () => timers.length };
	}

	it("has the state of the hunt as its snapshot", async () => {
		const { snapshot } = openTopic();
		const { id, revision } = await read();
		expect(await snapshot()).toEqual([{ event: "changed", data: { id, revision, guesses: 0 } }]);
		await at.add();
		await at.finish();
		const finished = await at.hunt();
		expect(finished.revision).toBeGreaterThan(revision);
		expect(await snapshot()).toEqual([
			{ event: "changed", data: { id, revision: finished.revision, guesses: 0 } },
		]);
	});

	it("publishes a change immediately, and then the changes of each 200 ms together", async () => {
		const { published, huntChanged, pass, timerCount } = openTopic();
		huntChanged();
		await pass(0);
		const { id } = await read();
		expect(published.splice(0)).toEqual([["changed", { id, revision: 1, guesses: 0 }]]);
		for (let count = 0; count < 5; count++) {
			await at.add(`Slot ${count}`);
			huntChanged();
		}
		expect(timerCount()).toBe(1);
		await pass(199);
		expect(published).toEqual([]);
		await pass(1);
		expect(published).toEqual([["changed", { id, revision: 6, guesses: 0 }]]);
	});

	it("publishes guesses at most once a second, together with an earlier change of the hunt", async () => {
		const { published, huntChanged, pass } = openTopic();
		huntChanged();
		await pass(0);
		published.length = 0;
		await saveGuess(at.tools, at.admin, { huntId: at.huntId, guess: 5 });
		huntChanged("guesses");
		await pass(300);
		expect(published).toEqual([]);
		await at.add();
		huntChanged();
		await pass(0);
		expect(published.splice(0)).toEqual([["changed", expect.objectContaining({ guesses: 1, revision: 2 })]]);
		huntChanged("guesses");
		await pass(999);
		expect(published).toEqual([]);
		await pass(1);
		expect(published).toHaveLength(1);
	});

	it("logs a state that cannot be read, and publishes the next change", async () => {
		const { published, huntChanged, pass } = openTopic();
		await sql`alter table hunts rename to away`.execute(at.db);
		huntChanged();
		await pass(0);
		expect(published.splice(0)).toEqual([["error", expect.objectContaining({ event: "hunt-event-failed" })]]);
		await sql`alter table away rename to hunts`.execute(at.db);
		huntChanged();
		await pass(200);
		expect(published).toEqual([["changed", expect.objectContaining({ revision: 1 })]]);
	});
});
