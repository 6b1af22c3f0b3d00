/** Races of the store: see {@link Race}. */
import { expect } from "vitest";
import { findItem } from "~/store/items/items.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import type { Decision } from "~/store/orders/orders";
import { type RedeemInput, redeem } from "~/store/redeem/redeem.server";
import { resendMessage } from "~/store/redeem-bot/redeem-bot.server";
import { changeRows } from "../../support/rows-of";
import { type ItemInput, MUG, saveItem } from "../store/redeem.setup";
import { type Call, compete, newKey, oneOf, type Race, repeat, type World } from "./race.setup";

/** Adds an item. @returns its id, a function that fills in its form, and the calls that send a form for each viewer. */
export async function addItem({ tools, admin, db }: World, change: Partial<ItemInput> = {}) {
	const { id } = await saveItem(tools, admin, { ...MUG, idempotencyKey: newKey(), ...change });
	const item = await findItem(db, id);
	if (!item) throw new Error(`no item ${id}`);
	const { revision, price, stock } = item;
	const form = (): RedeemInput => ({ idempotencyKey: newKey(), itemId: id, revision, price, stock });
	const redeems = (...viewers: readonly string[]): Call[] =>
		viewers.map((viewer) => {
			const input = form();
			return (tools) => redeem(tools, viewer, input);
		});
	return { id, revision, form, redeems };
}

const stockOf = async ({ row }: World, id: string) => (await row("store_items", { id })).stock;

/** An order of an item with the price of 100 by a viewer with 1000 points. */
async function orderOnce(world: World, change: Partial<ItemInput> = {}) {
	const viewer = await world.viewer();
	const item = await addItem(world, change);
	const { orderId } = await redeem(world.tools, viewer, item.form());
	return { viewer, item, orderId };
}

/** Decides an order. @returns why it was not decided, or `done`. */
const decideOrder =
	(orderId: string, adminId: string, decision: Decision): Call =>
	async (tools) => {
		const { left } = await decideOrders(tools, [orderId], { decision, note: "", adminId });
		return left[0]?.code ?? "done";
	};

export const storeRaces: readonly Race[] = [
	oneOf(
		"an item that each viewer may have once, by one viewer",
		{ done: 1, itemLimitReached: 3 },
		async (world) => {
			const viewer = await world.viewer();
			return (await addItem(world, { viewerLimit: 1 })).redeems(viewer, viewer, viewer, viewer);
		},
	),

	oneOf("the last piece of an item, by four viewers", { done: 1, outOfStock: 3 }, async (world) =>
		(await addItem(world, { stock: 1 })).redeems(...(await world.viewers())),
	),

	compete("the last two codes of an item, by four viewers", async (world) => {
		const item = await addItem(world, { hasCodes: true, codes: ["one", "two"] });
		return {
			calls: item.redeems(...(await world.viewers())),
			expected: { done: 2, outOfStock: 2 },
			async check() {
				const orders = (await world.rows("orders", { item_id: item.id })).map(({ id }) => id).sort();
				const codes = await world.rows("item_codes", { item_id: item.id });
				expect(codes.map(({ order_id }) => order_id).sort()).toEqual(orders);
			},
		};
	}),

	compete("a price that two admins change", async (world) => {
		const { id, revision, redeems } = await addItem(world);
		const edited = { id, revision, stock: 5 };
		const edits = world.admins.slice(2).map((admin): Call => {
			const form = { ...MUG, price: 300, idempotencyKey: newKey(), edited };
			return (tools) => saveItem(tools, admin, form);
		});
		return {
			calls: [...redeems(...(await world.viewers(1000, 2))), ...edits],
			expected: [
				{ done: 3, editConflict: 1 },
				{ done: 2, editConflict: 1, itemChanged: 1 },
				{ done: 1, editConflict: 1, itemChanged: 2 },
			],
			async check() {
				const orders = await world.rows("orders", { item_id: id });
				for (const { item_price } of orders) expect(item_price).toBe(100);
				expect(await stockOf(world, id)).toBe(5 - orders.length);
			},
		};
	}),

	repeat("a redeem", async (world) => {
		const viewer = await world.viewer();
		const form = (await addItem(world)).form();
		return (tools) => redeem(tools, viewer, form);
	}),

	compete("an order that two admins approve and two cancel", async (world) => {
		const { viewer, item, orderId } = await orderOnce(world);
		return {
			calls: world.admins.map((admin, index) =>
				decideOrder(orderId, admin, index % 2 === 0 ? "approved" : "cancelled"),
			),
			expected: { done: 1, orderDecided: 3 },
			async check() {
				const { status } = await world.row("orders", { item_id: item.id });
				const isCancelled = status === "cancelled";
				expect(await world.points(viewer)).toBe(isCancelled ? 1000 : 900);
				expect(await stockOf(world, item.id)).toBe(isCancelled ? 5 : 4);
			},
		};
	}),

	repeat("the cancellation of an order", async (world) =>
		decideOrder((await orderOnce(world)).orderId, world.admin, "cancelled"),
	),

	repeat("a new item with codes", async (world) => {
		const form = { ...MUG, hasCodes: true, codes: ["a", "b"], idempotencyKey: newKey() };
		return (tools) => saveItem(tools, world.admin, form);
	}),

	compete("admins who send a message again", async (world) => {
		const { orderId: order_id } = await orderOnce(world);
		const dead = { state: "dead", tries: 10, next_at: null, fault: "timeout" } as const;
		await changeRows(world.db, "jobs", { reference: order_id }, dead);
		return {
			calls: world.admins.map((admin) => (tools) => resendMessage(tools, admin, order_id)),
			check: async () =>
				expect(await world.row("jobs", { reference: order_id })).toMatchObject({ state: "due", tries: 0 }),
		};
	}),
];
