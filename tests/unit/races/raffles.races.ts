/** Races of raffles: see {@link Race}. */
import { expect } from "vitest";
import { cancelRaffle, passPlace } from "~/events/raffles/decide.server";
import { readList } from "~/events/raffles/draw-file";
import { enterRaffle } from "~/events/raffles/enter.server";
import { raffles } from "~/events/raffles/raffles.server";
import { readPublishedDraw } from "~/events/raffles/raffles-page.server";
import { saveRecordForm } from "~/records/change-record.server";
import { settleJobs } from "../../support/settle-jobs";
import { FORM, MINUTE_MS, RAFFLE_JOBS } from "../events/raffles/raffles.setup";
import { byAll, type Call, compete, newKey, type Race, repeat, type World } from "./race.setup";

const HOUR_MS = 60 * MINUTE_MS;

/** A raffle that closes within an hour or two. */
async function openRaffle(world: World, change: Partial<typeof FORM> = {}) {
	const closesAt = new Date(world.clock.now().getTime() + 2 * HOUR_MS).toISOString().slice(0, 16);
	const form = { ...FORM, closesAt, hasFreeTicket: false, ...change, idempotencyKey: newKey() };
	return saveRecordForm(world.tools, raffles, world.admin, undefined, form);
}

const enter = (raffleId: string, id: string, count = 1): Call => {
	const form = { idempotencyKey: newKey(), raffleId, count, price: 50 };
	return async (tools) => void (await enterRaffle(tools, { id, isAdmin: false, rights: [] }, form));
};

/** Does all that is due. */
const settle: Call = (tools) => settleJobs(tools, RAFFLE_JOBS);

/** A raffle with two entrants, drawn but not paid. */
async function drawnRaffle(world: World) {
	const raffleId = await openRaffle(world, { prizes: "500" });
	const viewers = await world.viewers(1000, 2);
	for (const viewer of viewers) await enter(raffleId, viewer)(world.tools);
	await closeRaffle(world, raffleId);
	return { raffleId, viewers };
}

async function closeRaffle(world: World, id: string) {
	world.clock.set((await world.row("raffles", { id })).closes_at);
	await settle(world.tools);
	world.clock.pass(MINUTE_MS);
	await settle(world.tools);
}

export const raffleRaces: readonly Race[] = [
	compete("tickets for four viewers", async (world) => {
		const raffleId = await openRaffle(world);
		const viewers = await world.viewers();
		return {
			calls: viewers.map((viewer) => enter(raffleId, viewer, 3)),
			async check() {
				expect(await world.rows("raffle_tickets", { raffle_id: raffleId })).toHaveLength(12);
				for (const viewer of viewers) expect(await world.points(viewer)).toBe(850);
			},
		};
	}),

	compete("the last two tickets that a viewer may buy", async (world) => {
		const raffleId = await openRaffle(world, { maxBought: 2 });
		const viewer = await world.viewer();
		return {
			calls: Array.from({ length: 4 }, () => enter(raffleId, viewer)),
			expected: { done: 2, raffleTicketsUsed: 2 },
			check: async () => expect(await world.points(viewer)).toBe(900),
		};
	}),

	compete("a viewer's free ticket", async (world) => {
		const raffleId = await openRaffle(world, { hasFreeTicket: true });
		const viewer = await world.viewer();
		return {
			calls: Array.from({ length: 4 }, () => enter(raffleId, viewer, 0)),
			expected: { done: 1, raffleNotSubscriber: 3 },
		};
	}),

	repeat("tickets", async (world) => enter(await openRaffle(world), await world.viewer(), 2)),

	compete("tickets, and the final list", async (world) => {
		const raffleId = await openRaffle(world);
		const viewers = await world.viewers(1000, 3);
		const { closes_at } = await world.row("raffles", { id: raffleId });
		world.clock.set(new Date(Date.parse(closes_at) - 1).toISOString());
		const close: Call = async (tools) => {
			world.clock.set(closes_at);
			await settle(tools);
			return "closed";
		};
		return {
			calls: [...viewers.map((viewer) => enter(raffleId, viewer)), close],
			expected: [
				{ done: 3, closed: 1 },
				{ done: 2, raffleClosed: 1, closed: 1 },
				{ done: 1, raffleClosed: 2, closed: 1 },
				{ raffleClosed: 3, closed: 1 },
			],
			async check({ done = 0 }) {
				const { list = "" } = (await readPublishedDraw(world.tools, raffleId)) ?? {};
				expect(readList(list)?.owners.size).toBe(done);
			},
		};
	}),

	compete("a draw and its payment by four processes", async (world) => {
		const { raffleId, viewers } = await drawnRaffle(world);
		world.clock.pass(HOUR_MS);
		return {
			calls: byAll(settle),
			async check() {
				expect(await world.entries("raffle-payout", ...viewers)).toHaveLength(1);
				expect((await world.row("raffle_places", { raffle_id: raffleId, place: 1 })).state).toBe("paid");
			},
		};
	}),

	compete("the payment of a place that is passed over", async (world) => {
		const { raffleId, viewers } = await drawnRaffle(world);
		world.clock.pass(HOUR_MS);
		const pass: Call = (tools) => passPlace(tools, world.admin, { raffleId, place: 1, reason: "Away" });
		return {
			calls: [settle, pass, settle, pass],
			expected: [{ done: 4 }, { done: 3, rafflePaid: 1 }, { done: 2, rafflePaid: 2 }],
			async check({ rafflePaid = 0 }) {
				const places = await world.rows("raffle_places", { raffle_id: raffleId });
				expect(places.filter(({ state }) => state === "passed")).toHaveLength(rafflePaid > 1 ? 0 : 1);
				expect((await world.entries("raffle-payout", ...viewers)).length).toBe(rafflePaid > 1 ? 1 : 0);
			},
		};
	}),

	compete("the end of a raffle by four admins, and its refunds", async (world) => {
		const { raffleId, viewers } = await drawnRaffle(world);
		return {
			calls: world.admins.map((admin) => async (tools) => {
				await cancelRaffle(tools, admin, { raffleId, reason: "Over" });
				await settle(tools);
			}),
			async check() {
				expect(await world.entries("raffle-refund", ...viewers)).toHaveLength(2);
				for (const viewer of viewers) expect(await world.points(viewer)).toBe(1000);
			},
		};
	}),
];
