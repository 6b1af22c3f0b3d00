import { createHash } from "node:crypto";
import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { type Fields, recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { hasActed, withIdempotencyKey } from "~/forms/idempotency.server";
import type { Log } from "~/observability/log.server";
import type { ItemChanged } from "../store-events";
import { countFreeCodes, deleteFreeCodes, insertCodes } from "./codes.queries.server";
import { editedStock, type Item } from "./items";
import { findItem, insertItem, updateItem } from "./items.queries.server";

export interface ItemTools {
	db: Db;
	now: () => Date;
	log: Pick<Log, "info">;
	itemChanged?: ItemChanged;
}

export interface ItemInput
	extends Pick<
		Item,
		"name" | "description" | "image" | "price" | "viewerLimit" | "cooldownHours" | "question" | "hasCodes"
	> {
	idempotencyKey: string;
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
 * @throws {DomainError} `itemGone`, `itemEditedMeanwhile` when another admin was faster, `idempotencyKeyReused`.
 */
export async function saveItem(tools: ItemTools, adminId: string, input: ItemInput): Promise<{ id: string }> {
	const { idempotencyKey, ...asked } = input;
	const at = tools.now();
	const known = { ...asked, codes: digestOf(asked.codes) };
	const request = { userId: adminId, idempotencyKey, action: "store.save-item", input: known };
	const saved = await withIdempotencyKey(tools.db, request, at, async (trx) => {
		const { edited } = input;
		const before = edited && (await findEdited(trx, edited));
		const id = before?.id ?? crypto.randomUUID();
		const stock = before && edited ? editedStock(before.stock, edited.stock, input.stock) : input.stock;
		const row = { ...rowOf(input), stock, updated_at: at.toISOString() };
		if (before) await updateItem(trx, id, { ...row, revision: before.revision + 1 });
		else await insertItem(trx, { ...row, id, revision: 1, created_at: at.toISOString() });
		const codesWithdrawn = input.withdrawCodes ? await deleteFreeCodes(trx, id) : 0;
		const codesAdded = await insertCodes(trx, id, input.codes, at.toISOString());
		if (input.hasCodes) await countStock(trx, id);
		const after = await findItem(trx, id);
		await recordChange(trx, {
			actor: adminId,
			action: before ? "item.edit" : "item.add",
			subject: id,
			subjectName: input.name,
			before: before && fieldsOf(before),
			after: after && { ...fieldsOf(after), ...nonZero({ codesWithdrawn, codesAdded }) },
			at,
		});
		return { id };
	});
	tools.log.info({ event: "item-saved", itemId: saved.id, adminId });
	tools.itemChanged?.(saved.id);
	return saved;
}

/** @throws {DomainError} `itemGone`, `itemEditedMeanwhile` */
async function findEdited(db: Db | Trx, { id, revision }: NonNullable<ItemInput["edited"]>): Promise<Item> {
	const item = await findItem(db, id);
	if (!item) throw new DomainError("itemGone");
	if (item.revision !== revision) throw new DomainError("itemEditedMeanwhile");
	return item;
}

/**
 * Refuses an edit that {@link saveItem} would refuse, before a picture is stored for it.
 * @throws {DomainError} `itemGone`, `itemEditedMeanwhile`
 */
export async function checkEdit(
	{ db }: Pick<ItemTools, "db">,
	adminId: string,
	{ idempotencyKey, edited }: Pick<ItemInput, "idempotencyKey" | "edited">,
): Promise<void> {
	if (edited && !(await hasActed(db, adminId, idempotencyKey))) await findEdited(db, edited);
}

/** Stands for secret codes where they are only compared. */
const digestOf = (codes: readonly string[]): string =>
	createHash("sha256").update(codes.join("\n")).digest("hex");

/** What the change log shows of an item. */
const fieldsOf = ({ id: _id, revision: _revision, ...fields }: Item): Fields => fields;

const nonZero = (counts: Readonly<Record<string, number>>): Fields =>
	Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));

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
	await transact(tools.db, async (trx) => {
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
	const at = tools.now();
	const hasGone = await transact(tools.db, async (trx) => {
		const item = await findItem(trx, id);
		if (!item) throw new DomainError("itemGone");
		if (item.status === "disabled") return false;
		const change = { status: "disabled" as const, updated_at: at.toISOString() };
		await updateItem(trx, id, { ...change, revision: item.revision + 1 });
		await recordChange(trx, {
			actor: adminId,
			action: "item.disable",
			subject: id,
			subjectName: item.name,
			before: { status: item.status },
			after: { status: change.status },
			at,
		});
		return true;
	});
	if (!hasGone) return;
	tools.log.info({ event: "item-disabled", itemId: id, adminId });
	tools.itemChanged?.(id, "disabled");
}
