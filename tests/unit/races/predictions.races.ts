/** Races of predictions: see {@link Race}. */
import { expect } from "vitest";
import { marketJob } from "~/events/predictions/decide.server";
import { actOnMarket, openMarket, stakeOn } from "~/events/predictions/markets.server";
import type { NewMarketForm } from "~/events/predictions/predictions.schema";
import { settleJobs } from "../../support/settle-jobs";
import { byAll, type Call, compete, newKey, type Race, repeat, type World } from "./race.setup";

const TEN_MINUTES = 600_000;

/** A form that opens a market for ten minutes. */
const newMarket = (world: World): NewMarketForm => ({
	...{ intent: "open", idempotencyKey: newKey(), minutes: 10, maxStake: 500 },
	...{ question: world.newName(), outcomes: ["red", "blue"] },
});

interface Shown {
	marketId: string;
	revision: number;
}
const settling =
	(admin: string, shown: Shown, result = 0): Call =>
	(tools) =>
		actOnMarket(tools, admin, { intent: "settle", ...shown, result });

/** A new market. Those of earlier rounds are as good as paid: only some may be open. */
async function openOne(world: World) {
	const unpaid = await world.rows("markets", { state: ["open", "decided"] });
	for (const { id, revision, state } of unpaid)
		if (state === "open") await settling(world.admin, { marketId: id, revision })(world.tools);
	if (unpaid.length > 0) {
		world.clock.pass(TEN_MINUTES);
		await settleJobs(world.tools, [marketJob]);
	}
	await openMarket(world.tools, world.admin, newMarket(world));
	const row = (await world.rows("markets", { state: "open" })).at(-1);
	return { marketId: row?.id ?? "", revision: row?.revision ?? 0 };
}

const staking =
	(viewer: string, marketId: string, outcome: number, points = 100): Call =>
	(tools) =>
		stakeOn(
			tools,
			{ id: viewer, isAdmin: false, rights: [] },
			{ idempotencyKey: newKey(), marketId, outcome, points },
		);

/** A decided market whose payment is due, with a viewer on each side. @returns also its viewers. */
async function dueMarket(world: World, outcomes: readonly number[]) {
	const { marketId, revision } = await openOne(world);
	const viewers = await world.viewers(1000, outcomes.length);
	for (const [at, outcome] of outcomes.entries())
		await staking(viewers[at] ?? "", marketId, outcome)(world.tools);
	await settling(world.admin, { marketId, revision })(world.tools);
	world.clock.pass(TEN_MINUTES);
	return { marketId, viewers, revision: revision + 1 };
}

const payJobs: Call = (tools) => settleJobs(tools, [marketJob]);

export const predictionRaces: readonly Race[] = [
	compete("bets of three viewers and the lock", async (world) => {
		const { marketId, revision } = await openOne(world);
		const viewers = await world.viewers(1000, 3);
		const lock: Call = (tools) => actOnMarket(tools, world.admin, { intent: "lock", marketId, revision });
		return {
			calls: [...viewers.map((viewer, at) => staking(viewer, marketId, at % 2)), lock],
			expected: [{ done: 4 }, ...[1, 2, 3].map((late) => ({ done: 4 - late, marketLocked: late }))],
			async check(outcomes) {
				const stakes = await world.rows("market_stakes", { market_id: marketId });
				expect(stakes).toHaveLength((outcomes.done ?? 0) - 1);
			},
		};
	}),

	compete("two bets of a viewer on each of two outcomes", async (world) => {
		const { marketId } = await openOne(world);
		const viewer = await world.viewer();
		return {
			calls: [0, 1, 0, 1].map((outcome) => staking(viewer, marketId, outcome)),
			expected: { done: 2, marketOther: 2 },
			async check() {
				expect(await world.row("market_stakes", { market_id: marketId })).toMatchObject({
					points: 200,
					parts: 2,
				});
				expect(await world.points(viewer)).toBe(800);
			},
		};
	}),

	compete("bets of a viewer beyond the maximum", async (world) => {
		const { marketId } = await openOne(world);
		const viewer = await world.viewer();
		return {
			calls: byAll(staking(viewer, marketId, 0, 200)),
			expected: { done: 2, marketMaxStake: 2 },
		};
	}),

	repeat("a bet on an outcome", async (world) => {
		const { marketId } = await openOne(world);
		const viewer = await world.viewer();
		const form = { idempotencyKey: newKey(), marketId, outcome: 0, points: 100 };
		return (tools) => stakeOn(tools, { id: viewer, isAdmin: false, rights: [] }, form);
	}),

	repeat("a new prediction", async (world) => {
		// Only some may be open.
		await openOne(world);
		const form = newMarket(world);
		return (tools) => openMarket(tools, world.admin, form);
	}),

	compete("admins who decide a prediction differently", async (world) => {
		const market = await openOne(world);
		return {
			calls: world.admins.map((admin, at) => settling(admin, market, at % 2)),
			expected: { done: 2, marketDecided: 2 },
		};
	}),

	compete("the payment and the undoing of a decision", async (world) => {
		const { marketId, revision, viewers } = await dueMarket(world, [0, 1]);
		const undo: Call = (tools) => actOnMarket(tools, world.admin, { intent: "undo", marketId, revision });
		return {
			calls: [payJobs, undo, payJobs, undo],
			expected: [{ done: 4 }, { done: 2, marketPaid: 2 }],
			async check({ marketPaid }) {
				expect((await world.row("markets", { id: marketId })).state).toBe(marketPaid ? "paid" : "open");
				expect(await world.points(viewers[0] ?? "")).toBe(marketPaid ? 1100 : 900);
			},
		};
	}),

	compete("a refund in four processes", async (world) => {
		const { viewers } = await dueMarket(world, [1, 1]);
		return {
			calls: byAll(payJobs),
			async check() {
				for (const viewer of viewers) expect(await world.points(viewer)).toBe(1000);
				expect(await world.entries("prediction-refund", ...viewers)).toHaveLength(2);
			},
		};
	}),
];
