import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import { propertySeed, sized } from "../../../../support/test-size";
import { answerTo, CLOSES, engineOfTest, holding, TIMING } from "./engine.setup";

const { open, begin } = engineOfTest();
const END = momentOf(300);
const idOf = async (call: Promise<{ id: string }>) => (await call).id;
const phases = () => open.events.filter((event) => /^\d+ (waiting|flying|crashed|idle)$/.test(event));

describe("an early start", () => {
	it("begins the flight at once, which then goes on as usual", async () => {
		await begin();
		const bet = await idOf(open.place("ana"));
		await open.clock.advance(1500);
		// The flight waits for bets that were accepted before it.
		const other = open.place("bruno");
		await open.engine.flyNow("ana", bet);
		expect(open.engine.current()?.round.phase).toBe("flying");
		expect(open.engine.current()?.round.bets.get("bruno")?.id).toBe((await other).id);
		await open.clock.advance(END + TIMING.crashed + TIMING.waiting);
		expect(phases()).toEqual([
			"1000 waiting",
			"2500 flying",
			`${2500 + END} crashed`,
			`${2500 + END + TIMING.crashed} waiting`,
			`${2500 + END + TIMING.crashed + TIMING.waiting} flying`,
		]);
		expect(open.errors).toEqual([]);
	});

	it("needs the player's own bet", async () => {
		await begin();
		const bet = await idOf(open.place("ana"));
		expect(await answerTo(open.engine.flyNow("bruno", bet))).toBe("noBet");
		expect(await answerTo(open.engine.flyNow("ana", crypto.randomUUID()))).toBe("noBet");
		await open.place("bruno");
		expect(await answerTo(open.engine.flyNow("bruno", bet))).toBe("noBet");
		expect(open.engine.current()?.round.phase).toBe("waiting");
		await open.clock.advanceTo(CLOSES);
		expect(phases()).toEqual(["1000 waiting", `${CLOSES} flying`]);
	});

	it("closes betting in its step: nothing can be cancelled or placed while the crash point is drawn", async () => {
		const launch = holding("launch");
		await begin(launch);
		const bet = await idOf(open.place("ana"));
		const flown = open.engine.flyNow("ana", bet);
		const cancelled = answerTo(open.engine.cancel("ana", bet));
		const placed = answerTo(open.place("bruno"));
		await open.clock.advance(0);
		expect(open.engine.current()?.round.phase).toBe("waiting");
		expect([await cancelled, await placed]).toEqual(["bettingClosed", "bettingClosed"]);
		expect(await answerTo(open.engine.cashOut("ana", bet))).toBe("notFlying");
		launch.finish();
		await flown;
		expect(await answerTo(open.engine.cancel("ana", bet))).toBe("bettingClosed");
		expect([...(open.engine.current()?.round.bets.keys() ?? [])]).toEqual(["ana"]);
	});

	it("does not start the flight of a bet that is being cancelled or was cancelled", async () => {
		await begin();
		const bet = await idOf(open.place("ana"));
		const cancelled = open.engine.cancel("ana", bet);
		expect(await answerTo(open.engine.flyNow("ana", bet))).toBe("noBet");
		await cancelled;
		expect(await answerTo(open.engine.flyNow("ana", bet))).toBe("betRefunded");
		expect(open.engine.current()?.round.phase).toBe("waiting");
	});

	it("settles every bet once, for any order of requests", async () => {
		const request = fc.record({
			at: fc.integer({ min: 0, max: TIMING.waiting + END }),
			what: fc.constantFrom("fly", "fly", "cancel", "cashOut", "place"),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(request, { maxLength: 8 }), async (requests) => {
				await begin();
				const bet = await idOf(open.place("ana"));
				for (const { at, what } of requests) {
					open.clock.at(1000 + at, () => {
						const { engine } = open;
						const call = {
							fly: () => engine.flyNow("ana", bet),
							cancel: () => engine.cancel("ana", bet),
							cashOut: () => engine.cashOut("ana", bet),
							place: () => open.place("ana"),
						}[what as "fly"];
						void answerTo(call());
					});
				}
				await open.clock.advance(2 * (TIMING.waiting + END + TIMING.crashed));
				const ended = open.events.filter((event) => /paid ana|gone ana|settled ana/.test(event));
				const placed = open.events.filter((event) => event.startsWith("placed ana"));
				expect(ended).toHaveLength(placed.length);
				expect(open.errors).toEqual([]);
			}),
			{ numRuns: sized(20, 400), seed: propertySeed(20260304) },
		);
	});
});
