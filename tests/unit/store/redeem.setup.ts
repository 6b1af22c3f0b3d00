import { checkInvariants } from "db/audit";
import type { Db } from "db/database";
import type { Viewer } from "~/account/viewer";
import type { Site } from "~/lib/site";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { removeRecord, saveRecordForm } from "~/records/change-record.server";
import { findItem, type Item, items } from "~/store/items/items.server";
import { type RedeemInput, redeem } from "~/store/redeem/redeem.server";
import { storeInvariants } from "~/store/store.audit.server";
import { rowsOf } from "../../support/rows-of";
import { testSite } from "../../support/test-site";
import { openStore } from "./orders.setup";

let requests = 0;
export const newRequest = () => `request-${requests++}`;

/** The form of an item. */
export interface ItemInput extends Omit<Item, "id" | "revision" | "status" | "createdAt"> {
	idempotencyKey: string;
	codes: string[];
	withdrawCodes: boolean;
	/** The edited item as it was when the form was opened. */
	edited?: { id: string; revision: number; stock: number };
}

type Tools = Parameters<typeof saveRecordForm<"itemChanged">>[0];

/** Sends the form of an item. */
export async function saveItem(tools: object, adminId: string, { edited, ...form }: ItemInput) {
	const sent = { ...form, revision: edited?.revision, stockShown: edited?.stock ?? 0 };
	return { id: await saveRecordForm(tools as Tools, items, adminId, edited?.id, sent) };
}

/** Disables an item as it is now. */
export async function disableItem(tools: object & Pick<Site, "db">, adminId: string, id: string) {
	const { revision = 1 } = (await findItem(tools.db, id)) ?? {};
	await removeRecord(tools as Tools, items, adminId, { id, revision });
}

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

/** A viewer of pages. */
export const viewerOf = (id: string, change: Partial<Viewer> = {}): Viewer => ({
	...{
		id,
		username: "",
		isAdmin: false,
		rights: [],
		points: 0,
		sessionId: "",
		sessionEndsAt: "",
		avatarId: null,
	},
	...change,
});

/** A store with its use cases; records their notifications. */
export async function openShop(bot: { url?: string } = {}) {
	const store = await openStore();
	const { db } = store;
	const changed: string[] = [];
	let wakes = 0;
	const tools = {
		...store.tools,
		config: testSite({ config: { REDEEM_BOT_URL: bot.url } }).config,
		wakeJobs: () => void wakes++,
		itemChanged: () => void changed.push("items"),
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
	const stored = async () => ({
		items: (await rowsOf(db, "store_items")).sort((one, other) => one.id.localeCompare(other.id)),
		points: (await rowsOf(db, "user_points")).sort((one, other) => one.user_id.localeCompare(other.user_id)),
		orders: await rowsOf(db, "orders"),
		codes: await rowsOf(db, "item_codes"),
		messages: await rowsOf(db, "jobs"),
		entries: await rowsOf(db, "point_entries"),
		requests: await rowsOf(db, "idempotency_keys"),
	});

	return {
		...store,
		...{ tools, changed, wakes: () => wakes, add, openDialog, stored, item: itemOf },
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
