import type { Db, Trx } from "db/database";
import { DomainError } from "~/platform/domain-error";
import type { Log } from "~/platform/log.server";
import { actOnce } from "~/platform/request-ids.server";
import { countFreeCodes, deleteFreeCodes, insertCodes } from "./codes.queries.server";
import { editedStock, type Item } from "./items";
import { findItem, insertItem, updateItem } from "./items.queries.server";

export interface ItemTools {
	db: Db;
	now: () => Date;
	log: Pick<Log, "info">;
	/** Told that an item has other numbers now. */
	itemChanged?(itemId: string): void;
}

export interface ItemInput
	extends Pick<
		Item,
		"name" | "description" | "image" | "price" | "viewerLimit" | "cooldownHours" | "question" | "hasCodes"
	> {
	requestId: string;
	/** Of an item without codes. */
	stock: number;
	/** Codes to be added. */
	codes: readonly string[];
	/** Whether the codes that nobody has are taken out first. */
	withdrawCodes: boolean;
	/** What is edited, as the form has shown it; undefined for a new item. */
	edited?: { id: string; revision: number; stock: number } | undefined;
}

/**
 * Adds or edits an item, which is active afterwards. The same request id acts once.
 * @throws {DomainError} `itemGone`, `itemEditedMeanwhile` when another admin was faster, `requestIdReused`.
 */
export async function saveItem(tools: ItemTools, adminId: string, input: ItemInput): Promise<{ id: string }> {
	const { requestId, ...asked } = input;
	const at = tools.now();
	const request = { userId: adminId, requestId, action: "store.save-item", input: asked };
	const saved = await actOnce(tools.db, request, at, async (trx) => {
		const { edited } = input;
		const before = edited && (await findItem(trx, edited.id));
		if (edited && !before) throw new DomainError("itemGone");
		if (before?.revision !== edited?.revision) throw new DomainError("itemEditedMeanwhile");
		const id = before?.id ?? crypto.randomUUID();
		const stock = before && edited ? editedStock(before.stock, edited.stock, input.stock) : input.stock;
		const row = { ...rowOf(input), stock, updated_at: at.toISOString() };
		if (before) await updateItem(trx, id, { ...row, revision: before.revision + 1 });
		else await insertItem(trx, { ...row, id, revision: 1, created_at: at.toISOString() });
		if (input.withdrawCodes) await deleteFreeCodes(trx, id);
		await insertCodes(trx, id, input.codes, at.toISOString());
		if (input.hasCodes) await countStock(trx, id);
		return { id };
	});
	tools.log.info({ event: "item-saved", itemId: saved.id, adminId });
	tools.itemChanged?.(saved.id);
	return saved;
}

const rowOf = (input: ItemInput) => ({
	name: input.name,
	description: input.description,
	image: input.image,
	price: input.price,
	status: "active" as const,
	viewer_limit: input.viewerLimit,
	cooldown_hours: input.cooldownHours,
	question: input.question,
	has_codes: input.hasCodes ? (1 as const) : (0 as const),
});

/** Makes an item's stock the number of its free codes. */
const countStock = async (trx: Trx, id: string): Promise<void> =>
	updateItem(trx, id, { stock: await countFreeCodes(trx, id) });

/**
 * Adds codes to an item that hands them out; those that it has already are not added again.
 * @throws {DomainError} `itemGone` also for an item without codes.
 */
export async function addCodes(tools: ItemTools, itemId: string, codes: readonly string[]): Promise<void> {
	const at = tools.now().toISOString();
	await tools.db.transaction().execute(async (trx) => {
		const item = await findItem(trx, itemId);
		if (!item?.hasCodes) throw new DomainError("itemGone");
		await insertCodes(trx, itemId, codes, at);
		await countStock(trx, itemId);
		await updateItem(trx, itemId, { revision: item.revision + 1, updated_at: at });
	});
	tools.itemChanged?.(itemId);
}

/**
 * Takes an item out of the store; it stays in the admins' list. Once disabled it stays so.
 * @throws {DomainError} `itemGone`
 */
export async function disableItem(tools: ItemTools, adminId: string, id: string): Promise<void> {
	const at = tools.now().toISOString();
	await tools.db.transaction().execute(async (trx) => {
		const item = await findItem(trx, id);
		if (!item) throw new DomainError("itemGone");
		if (item.status === "disabled") return;
		await updateItem(trx, id, { status: "disabled", revision: item.revision + 1, updated_at: at });
	});
	tools.log.info({ event: "item-disabled", itemId: id, adminId });
	tools.itemChanged?.(id);
}
