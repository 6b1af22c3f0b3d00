import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openBonus } from "~/bonus-hunt/model/bonuses.server";
import { saveGuess } from "~/bonus-hunt/model/guesses.server";
import type { OwnHunt } from "~/bonus-hunt/model/hunt";
import { applyChange, changeBetween, type HuntChange } from "~/bonus-hunt/model/hunt-events";
import { openHuntTopic } from "~/bonus-hunt/model/hunt-events.server";
import { finishHunt } from "~/bonus-hunt/model/hunts.server";
import { readOwnHunt } from "~/bonus-hunt/model/local-hunt.server";
import { pickFrom, seededRandom, seedFrom } from "../../support/random";
import { openHunt, type TestHunt } from "./hunt.setup";

let at: TestHunt;
beforeEach(async () => {
	at = await openHunt();
});
afterEach(() => at.close());

const read = async (): Promise<OwnHunt> => {
	const hunt = await readOwnHunt(at.tools);
	if (!hunt) throw new Error("no hunt");
	return hunt;
};

describe("a change", () => {
	it("makes of a known hunt the one that there is, whatever was done", async () => {
		const random = seededRandom(seedFrom("HUNT_SEED"));
		let known = await read();
		for (let round = 0; round < 25; round++) {
			for (let steps = 1 + Math.floor(random() * 3); steps > 0; steps--) {
				const all = await at.bonuses();
				const waiting = all.find(({ payout }) => payout === null);
				const kind = pickFrom(["add", "open", "remove"], random);
				if (kind === "remove" && all.length > 2) {
					await at.remove(pickFrom(all, random).id);
				} else if (kind === "open" && waiting) {
					await openBonus(at.tools, at.admin, { bonusId: waiting.id, payout: steps * 100 });
				} else await at.add(`Slot ${round}`);
			}
			const now = await read();
			// As it goes over the wire.
			const change = JSON.parse(JSON.stringify(changeBetween(known, now))) as HuntChange;
			expect(applyChange(known, change)).toEqual(now);
			known = now;
		}
	});

	it("holds the slots that differ and no other", async () => {
		for (const name of ["A", "B", "C"]) await at.add(name);
		const before = await read();
		await openBonus(at.tools, at.admin, { bonusId: (await at.bonuses())[1]?.id ?? "", payout: 100 });
		expect(changeBetween(before, await read()).slots.map(({ slotName }) => slotName)).toEqual(["B"]);
	});

	it("is not applied to what it does not build on", async () => {
		const first = await read();
		await at.add("A");
		const second = await read();
		await at.add("B");
		const third = await read();
		const change = changeBetween(second, third);
		expect(applyChange(first, change)).toBeUndefined();
		expect(applyChange(undefined, change)).toBeUndefined();
		expect(applyChange({ ...second, id: "other" }, change)).toBeUndefined();
		expect(applyChange(third, change)).toEqual(third);
	});
});

describe("the topic", () => {
	function listen() {
		const told: [event: string, data: unknown][] = [];
		let now = 0;
		let timers: { at: number; run: () => void }[] = [];
		let snapshot: (() => unknown) | undefined;
		const huntChanged = openHuntTopic({
			db: at.db,
			log: { error: (line: unknown) => void told.push(["error", line]) },
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
					told.push([event, data]);
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
		return { told, huntChanged, pass, snapshot: () => snapshot?.(), waits: () => timers.length };
	}

	it("begins with how far the hunt is", async () => {
		const { snapshot } = listen();
		const { id, revision } = await read();
		expect(await snapshot()).toEqual([{ event: "state", data: { id, revision } }]);
		await at.add();
		await finishHunt(at.tools, at.admin, { huntId: at.huntId });
		expect(await snapshot()).toEqual([{ event: "state", data: null }]);
	});

	it("tells at once, then five times a second at most, of all that came between", async () => {
		const { told, huntChanged, pass, waits } = listen();
		huntChanged();
		await pass(0);
		expect(told.splice(0)).toEqual([["hunt", await read()]]);
		for (let count = 0; count < 5; count++) {
			await at.add(`Slot ${count}`);
			huntChanged();
		}
		expect(waits()).toBe(1);
		await pass(199);
		expect(told).toEqual([]);
		await pass(1);
		const slots = expect.objectContaining({ length: 5 });
		expect(told).toEqual([["changed", expect.objectContaining({ from: 1, revision: 6, slots })]]);
	});

	it("tells of guesses once a second, and of the hunt before that", async () => {
		const { told, huntChanged, pass } = listen();
		huntChanged();
		await pass(0);
		told.length = 0;
		await saveGuess(at.tools, at.admin, { huntId: at.huntId, guess: 5 });
		huntChanged("guesses");
		await pass(300);
		expect(told).toEqual([]);
		await at.add();
		huntChanged();
		await pass(0);
		expect(told.splice(0)).toEqual([["changed", expect.objectContaining({ guesses: 1, revision: 2 })]]);
		huntChanged("guesses");
		await pass(999);
		expect(told).toEqual([]);
		await pass(1);
		expect(told).toHaveLength(1);
	});

	it("says that there is none any more", async () => {
		const { told, huntChanged, pass } = listen();
		huntChanged();
		await pass(0);
		await at.add();
		await finishHunt(at.tools, at.admin, { huntId: at.huntId });
		huntChanged();
		await pass(200);
		expect(told.at(-1)).toEqual(["hunt", null]);
	});
});
