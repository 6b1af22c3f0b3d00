/** Races of the store: see {@link Race}. */
import { expect } from "vitest";
import { findItem } from "~/store/items/items.queries.server";
import { addCodes, disableItem, type ItemInput, saveItem } from "~/store/items/items.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import type { Decision } from "~/store/orders/orders";
import { type RedeemInput, redeem } from "~/store/redeem/redeem.server";
import { createRedeemBot } from "~/store/redeem-bot/redeem-bot.server";
import { MUG } from "../store/redeem.setup";
import { type Call, compete, type Race, repeat, type World } from "./race.setup";

const REDEEM = "store/redeem/redeem#redeem";
const SAVE_ITEM = "store/items/items#saveItem";
const ADD_CODES = "store/items/items#addCodes";
const DECIDE = "store/orders/order-decisions#decideOne";

const newKey = () => crypto.randomUUID();

/** Adds an item. @returns its id, and a function that fills in its form. */
export async function addItem({ tools, admins, db }: World, change: Partial<ItemInput> = {}) {
	const [admin = ""] = admins;
	const { id } = await saveItem(tools, admin, { ...MUG, idempotencyKey: newKey(), ...change });
	const item = await findItem(db, id);
	if (!item) throw new Error(`no item ${id}`);
	const { revision, price, stock } = item;
	return {
		id,
		revision,
		form: (): RedeemInput => ({ idempotencyKey: newKey(), itemId: id, revision, price, stock }),
	};
}

/** The redeem of an item, as a call of each process. */
const redeemsOf = (viewers: readonly string[], item: { form(): RedeemInput }): Call[] =>
	viewers.map((viewer) => {
		const form = item.form();
		return (tools) => redeem(tools, viewer, form);
	});

const ordersOf = ({ db }: World, itemId: string) =>
	db.selectFrom("orders").selectAll().where("item_id", "=", itemId).execute();
const itemOf = ({ db }: World, id: string) =>
	db.selectFrom("store_items").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const codesOf = ({ db }: World, id: string) =>
	db.selectFrom("item_codes").selectAll().where("item_id", "=", id).execute();
const messagesOf = ({ db }: World, orderId: string) =>
	db.selectFrom("redeem_messages").selectAll().where("order_id", "=", orderId).execute();
const changesOf = ({ db }: World, subject: string, action: string) =>
	db
		.selectFrom("admin_changes")
		.selectAll()
		.where("subject", "=", subject)
		.where("action", "=", action)
		.execute();

/** An order of an item with the price of 100 by a viewer with 1000 points. */
async function orderOnce(world: World, change: Partial<ItemInput> = {}) {
	const viewer = await world.viewer(1000);
	const item = await addItem(world, { stock: 5, ...change });
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

export const storeRaces: readonly Race[] = [
	compete("an item that each viewer may have once, by one viewer", [REDEEM], async (world) => {
		const viewer = await world.viewer(1000);
		const item = await addItem(world, { viewerLimit: 1 });
		return {
			calls: redeemsOf([viewer, viewer, viewer, viewer], item),
			expected: { done: 1, itemLimitReached: 3 },
			async check() {
				expect(await ordersOf(world, item.id)).toHaveLength(1);
				expect(await itemOf(world, item.id)).toMatchObject({ stock: 4 });
				expect(await world.points(viewer)).toBe(900);
			},
		};
	}),

	compete("an item with a cooldown, by one viewer", [REDEEM], async (world) => {
		const viewer = await world.viewer(1000);
		const item = await addItem(world, { cooldownHours: 1 });
		return {
			calls: redeemsOf([viewer, viewer, viewer, viewer], item),
			expected: { done: 1, itemCoolingDown: 3 },
			async check() {
				expect(await ordersOf(world, item.id)).toHaveLength(1);
				expect(await world.points(viewer)).toBe(900);
			},
		};
	}),

	compete("the last piece of an item, by four viewers", [REDEEM], async (world) => {
		const viewers = await world.viewers(1000);
		const item = await addItem(world, { stock: 1 });
		return {
			calls: redeemsOf(viewers, item),
			expected: { done: 1, outOfStock: 3 },
			async check() {
				const [order, ...others] = await ordersOf(world, item.id);
				expect(others).toEqual([]);
				expect(await itemOf(world, item.id)).toMatchObject({ stock: 0 });
				for (const viewer of viewers)
					expect(await world.points(viewer)).toBe(viewer === order?.user_id ? 900 : 1000);
			},
		};
	}),

	compete("the last two codes of an item, by four viewers", [REDEEM], async (world) => {
		const viewers = await world.viewers(1000);
		const item = await addItem(world, { hasCodes: true, codes: ["one", "two"] });
		return {
			calls: redeemsOf(viewers, item),
			expected: { done: 2, outOfStock: 2 },
			async check() {
				const orders = (await ordersOf(world, item.id)).map(({ id }) => id).sort();
				const codes = (await codesOf(world, item.id)).map(({ order_id }) => order_id).sort();
				expect(codes).toEqual(orders);
				for (const id of orders) expect(await messagesOf(world, id)).toHaveLength(1);
			},
		};
	}),

	compete("points for one item, by the forms of four", [REDEEM], async (world) => {
		const viewer = await world.viewer(100);
		const items = [await addItem(world), await addItem(world), await addItem(world), await addItem(world)];
		return {
			calls: items.flatMap((item) => redeemsOf([viewer], item)),
			expected: { done: 1, insufficientPoints: 3 },
			async check() {
				expect(await world.points(viewer)).toBe(0);
				const stocks = await Promise.all(items.map(async ({ id }) => (await itemOf(world, id)).stock));
				expect(stocks.sort()).toEqual([4, 5, 5, 5]);
			},
		};
	}),

	compete("a price that changes, and an item that is disabled", [REDEEM, SAVE_ITEM], async (world) => {
		const [one, two] = await world.viewers(1000);
		const { id, revision, form } = await addItem(world);
		const [first, second] = redeemsOf([one ?? "", two ?? ""], { form });
		const [editor = "", disabler = ""] = world.admins;
		const edit: ItemInput = {
			...{ ...MUG, price: 300, idempotencyKey: newKey() },
			edited: { id, revision, stock: 5 },
		};
		return {
			calls: [
				first as Call,
				second as Call,
				(tools) => saveItem(tools, editor, edit),
				(tools) => disableItem(tools, disabler, id),
			],
			// The edit makes the item active, and is refused after it was disabled.
			expected: [
				{ done: 4 },
				{ done: 3, itemChanged: 1 },
				{ done: 2, itemChanged: 2 },
				{ done: 3, itemUnavailable: 1 },
				{ done: 3, editConflict: 1 },
				{ done: 2, itemUnavailable: 1, editConflict: 1 },
				{ done: 1, itemUnavailable: 2, editConflict: 1 },
				{ done: 2, itemUnavailable: 2 },
				{ done: 2, itemUnavailable: 1, itemChanged: 1 },
			],
			async check() {
				const orders = await ordersOf(world, id);
				for (const { item_price } of orders) expect(item_price).toBe(100);
				for (const viewer of [one, two]) {
					const isBuyer = orders.some(({ user_id }) => user_id === viewer);
					expect(await world.points(viewer ?? "")).toBe(isBuyer ? 900 : 1000);
				}
				expect(await itemOf(world, id)).toMatchObject({ stock: 5 - orders.length });
			},
		};
	}),

	repeat("a redeem", [REDEEM], async (world) => {
		const viewer = await world.viewer(1000);
		const item = await addItem(world);
		const form = item.form();
		return {
			call: (tools) => redeem(tools, viewer, form),
			async check() {
				const orders = await ordersOf(world, item.id);
				expect(orders).toHaveLength(1);
				expect(await messagesOf(world, orders[0]?.id ?? "")).toHaveLength(1);
				expect(await itemOf(world, item.id)).toMatchObject({ stock: 4 });
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
				const [order] = await ordersOf(world, item.id);
				const isCancelled = order?.status === "cancelled";
				expect(await world.points(viewer)).toBe(isCancelled ? 1000 : 900);
				expect(await itemOf(world, item.id)).toMatchObject({ stock: isCancelled ? 5 : 4 });
			},
		};
	}),

	repeat("the cancellation of an order", [DECIDE], async (world) => {
		const [admin = ""] = world.admins;
		const { viewer, item, orderId } = await orderOnce(world);
		return {
			call: decideOrder(orderId, admin, "cancelled", "sold out"),
			async check() {
				expect(await changesOf(world, orderId, "order.cancel")).toHaveLength(1);
				expect(await itemOf(world, item.id)).toMatchObject({ stock: 5 });
				expect(await world.points(viewer)).toBe(1000);
			},
		};
	}),

	compete(
		"cancellations of an item that each viewer may have once, and redeems of it",
		[DECIDE, REDEEM],
		async (world) => {
			const { viewer, item, orderId } = await orderOnce(world, { viewerLimit: 1 });
			const [one = "", two = ""] = world.admins;
			return {
				calls: [
					decideOrder(orderId, one, "cancelled"),
					decideOrder(orderId, two, "cancelled"),
					...redeemsOf([viewer, viewer], item),
				],
				expected: [
					{ done: 1, orderDecided: 1, itemLimitReached: 2 },
					{ done: 2, orderDecided: 1, itemLimitReached: 1 },
				],
				async check({ done }) {
					expect(await world.points(viewer)).toBe(done === 1 ? 1000 : 900);
					expect(await itemOf(world, item.id)).toMatchObject({ stock: done === 1 ? 5 : 4 });
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
			async check() {
				expect(await itemOf(world, id)).toMatchObject({ revision: revision + 1 });
			},
		};
	}),

	repeat("a new item with codes", [SAVE_ITEM], async (world) => {
		const [admin = ""] = world.admins;
		const name = world.newName();
		const form = { ...MUG, name, hasCodes: true, codes: ["a", "b"], idempotencyKey: newKey() };
		return {
			call: (tools) => saveItem(tools, admin, form),
			async check() {
				const items = await world.db.selectFrom("store_items").selectAll().where("name", "=", name).execute();
				expect(items).toMatchObject([{ stock: 2 }]);
			},
		};
	}),

	compete("the same codes from two admins, and redeems", [ADD_CODES, REDEEM], async (world) => {
		const [one = "", two = ""] = world.admins;
		const viewers = (await world.viewers(1000)).slice(0, 2);
		const item = await addItem(world, { hasCodes: true, codes: ["a", "b"] });
		return {
			calls: [
				(tools) => addCodes(tools, one, item.id, ["b", "c"]),
				(tools) => addCodes(tools, two, item.id, ["c", "d"]),
				...redeemsOf(viewers, item),
			],
			expected: [
				{ done: 4 },
				{ done: 3, itemChanged: 1 },
				// A code was added after one was taken, so that the stock is the displayed one.
				{ done: 3, itemEdited: 1 },
				{ done: 2, itemChanged: 2 },
			],
			async check({ done = 0 }) {
				const codes = await codesOf(world, item.id);
				expect(codes.map(({ code }) => code).sort()).toEqual(["a", "b", "c", "d"]);
				expect(await itemOf(world, item.id)).toMatchObject({ stock: 4 - (done - 2) });
			},
		};
	}),

	compete(
		"admins who send a message again",
		["store/redeem-bot/redeem-bot#createRedeemBot.resend"],
		async (world) => {
			const { orderId } = await orderOnce(world);
			await world.db
				.updateTable("redeem_messages")
				.set({ state: "failed", tries: 6, next_try_at: null, last_fault: "timeout" })
				.where("order_id", "=", orderId)
				.execute();
			return {
				calls: world.admins.map((admin) => async (tools) => {
					const bot = createRedeemBot({ ...tools, fetcher: fetch, leads: () => false });
					await bot.resend(admin, orderId).finally(() => bot.end());
				}),
				expected: { done: 4 },
				async check() {
					expect(await messagesOf(world, orderId)).toMatchObject([{ state: "pending", tries: 0 }]);
					expect(await changesOf(world, orderId, "order.resend")).toHaveLength(4);
				},
			};
		},
	),
];
