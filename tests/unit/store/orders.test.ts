import { parse } from "csv-parse/sync";
import { positionIn } from "db/keyset";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { decideOrders } from "~/store/orders/order-decisions.server";
import { ORDER_STATUSES, type OrderFilter, orderFilterIn } from "~/store/orders/orders";
import { ORDER_KEY, readOrder, readOrders } from "~/store/orders/orders.server";
import { exportOrders } from "~/store/orders/orders-export.server";
import { readOwnOrders } from "~/store/orders/own-orders.server";
import { addItem, addOrder } from "../../support/data/store-rows";
import { addUser, addUserRow } from "../../support/database";
import { openForEachTest } from "../../support/for-each-test";
import { pickFrom, seededRandom } from "../../support/random";
import { changeRows, rowOf, rowsOf } from "../../support/rows-of";
import { VIOLATED } from "../../support/unguarded";
import { openStore } from "./orders.setup";

const store = openForEachTest(openStore);

const orderOf = (id: string) => rowOf(store.db, "orders", { id });
const stockOf = async (id: string) => (await rowOf(store.db, "store_items", { id })).stock;
const refunds = () => rowsOf(store.db, "point_entries", { reason: "redeem-refund" });
const decide = (ids: string[], decision: "approved" | "cancelled", note = "", adminId = store.admin) =>
	decideOrders(store.tools, ids, { decision, note, adminId });

describe("a decision", () => {
	it("approves once with a note, and refunds nothing", async () => {
		const item = await addItem(store.db, "mug");
		const id = await addOrder(store.db, store.ana, item);
		const answer = await decide([id], "approved", "Sent today");
		expect(answer).toEqual({ decision: "approved", done: [id], left: [] });
		const decided = { decided_by: store.admin, decided_at: store.clock.now().toISOString() };
		expect(await orderOf(id)).toMatchObject({ status: "approved", note: "Sent today", ...decided });
		expect([await findBalance(store.db, store.ana), await stockOf(item)]).toEqual([900, 9]);
		expect(store.logged).toEqual([{ event: "order-approved", orderId: id, adminId: store.admin }]);
	});

	it("cancels, refunds points and stock, and notifies the viewer's tabs", async () => {
		const item = await addItem(store.db, "mug");
		const id = await addOrder(store.db, store.ana, item, { quantity: 3 });
		await decide([id], "cancelled");
		expect([await findBalance(store.db, store.ana), await stockOf(item)]).toEqual([1000, 10]);
		expect(await refunds()).toMatchObject([{ delta: 300, reference: id, actor: store.admin }]);
		expect(store.announced).toEqual([store.ana]);
		expect((await orderOf(id)).note).toBeNull();
	});

	it("to cancel keeps a code with its order, and increases no stock if the order or the item has codes", async () => {
		const key = await addItem(store.db, "key", { codes: ["A", "B"] });
		const sold = await addOrder(store.db, store.ana, key, { code: "A" });
		await decide([sold], "cancelled");
		expect([await findBalance(store.db, store.ana), await stockOf(key)]).toEqual([1000, 1]);
		expect(await rowOf(store.db, "item_codes", { code: "A" })).toMatchObject({ order_id: sold });
		const first = await addOrder(store.db, store.ana, key, { code: "B" });
		await changeRows(store.db, "store_items", { id: key }, { has_codes: 0, stock: 5 });
		const plain = await addItem(store.db, "mug");
		const second = await addOrder(store.db, store.ana, plain);
		await changeRows(store.db, "store_items", { id: plain }, { has_codes: 1, stock: 0 });
		await decide([first, second], "cancelled");
		expect([await stockOf(key), await stockOf(plain)]).toEqual([5, 0]);
	});

	it("is final, and a repeated submission succeeds only for the same admin and note", async () => {
		const item = await addItem(store.db, "mug");
		const id = await addOrder(store.db, store.ana, item);
		await decide([id], "cancelled", "first");
		expect(await decide([id], "cancelled", "first")).toMatchObject({ done: [id], left: [] });
		const other = await addOrder(store.db, store.bruno, item);
		const missing = crypto.randomUUID();
		const left = [
			{ id, code: "orderDecided" },
			{ id: missing, code: "orderGone" },
		];
		// Of several orders each is decided separately.
		const decided = { decision: "cancelled", done: [other], left };
		expect(await decide([id, other, missing], "cancelled", "second")).toEqual(decided);
		for (const late of [
			decide([id], "cancelled", ""),
			decide([id], "approved", "first"),
			decide([id], "cancelled", "first", store.bruno),
		])
			expect(await late).toMatchObject({ done: [], left: left.slice(0, 1) });
		expect((await orderOf(id)).note).toBe("first");
		expect(await refunds()).toHaveLength(2);
		expect(store.announced).toEqual([store.ana, store.bruno]);
		expect(await stockOf(item)).toBe(10);
	});

	it("that fails is logged with its cause and rolled back for its order only", async () => {
		const item = await addItem(store.db, "mug");
		const [good = "", bad = ""] = [
			await addOrder(store.db, store.ana, item),
			await addOrder(store.db, store.bruno, item),
		];
		// The refund exists already, as if written by another program: the ledger refuses a second one.
		await sql`
			insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
			values (${store.bruno}, 0, 900, 'redeem-refund', ${bad}, 'system', '2026-03-02T00:00:00.000Z')`.execute(
			store.db,
		);
		expect(await decide([bad, good], "cancelled")).toEqual({
			decision: "cancelled",
			done: [good],
			left: [{ id: bad, code: "orderUpdateFailed" }],
		});
		expect((await orderOf(bad)).status).toBe("created");
		expect([await findBalance(store.db, store.bruno), await stockOf(item)]).toEqual([900, 9]);
		expect(store.logged.find(({ event }) => event === "order-update-failed")).toMatchObject({ orderId: bad });
	});
});

describe("the database schema", () => {
	const change = (id: string, to: string, decidedAt: string | null = "2026-03-03T00:00:00.000Z") =>
		sql`update orders set status = ${to}, decided_at = ${decidedAt} where id = ${id}`.execute(store.db);

	it("allows only to approve or cancel a created order", async () => {
		const item = await addItem(store.db, "mug");
		for (const first of ["approved", "cancelled"]) {
			const id = await addOrder(store.db, store.ana, item);
			await expect(change(id, "refunded")).rejects.toThrow(VIOLATED.check);
			await expect(change(id, first, null)).rejects.toThrow(VIOLATED.check);
			await change(id, first);
			for (const then of ["created", "approved", "cancelled"].filter((status) => status !== first)) {
				await expect(change(id, then, null)).rejects.toThrow("may not change like this");
				await expect(change(id, then)).rejects.toThrow("may not change like this");
			}
		}
	});

	it("does not allow to change what was ordered", async () => {
		const id = await addOrder(store.db, store.ana, await addItem(store.db, "mug"));
		await addItem(store.db, "other");
		for (const column of ["user_id", "item_id", "item_name", "item_price", "quantity", "total_points"]) {
			const value = { user_id: store.bruno, item_id: "item-other" }[column] ?? 7;
			const update = sql`update orders set ${sql.ref(column)} = ${value} where id = ${id}`;
			await expect(update.execute(store.db), column).rejects.toThrow("may not change like this");
		}
	});
});

const list = (filter: Partial<OrderFilter> = {}, address = "") =>
	readOrders(
		store.tools,
		{ status: undefined, search: "", ...filter },
		positionIn(new URLSearchParams(address), ORDER_KEY),
		"en",
		{ isAdmin: true },
	);
const idsOf = async (filter: Partial<OrderFilter>) => (await list(filter)).rows.map(({ id }) => id);

/** Collects the ids of all pages, and checks that each page is also reached backwards from the next one. */
async function walk(filter: Partial<OrderFilter>) {
	const ids: string[] = [];
	let before: string[] | undefined;
	for (let address: string | undefined = ""; address !== undefined; ) {
		const page = await list(filter, address);
		const pageIds = page.rows.map(({ id }) => id);
		expect(page.previous === undefined, "only the first page has no previous page").toBe(
			before === undefined,
		);
		if (before && page.previous) {
			const back = await list(filter, page.previous);
			expect(back.rows.map(({ id }) => id)).toEqual(before);
		}
		ids.push(...pageIds);
		before = pageIds;
		address = page.next;
	}
	return ids;
}

describe("the orders table", () => {
	it("shows each order as it was placed, with its decision, code and message", async () => {
		const item = await addItem(store.db, "key", { codes: ["SECRET"] });
		const asked = { question: "Size?", answer: "XL" };
		const at = new Date("2026-03-02T10:00:00.000Z");
		const id = await addOrder(store.db, store.ana, item, { ...asked, code: "SECRET", at });
		await changeRows(store.db, "store_items", { id: item }, { name: "renamed", price: 7 });
		await decideOrders(store.tools, [id], { decision: "approved", note: "Enjoy", adminId: store.admin });
		expect(await readOrder(store.tools, id, "en", { isAdmin: true })).toEqual({
			...{ id, ...asked, username: "ana", email: null, item: "key", quantity: 1, points: 100 },
			...{ status: "approved", note: "Enjoy", code: "SECRET", decidedBy: "boss" },
			...{ createdAt: "2 Mar 2026, 10:00", decidedAt: "4 Mar 2026, 12:00" },
			message: { state: "off", tries: 0, fault: null, nextTryAt: undefined, deliveredAt: undefined },
		});
		expect(await readOrder(store.tools, crypto.randomUUID(), "en", { isAdmin: true })).toBeUndefined();
		// Only an opened order includes its code.
		const listed = await list();
		expect(listed.rows.map((order) => order.id)).toEqual([id]);
		expect(JSON.stringify(listed)).not.toContain("SECRET");
	});

	it("finds orders by prefix of username, e-mail address or id, and by any part of an item's name", async () => {
		await changeRows(store.db, "users", { id: store.ana }, { email: "Ana.Silva@Example.com" });
		const mug = await addItem(store.db, "Caneca Café");
		const shirt = await addItem(store.db, "T-shirt 100%_");
		const anasOrder = await addOrder(store.db, store.ana, mug);
		const brunosOrder = await addOrder(store.db, store.bruno, shirt);
		const found = async (search: string) => idsOf(orderFilterIn(new URLSearchParams({ q: search })));
		const anas = ["ana", " AN ", "ana.silva@", "ANA.SILVA@EXAMPLE.COM", "café", "cafe", "CANECA"];
		for (const search of [...anas, anasOrder.slice(0, 8), anasOrder.toUpperCase()])
			expect(await found(search), search).toEqual([anasOrder]);
		for (const search of ["bru", "shirt", "0%_", brunosOrder])
			expect(await found(search), search).toEqual([brunosOrder]);
		for (const search of ["silva", "%", "an%", "' or 1=1", "\u{10FFFF}"]) {
			expect(await found(search), search).toEqual(search === "%" ? [brunosOrder] : []);
		}
	});

	it("ignores invalid parameters of the query string", () => {
		const filterOf = (query: string) => orderFilterIn(new URLSearchParams(query));
		expect(filterOf("status=refunded&q=%20")).toEqual({ status: undefined, search: "" });
		const search = "x".repeat(500);
		expect(filterOf(`status=approved&q=${search}`)).toEqual({
			...{ status: "approved", search: search.slice(0, 100) },
		});
	});
});

it("pagination with any filter and search lists the same orders as a sort of all rows", async () => {
	const random = seededRandom(4);
	const users = [store.ana, store.bruno];
	for (const name of ["anabela", "carla", "b2"]) users.push(await addUser(store.db, name, 1_000_000));
	const items = [];
	for (const name of ["mug", "gift card", "gold mug"])
		items.push(await addItem(store.db, name, { price: 1, stock: 999 }));
	const moments = Array.from({ length: 40 }, (_, index) => new Date(Date.UTC(2026, 2, 1, 0, index)));
	for (let count = 0; count < 90; count++) {
		// Many orders have the same time, so that the id determines the order.
		await addOrder(store.db, pickFrom(users, random), pickFrom(items, random), {
			at: pickFrom(moments, random),
		});
	}
	const all = await store.db
		.selectFrom("orders")
		.innerJoin("users", "users.id", "user_id")
		.select(["orders.id", "orders.created_at", "item_name", "twitch_username"])
		.execute();
	for (const { id } of all) {
		const decision = pickFrom(["approved", "cancelled", "none"] as const, random);
		if (decision !== "none")
			await decideOrders(store.tools, [id], { decision, note: "", adminId: store.admin });
	}
	const rows = await store.db.selectFrom("orders").select(["id", "status"]).execute();
	const statusOf = new Map(rows.map(({ id, status }) => [id, status]));
	all.sort((one, other) => (one.created_at + one.id < other.created_at + other.id ? 1 : -1));

	for (const status of [undefined, ...ORDER_STATUSES]) {
		for (const search of ["", "a", "ana", "mug", "b", "car", "nobody", all[0]?.id.slice(0, 4) ?? ""]) {
			const expected = all.filter(
				({ id, item_name, twitch_username }) =>
					(!status || statusOf.get(id) === status) &&
					(twitch_username?.startsWith(search) ||
						item_name.includes(search) ||
						(search.length > 3 && id.startsWith(search))),
			);
			expect(await walk({ status, search }), `${status} ${search}`).toEqual(expected.map(({ id }) => id));
		}
	}
});

it("a search that matches very many users finds the same orders", async () => {
	const mug = await addItem(store.db, "mug");
	await store.db.transaction().execute(async (trx) => {
		for (let index = 0; index < 600; index++) await addUserRow(trx, `many${index}`);
	});
	await addOrder(store.db, store.ana, mug);
	await changeRows(store.db, "users", { id: store.bruno }, { twitch_username: "many601" });
	const id = await addOrder(store.db, store.bruno, mug);
	expect(await idsOf({ search: "many" })).toEqual([id]);
	expect(await idsOf({ search: "many", status: "approved" })).toEqual([]);
});

describe("the export", () => {
	const exported = async (filter: Partial<OrderFilter> = {}) => {
		const response = exportOrders(store.tools, { status: undefined, search: "", ...filter });
		return { response, bytes: Buffer.from(await response.arrayBuffer()) };
	};

	it("has a byte order mark, the filtered orders of all pages, and no codes", async () => {
		const mug = await addItem(store.db, "mug", { price: 1, stock: 2000 });
		const ids: string[] = [];
		for (let index = 0; index < 620; index++) {
			ids.unshift(await addOrder(store.db, store.ana, mug, { at: new Date(Date.UTC(2026, 2, 1) + index) }));
		}
		const key = await addItem(store.db, "key", { price: 1, codes: ["SECRET"] });
		await addOrder(store.db, store.bruno, key, { code: "SECRET" });
		const { response, bytes } = await exported({ search: "ana" });
		expect(response.headers.get("content-disposition")).toBe('attachment; filename="orders.csv"');
		expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
		const rows = parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
		expect(rows.map(({ id }) => id)).toEqual(ids);
		const first = { username: "ana", item: "mug", points: "1", status: "created", bot_message: "off" };
		expect(rows[0]).toMatchObject(first);
		const all = await exported();
		expect(all.bytes.toString()).not.toContain("SECRET");
		expect(parse(all.bytes, { bom: true, columns: true })).toHaveLength(621);
	});

	it("preserves commas, quotes and line breaks, and neutralises formulas", async () => {
		const item = await addItem(store.db, '=HYPERLINK("http://evil.example")');
		const answers = ["a,b", 'say "hi"', "two\r\nlines", "+1", "-1", "@x", "\tx"];
		for (const [index, answer] of answers.entries()) {
			await addOrder(store.db, store.ana, item, { answer, at: new Date(Date.UTC(2026, 2, 9) - index) });
		}
		const { bytes } = await exported();
		const rows = parse(bytes, { bom: true, columns: true }) as Record<string, string>[];
		expect(rows.map(({ answer }) => answer)).toEqual([...answers.slice(0, 3), "'+1", "'-1", "'@x", "'\tx"]);
		expect(rows[0]?.item).toBe('\'=HYPERLINK("http://evil.example")');
	});
});

describe("a viewer's list", () => {
	const ownList = (userId: string, address = "") =>
		readOwnOrders(store.tools, userId, positionIn(new URLSearchParams(address), ORDER_KEY), "pt");

	it("contains only their orders, with code, note and decision", async () => {
		const key = await addItem(store.db, "key", { codes: ["MINE", "OTHER"] });
		const at = new Date("2026-07-01T10:00:00.000Z");
		const id = await addOrder(store.db, store.ana, key, { code: "MINE", at });
		await addOrder(store.db, store.bruno, key, { code: "OTHER", at });
		await decideOrders(store.tools, [id], { decision: "cancelled", note: "Sorry", adminId: store.admin });
		expect((await ownList(store.ana)).rows).toEqual([
			{
				...{ id, item: "key", quantity: 1, points: 100, status: "cancelled", question: null, answer: null },
				...{ note: "Sorry", code: "MINE", createdAt: "01/07/2026, 11:00", decidedAt: "04/03/2026, 12:00" },
			},
		]);
		expect((await ownList(store.admin)).rows).toEqual([]);
	});
});
