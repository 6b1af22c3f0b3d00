/** Races of bonus hunts: see {@link Race}. */
import { expect } from "vitest";
import { addBonus, correctPayout, openBonus, removeBonus } from "~/bonus-hunt/model/bonuses.server";
import { saveGuess } from "~/bonus-hunt/model/guesses.server";
import { finishHunt, reopenHunt, startHunt } from "~/bonus-hunt/model/hunts.server";
import { payPrize } from "~/bonus-hunt/model/prize.server";
import { findBonuses, findOpenHunt } from "~/bonus-hunt/persistence/hunts.queries.server";
import { changeRows } from "../../support/rows-of";
import { type Call, compete, newKey, oneOf, type Race, repeat, type World } from "./race.setup";

const viewerOf = (id: string) => ({ id, isAdmin: false, rights: [] });

const DETAILS = { title: "Hunt", translations: {}, startCost: 10_000, stopLoss: 0 };
const SLOT = { name: "Wolf Gold", bet: 100, provider: "", image: "", preNote: "" };

/** Finishes the hunt of the round before: one is open at a time. */
const endHunts = ({ db }: World) =>
	changeRows(
		db,
		"hunts",
		{ status: "open" },
		{ status: "finished", guessing: "closed", finished_at: "2026-03-04T12:00:00.000Z" },
	);

/** A new open hunt with one slot. */
async function openHunt(world: World) {
	await endHunts(world);
	await startHunt(world.tools, world.admin, { ...DETAILS, idempotencyKey: newKey() });
	const huntId = (await findOpenHunt(world.db))?.id ?? "";
	await addBonus(world.tools, world.admin, { ...SLOT, huntId, idempotencyKey: newKey() });
	const [bonus] = await findBonuses(world.db, huntId);
	if (!bonus) throw new Error("no slot");
	return { huntId, bonusId: bonus.id, revision: bonus.revision };
}

/** A finished hunt that paid 1000 cents. Of two viewers, the first has the closest guess. */
async function finishedHunt(world: World) {
	const { huntId, bonusId } = await openHunt(world);
	const [winner = "", other = ""] = await world.viewers(0, 2);
	await saveGuess(world.tools, viewerOf(winner), { huntId, guess: 1000 });
	await saveGuess(world.tools, viewerOf(other), { huntId, guess: 5000 });
	await openBonus(world.tools, world.admin, { bonusId, payout: 1000 });
	await finishHunt(world.tools, world.admin, { huntId });
	const [bonus] = await findBonuses(world.db, huntId);
	return { huntId, bonusId, revision: bonus?.revision ?? 0, winner, other };
}

const huntOf = ({ row }: World, id: string) => row("hunts", { id });
const guessesOf = ({ rows }: World, hunt_id: string) => rows("hunt_guesses", { hunt_id });

export const huntRaces: readonly Race[] = [
	compete("admins who pay different prizes", async (world) => {
		const { huntId, winner: winnerId } = await finishedHunt(world);
		return {
			calls: world.admins.map((admin, index) => (tools) => {
				const prize = { huntId, winnerId, points: 100 + index };
				return payPrize(tools, admin, prize);
			}),
			expected: { done: 1, prizePaid: 3 },
			async check() {
				const { prize_points } = await huntOf(world, huntId);
				expect(await world.points(winnerId)).toBe(prize_points);
			},
		};
	}),

	...[
		{ isReopening: true, what: "the hunt that is opened again", refusal: "huntNotFinished" },
		{ isReopening: false, what: "a correction that changes the winner", refusal: "winnerChanged" },
	].map(({ isReopening, what, refusal }) =>
		compete(`a prize, and ${what}`, async (world) => {
			const [one = "", two = ""] = world.admins;
			const { huntId, bonusId, revision, winner, other } = await finishedHunt(world);
			const pay: Call = (tools) => payPrize(tools, one, { huntId, winnerId: winner, points: 100 });
			const change: Call = (tools) =>
				isReopening
					? reopenHunt(tools, two, { huntId })
					: correctPayout(tools, two, { huntId, bonusId, revision, payout: 5000 });
			return {
				calls: [pay, change, pay, change],
				expected: [
					{ done: 2, prizePaid: 2 },
					{ done: 2, [refusal]: 2 },
				],
				async check({ prizePaid }) {
					const isReopened = isReopening && !prizePaid;
					const [bonus] = await findBonuses(world.db, huntId);
					expect(await huntOf(world, huntId)).toMatchObject({ status: isReopened ? "open" : "finished" });
					expect(bonus?.payout).toBe(!isReopening && !prizePaid ? 5000 : 1000);
					expect([await world.points(winner), await world.points(other)]).toEqual([prizePaid ? 100 : 0, 0]);
				},
			};
		}),
	),

	compete("guesses, and the first slot, which ends guessing", async (world) => {
		const viewers = await world.viewers(0, 3);
		const { huntId, bonusId } = await openHunt(world);
		return {
			calls: [
				...viewers.map(
					(viewer): Call =>
						async (tools) => {
							await saveGuess(tools, viewerOf(viewer), { huntId, guess: 100 });
							return "guessed";
						},
				),
				(tools) => openBonus(tools, world.admin, { bonusId, payout: 100 }),
			],
			expected: [
				{ done: 1, guessed: 3 },
				{ done: 1, guessed: 2, guessingClosed: 1 },
				{ done: 1, guessed: 1, guessingClosed: 2 },
				{ done: 1, guessingClosed: 3 },
			],
			async check({ guessed = 0 }) {
				expect(await guessesOf(world, huntId)).toHaveLength(guessed);
				expect(await huntOf(world, huntId)).toMatchObject({ guessing: "closed" });
			},
		};
	}),

	oneOf("admins who start a hunt", { done: 1, huntAlreadyOpen: 3 }, async (world) => {
		await endHunts(world);
		return world.admins.map((admin) => {
			const form = { ...DETAILS, idempotencyKey: newKey() };
			return (tools) => startHunt(tools, admin, form);
		});
	}),

	repeat("a new hunt", async (world) => {
		await endHunts(world);
		const form = { ...DETAILS, idempotencyKey: newKey() };
		return (tools) => startHunt(tools, world.admin, form);
	}),

	repeat("the end of a hunt", async (world) => {
		const { huntId } = await openHunt(world);
		return (tools) => finishHunt(tools, world.admin, { huntId });
	}),

	repeat("a new slot", async (world) => {
		const form = { ...SLOT, huntId: (await openHunt(world)).huntId, idempotencyKey: newKey() };
		return (tools) => addBonus(tools, world.admin, form);
	}),

	compete("new slots of four admins", async (world) => {
		const { huntId } = await openHunt(world);
		return {
			calls: world.admins.map((admin) => {
				const form = { ...SLOT, huntId, idempotencyKey: newKey() };
				return (tools) => addBonus(tools, admin, form);
			}),
			async check() {
				const positions = (await findBonuses(world.db, huntId)).map(({ position }) => position);
				expect(positions).toEqual([1, 2, 3, 4, 5]);
			},
		};
	}),

	oneOf("payouts of one slot by four admins", { done: 1, editConflict: 3 }, async (world) => {
		const { bonusId } = await openHunt(world);
		return world.admins.map(
			(admin, index) => (tools) => openBonus(tools, admin, { bonusId, payout: 100 + index }),
		);
	}),

	oneOf("admins who remove the same slot", { done: 1, bonusGone: 3 }, async (world) => {
		const { bonusId, revision } = await openHunt(world);
		return world.admins.map((admin) => {
			const form = { bonusId, revision, idempotencyKey: newKey() };
			return (tools) => removeBonus(tools, admin, form);
		});
	}),
];
