import { expect, it } from "vitest";
import { multiplierAt } from "~/games/crash/engine/curve";
import { followLiveCrash } from "~/games/crash/engine/followed-live.server";
import { LIVE_TOPIC, type LiveState } from "~/games/crash/engine/view";
import { createTestClock } from "../../../../support/clock";
import { databaseForEachTest } from "../../../../support/for-each-test";

const test = databaseForEachTest({ users: {} });

type Hub = Parameters<typeof followLiveCrash>[0]["hub"];
type Followed = { snapshot(): { data: LiveState }[]; onFrame(message: object): void };

it("a process that follows the game shows the flight where the leader holds it, and that it is the last one", async () => {
	const clock = createTestClock();
	let followed: Followed | undefined;
	const switches: unknown[] = [];
	const hub = {
		publish: (...[, , data]: unknown[]) => void switches.push(data),
		followTopic: (_name: string, options: unknown) => (followed = options as Followed),
	} as unknown as Hub;
	const { playingNow } = await followLiveCrash({ db: test.db, clock, hub });
	const receive = (event: string, data: unknown) => followed?.onFrame({ topic: LIVE_TOPIC, event, data });
	const round = () => followed?.snapshot()[0]?.data.round;

	const flying = { id: "r", phase: "flying", elapsed: 0, lasts: null, multiplier: 100 };
	receive("state", { active: true, round: flying, bets: [], totals: {}, history: [], best: null });
	await clock.advance(60);
	expect(round()).toMatchObject({ elapsed: 60, multiplier: 100 });
	receive("tick", [3000, multiplierAt(3000), 200]);
	await clock.advance(150);
	expect(round()).toMatchObject({ elapsed: 3150, multiplier: multiplierAt(3150) });
	await clock.advance(60_000);
	expect(round()).toMatchObject({ elapsed: 3200, multiplier: multiplierAt(3200) });

	receive("state", { active: false, round: flying, bets: [], totals: {}, history: [], best: null });
	receive("phase", { ...flying, phase: "crashed", multiplier: 170, lasts: 5000 });
	expect(switches).toEqual([
		{ active: true, stopping: false },
		{ active: false, stopping: true },
		{ active: false, stopping: false },
	]);
	receive("tick", [3300, 171, 100]);
	await clock.advance(1000);
	expect(round()).toMatchObject({ phase: "crashed", elapsed: 1000, multiplier: 170 });

	const player = { name: "ana" };
	const named = { bets: [{ id: "b", player }], totals: { players: 1 }, history: [], best: null };
	receive("state", { active: true, round: { ...flying, id: "s" }, ...named });
	const waiting = { active: true, round: { ...flying, id: "t", phase: "waiting" }, history: [], best: null };
	receive("state", { ...waiting, bets: [], totals: {} });
	expect(playingNow()?.en, "until the next flight").toContain("ana");
	receive("state", { ...waiting, bets: [], totals: {} });
	expect(playingNow(), "a name may be hidden").toBeNull();
});
