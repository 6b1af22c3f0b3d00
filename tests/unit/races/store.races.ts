/** Races of the store: see {@link Race}. */
import { expect } from "vitest";
import { findItem } from "~/store/items/items.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import type { Decision } from "~/store/orders/orders";
import { type RedeemInput, redeem } from "~/store/redeem/redeem.server";
import { resendMessage } from "~/store/redeem-bot/redeem-bot.server";
import { changeRows } from "../../support/rows-of";
import { disableItem, type ItemInput, MUG, saveItem } from "../store/redeem.setup";
import { type Call, compete, newKey, type Race, repeat, type World } from "./race.setup";

const REDEEM = "store/redeem/redeem#redeem";
const SAVE_ITEM = "records/change-record#saveRecordForm";
const DECIDE = "store/orders/order-decisions#decideOne";

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

const ordersOf = ({ rows }: World, item_id: string) => rows("orders", { item_id });
const stockOf = async ({ row }: World, id: string) => (await row("store_items", { id })).stock;
const changesOf = ({ rows }: World, subject: string, action: string) =>
	rows("admin_changes", { subject, action });

/** An order of an item with the price of 100 by a viewer with 1000 points. */
async function orderOnce(world: World, change: Partial<ItemInput> = {}) {
	const viewer = await world.viewer();
	const item = await addItem(world, change);
	const { orderId } = await redeem(world.tools, viewer, item.form());
	return { viewer, item, orderId };
}

/** Decides an order. @returns why it was not decided, or `done`. */
const decideOrder =
	(orderId: string, adminId: string, decision: Decision, note = ""): Call =>
	async (tools) => {
		const { left } = await decideOrders(tools, [orderId], { decision, note, adminId });
		return left[0]?.code ?? "done";
	};

/** An item of which one viewer may have one. */
const once = (name: string, change: Partial<ItemInput>, refusal: string) =>
	compete(name, [REDEEM], async (world) => {
		const viewer = await world.viewer();
		const item = await addItem(world, change);
		return {
			calls: item.redeems(viewer, viewer, viewer, viewer),
			expected: { done: 1, [refusal]: 3 },
			async check() {
				expect(await ordersOf(world, item.id)).toHaveLength(1);
				expect(await stockOf(world, item.id)).toBe(4);
				expect(await world.points(viewer)).toBe(900);
			},
		};
	});

export const storeRaces: readonly Race[] = [
	once("an item that each viewer may have once, by one viewer", { viewerLimit: 1 }, "itemLimitReached"),
	once("an item with a cooldown, by one viewer", { cooldownHours: 1 }, "itemCoolingDown"),

	compete("the last piece of an item, by four viewers", [REDEEM], async (world) => {
		const viewers = await world.viewers();
		const item = await addItem(world, { stock: 1 });
		return {
			calls: item.redeems(...viewers),
			expected: { done: 1, outOfStock: 3 },
			async check() {
				const order = await world.row("orders", { item_id: item.id });
				expect(await stockOf(world, item.id)).toBe(0);
				for (const viewer of viewers)
					expect(await world.points(viewer)).toBe(viewer === order.user_id ? 900 : 1000);
			},
		};
	}),

	compete("the last two codes of an item, by four viewers", [REDEEM], async (world) => {
		const viewers = await world.viewers();
		const item = await addItem(world, { hasCodes: true, codes: ["one", "two"] });
		return {
			calls: item.redeems(...viewers),
			expected: { done: 2, outOfStock: 2 },
			async check() {
				const orders = (await ordersOf(world, item.id)).map(({ id }) => id).sort();
				const codes = await world.rows("item_codes", { item_id: item.id });
				expect(codes.map(({ order_id }) => order_id).sort()).toEqual(orders);
				for (const order_id of orders)
					expect(await world.rows("jobs", { reference: order_id })).toHaveLength(1);
			},
		};
	}),

	compete("points for one item, by the forms of four", [REDEEM], async (world) => {
		const viewer = await world.viewer(100);
		const items = [await addItem(world), await addItem(world), await addItem(world), await addItem(world)];
		return {
			calls: items.flatMap((item) => item.redeems(viewer)),
			expected: { done: 1, insufficientPoints: 3 },
			async check() {
				expect(await world.points(viewer)).toBe(0);
				const stocks = await Promise.all(items.map(({ id }) => stockOf(world, id)));
				expect(stocks.sort()).toEqual([4, 5, 5, 5]);
			},
		};
	}),

	compete("a price that changes, and an item that is disabled", [REDEEM, SAVE_ITEM], async (world) => {
		const viewers = await world.viewers(1000, 2);
		const { id, revision, redeems } = await addItem(world);
		const [editor = "", disabler = ""] = world.admins;
		const edited = { id, revision, stock: 5 };
		const edit: ItemInput = { ...MUG, price: 300, idempotencyKey: newKey(), edited };
		return {
			calls: [
				...redeems(...viewers),
				(tools) => saveItem(tools, editor, edit),
				(tools) => disableItem(tools, disabler, id),
			],
			// The edit makes the item active. The admin who saves second is refused.
			expected: [
				{ done: 4 },
				{ done: 3, itemChanged: 1 },
				{ done: 2, itemChanged: 2 },
				{ done: 3, itemUnavailable: 1 },
				{ done: 3, editConflict: 1 },
				{ done: 2, itemChanged: 1, editConflict: 1 },
				{ done: 1, itemChanged: 2, editConflict: 1 },
				{ done: 2, itemUnavailable: 1, editConflict: 1 },
				{ done: 1, itemUnavailable: 2, editConflict: 1 },
				{ done: 2, itemUnavailable: 2 },
				{ done: 2, itemUnavailable: 1, itemChanged: 1 },
			],
			async check() {
				const orders = await ordersOf(world, id);
				for (const { item_price } of orders) expect(item_price).toBe(100);
				for (const viewer of viewers) {
					const isBuyer = orders.some(({ user_id }) => user_id === viewer);
					expect(await world.points(viewer)).toBe(isBuyer ? 900 : 1000);
				}
				expect(await stockOf(world, id)).toBe(5 - orders.length);
			},
		};
	}),

	repeat("a redeem", [REDEEM], async (world) => {
		const viewer = await world.viewer();
		const item = await addItem(world);
		const form = item.form();
		return {
			call: (tools) => redeem(tools, viewer, form),
			async check() {
				const order = await world.row("orders", { item_id: item.id });
				expect(await world.rows("jobs", { reference: order.id })).toHaveLength(1);
				expect(await stockOf(world, item.id)).toBe(4);
				expect(await world.points(viewer)).toBe(900);
			},
		};
	}),

	compete("an order that two admins approve and two cancel", [DECIDE], async (world) => {
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

	repeat("the cancellation of an order", [DECIDE], async (world) => {
		const { viewer, item, orderId } = await orderOnce(world);
		return {
			call: decideOrder(orderId, world.admin, "cancelled", "sold out"),
			async check() {
				expect(await changesOf(world, orderId, "order.cancel")).toHaveLength(1);
				expect(await stockOf(world, item.id)).toBe(5);
				expect(await world.points(viewer)).toBe(1000);
			},
		};
	}),

	compete(
		"cancellations of an item that each viewer may have once, and redeems of it",
		[DECIDE, REDEEM],
		async (world) => {
			const { viewer, item, orderId } = await orderOnce(world, { viewerLimit: 1 });
			const cancellations = world.admins.slice(2).map((admin) => decideOrder(orderId, admin, "cancelled"));
			return {
				calls: [...cancellations, ...item.redeems(viewer, viewer)],
				expected: [
					{ done: 1, orderDecided: 1, itemLimitReached: 2 },
					{ done: 2, orderDecided: 1, itemLimitReached: 1 },
				],
				async check({ done }) {
					expect(await world.points(viewer)).toBe(done === 1 ? 1000 : 900);
					expect(await stockOf(world, item.id)).toBe(done === 1 ? 5 : 4);
				},
			};
		},
	),

	compete("admins who edit an item at the same revision", [SAVE_ITEM], async (world) => {
		const { id, revision } = await addItem(world);
		return {
			calls: world.admins.map((admin, index) => {
				const edited = { id, revision, stock: 5 };
				const form = { ...MUG, price: 101 + index, idempotencyKey: newKey(), edited };
				return (tools) => saveItem(tools, admin, form);
			}),
			expected: { done: 1, editConflict: 3 },
			check: async () =>
				expect(await world.row("store_items", { id })).toMatchObject({ revision: revision + 1 }),
		};
	}),

	repeat("a new item with codes", [SAVE_ITEM], async (world) => {
		const name = world.newName();
		const form = { ...MUG, name, hasCodes: true, codes: ["a", "b"], idempotencyKey: newKey() };
		return {
			call: (tools) => saveItem(tools, world.admin, form),
			check: async () => expect(await world.rows("store_items", { name })).toMatchObject([{ stock: 2 }]),
		};
	}),

	compete("admins who send a message again", ["store/redeem-bot/redeem-bot#resendMessage"], async (world) => {
		const { orderId: order_id } = await orderOnce(world);
		const dead = { state: "dead", tries: 10, next_at: null, fault: "timeout" } as const;
		await changeRows(world.db, "jobs", { reference: order_id }, dead);
		return {
			calls: world.admins.map((admin) => (tools) => resendMessage(tools, admin, order_id)),
			async check() {
				expect(await world.row("jobs", { reference: order_id })).toMatchObject({ state: "due", tries: 0 });
				expect(await changesOf(world, order_id, "order.resend")).toHaveLength(4);
			},
		};
	}),
];
