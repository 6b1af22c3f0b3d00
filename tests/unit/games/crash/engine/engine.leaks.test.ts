import { expect, it } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import { CLOSES, engineOfTest } from "./engine.setup";

const NEXT_ROUND = CLOSES + momentOf(300) + 5000;
const NONE = { placements: 0, payments: 0, refunds: 0 };
const { begin } = engineOfTest();

it("clears the placements, payments and refunds of a round when the next one opens", async () => {
	const { place, engine, clock } = await begin();
	await place("carla", null, 5000).catch(() => {});
	expect(engine.counts(), "a rejected placement").toEqual(NONE);
	const [cancelled, placed] = await Promise.all([place("ana"), place("bruno")]);
	await engine.cancel("ana", cancelled.id);
	await clock.advanceTo(CLOSES + 100);
	await engine.cashOut("bruno", placed.id);
	expect(engine.counts()).toEqual({ placements: 0, payments: 1, refunds: 1 });
	await clock.advanceTo(NEXT_ROUND);
	expect(engine.current()?.round.phase).toBe("waiting");
	expect(engine.counts()).toEqual(NONE);
	expect(await engine.cancel("ana", cancelled.id), "answered from the stored bet").toBeUndefined();
});

it("clears them when the engine becomes idle", async () => {
	const { place, engine, clock, stop } = await begin();
	const { id } = await place("ana");
	await engine.cancel("ana", id);
	await place("ana", 150);
	await clock.advanceTo(CLOSES + 1);
	stop();
	await clock.advance(60_000);
	expect(engine.current()).toBeUndefined();
	expect([engine.counts(), clock.waiting()]).toEqual([NONE, 0]);
});

it("holds one timer in each phase, independently of the number of answered cash-outs", async () => {
	const { place, engine, clock } = await begin({ answerWithinMs: 3000 });
	const bets = await Promise.all(["ana", "bruno", "carla"].map((userId) => place(userId)));
	expect(clock.waiting()).toBe(1);
	await clock.advanceTo(CLOSES + 100);
	for (const [index, userId] of ["ana", "bruno", "carla"].entries()) {
		await engine.cashOut(userId, bets[index]?.id ?? "");
	}
	expect(clock.waiting()).toBe(1);
	await clock.advanceTo(CLOSES + momentOf(300) + 1);
	expect(clock.waiting()).toBe(1);
});

it("holds no timer after the engine has ended during betting, a flight or the pause after a crash", async () => {
	for (const moment of [CLOSES - 1, CLOSES + 100, NEXT_ROUND - 1]) {
		const { engine, clock } = await begin();
		await clock.advanceTo(moment);
		await engine.end();
		expect(clock.waiting(), `at ${moment}`).toBe(0);
	}
});
