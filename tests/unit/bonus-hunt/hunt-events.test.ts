import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { saveGuess } from "~/bonus-hunt/model/guesses.server";
import type { LocalHunt } from "~/bonus-hunt/model/hunt";
import { isOutdated } from "~/bonus-hunt/model/hunt-events";
import { openHuntTopic } from "~/bonus-hunt/model/hunt-events.server";
import { finishHunt } from "~/bonus-hunt/model/hunts.server";
import { readLocalHunt } from "~/bonus-hunt/model/local-hunt.server";
import { openHunt, type TestHunt } from "./hunt.setup";

let at: TestHunt;
beforeEach(async () => {
	at = await openHunt();
});
afterEach(() => at.close());

const read = async (): Promise<LocalHunt> => {
	const hunt = await readLocalHunt(at.tools);
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
		["the end of the hunt", state, null, true],
		["the start of a hunt", null, state, true],
	] as const)("is compared with %s", (_what, shown, published, outdated) => {
		expect(isOutdated(shown, published)).toBe(outdated);
	});
});

describe("the topic", () => {
	function listen() {
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
			await read().catch(() => undefined);
			await new Promise((resolve) => setTimeout(resolve, 5));
		};
		return { published, huntChanged, pass, snapshot: () => snapshot?.(), waits: () => timers.length };
	}

	it("begins with the state of the hunt", async () => {
		const { snapshot } = listen();
		const { id, revision } = await read();
		expect(await snapshot()).toEqual([{ event: "changed", data: { id, revision, guesses: 0 } }]);
		await at.add();
		await finishHunt(at.tools, at.admin, { huntId: at.huntId });
		expect(await snapshot()).toEqual([{ event: "changed", data: null }]);
	});

	it("publishes a change at once, then all changes of 200 ms together", async () => {
		const { published, huntChanged, pass, waits } = listen();
		huntChanged();
		await pass(0);
		const { id } = await read();
		expect(published.splice(0)).toEqual([["changed", { id, revision: 1, guesses: 0 }]]);
		for (let count = 0; count < 5; count++) {
			await at.add(`Slot ${count}`);
			huntChanged();
		}
		expect(waits()).toBe(1);
		await pass(199);
		expect(published).toEqual([]);
		await pass(1);
		expect(published).toEqual([["changed", { id, revision: 6, guesses: 0 }]]);
	});

	it("publishes guesses once a second, and a change of the hunt before that", async () => {
		const { published, huntChanged, pass } = listen();
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

	it("publishes the end of the hunt", async () => {
		const { published, huntChanged, pass } = listen();
		huntChanged();
		await pass(0);
		await at.add();
		await finishHunt(at.tools, at.admin, { huntId: at.huntId });
		huntChanged();
		await pass(200);
		expect(published.at(-1)).toEqual(["changed", null]);
	});

	it("logs a state that cannot be read, and publishes the next change", async () => {
		const { published, huntChanged, pass } = listen();
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
