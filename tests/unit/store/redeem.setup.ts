import { checkInvariants } from "db/audit";
import type { Db } from "db/database";
import { sql } from "kysely";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findItem } from "~/store/items/items.queries.server";
import type { ItemInput } from "~/store/items/items.server";
import { saveItem } from "~/store/items/items.server";
import { type RedeemInput, redeem } from "~/store/redeem/redeem.server";
import { storeInvariants } from "~/store/store.audit.server";
import { openStore } from "./orders.setup";

let requests = 0;
export const newRequest = () => `request-${requests++}`;

export const MUG: Omit<ItemInput, "idempotencyKey"> = {
	name: "Mug",
	description: "For tea",
	image: "mug.webp",
	price: 100,
	stock: 5,
	viewerLimit: null,
	cooldownHours: null,
	question: null,
	translations: {},
	hasCodes: false,
	codes: [],
	withdrawCodes: false,
};

/** A store with its use cases; records their notifications. */
type Row = Record<string, unknown>;

/** Entries by their number; other rows by their time. */
const byAge = (one: Row, other: Row): number =>
	typeof one.id === "number" && typeof other.id === "number"
		? one.id - other.id
		: String(one.created_at).localeCompare(String(other.created_at));

export async function openShop(bot: { url?: string } = {}) {
	const store = await openStore();
	const { db } = store;
	const changed: string[] = [];
	let wakes = 0;
	const tools = {
		...store.tools,
		config: { REDEEM_BOT_URL: bot.url, REDEEM_BOT_FORMAT: "json" as const },
		redeemBot: { wake: () => void wakes++ },
		itemChanged: (id: string) => void changed.push(id),
	};

	const add = async (change: Partial<ItemInput> = {}) =>
		(await saveItem(tools, store.admin, { ...MUG, idempotencyKey: newRequest(), ...change })).id;

	async function itemOf(id: string) {
		const item = await findItem(db, id);
		if (!item) throw new Error(`no item ${id}`);
		return item;
	}

	/** The form of a dialog that is opened at this time. */
	async function openDialog(itemId: string): Promise<RedeemInput> {
		const { revision, price, stock } = await itemOf(itemId);
		return { idempotencyKey: newRequest(), itemId, revision, price, stock };
	}

	/** All tables that a redeem may write. */
	async function stored() {
		const rows = async (
			table: "orders" | "item_codes" | "redeem_messages" | "point_entries" | "idempotency_keys",
		) => (await sql<Row>`select * from ${sql.table(table)}`.execute(db)).rows.sort(byAge);
		return {
			items: await db.selectFrom("store_items").selectAll().orderBy("id").execute(),
			points: await db.selectFrom("user_points").selectAll().orderBy("user_id").execute(),
			orders: await rows("orders"),
			codes: await rows("item_codes"),
			messages: await rows("redeem_messages"),
			entries: await rows("point_entries"),
			requests: await rows("idempotency_keys"),
		};
	}

	return {
		...store,
		tools,
		changed,
		wakes: () => wakes,
		add,
		openDialog,
		stored,
		item: itemOf,
		redeem: async (userId: string, itemId: string, change: Partial<RedeemInput> = {}) =>
			redeem(tools, userId, { ...(await openDialog(itemId)), ...change }),
		edit: async (id: string, change: Partial<ItemInput>) => {
			const item = await itemOf(id);
			const edited = { id, revision: item.revision, stock: item.stock };
			const { name, description, image, price, stock, viewerLimit, cooldownHours, question, hasCodes } = item;
			const texts = { name, description, image, question };
			const numbers = { price, stock, viewerLimit, cooldownHours };
			const current = { ...MUG, ...texts, ...numbers, hasCodes, idempotencyKey: newRequest(), edited };
			return saveItem(tools, store.admin, { ...current, ...change });
		},
	};
}

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Violated invariants. */
export const violations = async (db: Db) =>
	(await checkInvariants(db, [...ledgerInvariants, ...storeInvariants])).filter(
		({ rows }) => rows.length > 0,
	);
