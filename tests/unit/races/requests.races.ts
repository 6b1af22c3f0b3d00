/** Races of requests for slots: see {@link Race}. */
import { expect } from "vitest";
import {
	askForSlot,
	decideRequest,
	refundUnplayable,
	takeIntoHunt,
	withdrawRequest,
} from "~/team/requests/requests.server";
import { addRow } from "../../support/rows-of";
import { type Call, compete, newKey, oneOf, type Race, repeat, type World } from "./race.setup";

/** A new slot. @returns its id. */
async function slotIn({ db, newName }: World): Promise<string> {
	const id = newName();
	await addRow(db, "slots", { id, name: id });
	return id;
}

const ask =
	(viewer: string, slotId: string, idempotencyKey = newKey()): Call =>
	(tools) =>
		askForSlot(tools, viewer, { idempotencyKey, slotId, price: tools.config.SLOT_REQUEST_PRICE });

/** A waiting request. Those of other rounds are refunded before, because the queue is limited. */
async function waiting(world: World) {
	const [viewer, slotId] = [await world.viewer(), await slotIn(world)];
	for (const { slot_id } of await world.rows("slot_requests", { state: "waiting" }))
		await world.db.deleteFrom("slots").where("id", "=", slot_id).execute();
	await refundUnplayable(world.tools);
	await ask(viewer, slotId)(world.tools);
	return { viewer, requestId: (await world.row("slot_requests", { slot_id: slotId })).id };
}

/** The points of a request in the ledger: a charge, and a refund unless the points are kept. */
async function expectPoints(world: World, viewer: string) {
	const { state } = await world.row("slot_requests", { user_id: viewer });
	const isKept = state === "played" || state === "hunt";
	expect(await world.points(viewer)).toBe(isKept ? 500 : 1000);
	expect(await world.entries("slot-request-refund", viewer)).toHaveLength(isKept ? 0 : 1);
}

export const requestRaces: readonly Race[] = [
	repeat("a request for a slot", async (world) => {
		await waiting(world);
		return ask(await world.viewer(), await slotIn(world), newKey());
	}),

	oneOf("requests for one slot by four viewers", { done: 1, requestSlotWaits: 3 }, async (world) => {
		await waiting(world);
		const slotId = await slotIn(world);
		return (await world.viewers()).map((viewer) => ask(viewer, slotId));
	}),

	compete("two who play a request, one who skips it, and its withdrawal", async (world) => {
		const { viewer, requestId } = await waiting(world);
		const intents = ["played", "played", "skipped"] as const;
		return {
			calls: [
				...intents.map(
					(intent, at): Call =>
						(tools) =>
							decideRequest(tools, world.admins[at] ?? "", { intent, requestId }),
				),
				(tools) => withdrawRequest(tools, viewer, requestId),
			],
			expected: { done: 1, requestDecided: 3 },
			check: () => expectPoints(world, viewer),
		};
	}),

	compete("a withdrawal, the hunt, and the deletion of the slot", async (world) => {
		if ((await world.rows("hunts", { status: "open" })).length === 0)
			await addRow(world.db, "hunts", { id: world.newName(), status: "open" });
		const { viewer, requestId } = await waiting(world);
		const { slot_id } = await world.row("slot_requests", { id: requestId });
		await world.db.deleteFrom("slots").where("id", "=", slot_id).execute();
		const take =
			(at: number): Call =>
			(tools) =>
				takeIntoHunt(tools, world.admins[at] ?? "", { requestId, bet: 100 });
		return {
			calls: [...[take(0), take(1), refundUnplayable], (tools) => withdrawRequest(tools, viewer, requestId)],
			expected: [
				{ done: 2, requestDecided: 2 },
				{ done: 1, requestDecided: 3 },
			],
			async check() {
				await expectPoints(world, viewer);
				const { state } = await world.row("slot_requests", { id: requestId });
				const added = await world.rows("hunt_slots", { name: slot_id });
				expect(added).toHaveLength(state === "hunt" ? 1 : 0);
			},
		};
	}),
];
