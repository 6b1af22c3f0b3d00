import { createHash } from "node:crypto";
import type { Db, Trx } from "db/database";
import type { Fields } from "~/change-log/admin-changes.server";
import { type EditedRecord, refuseStaleEdit, saveRecord, writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { loggedTranslations } from "~/i18n/translations";
import type { Log } from "~/observability/log.server";
import { deleteGoalsOfItem } from "../goal/goal.queries.server";
import { countFreeCodes, deleteFreeCodes, insertCodes } from "./codes.queries.server";
import { editedStock, type Item } from "./items";
import { findItem, insertItem, updateItem } from "./items.queries.server";

export interface ItemTools {
	db: Db;
	now: () => Date;
	log: Pick<Log, "info">;
	itemChanged(): void;
}

export interface ItemInput
	extends Pick<
		Item,
		| "name"
		| "description"
		| "image"
		| "price"
		| "viewerLimit"
		| "cooldownHours"
		| "question"
		| "hasCodes"
		| "translations"
	> {
	idempotencyKey: string;
	/** The stock that the admin typed. Ignored for an item with codes, whose stock is the number of free codes. */
	stock: number;
	/** Codes to add. */
	codes: readonly string[];
	/** Whether free codes are deleted first. */
	withdrawCodes: boolean;
	/** The edited item as it was when the form was opened; undefined for a new item. */
	edited?: { id: string; revision: number; stock: number } | undefined;
}

/**
 * Adds or edits an item, which is active afterwards, with its codes and a change-log entry in one transaction; then
 * publishes it. A repeat with the same idempotency key does nothing and returns the same id.
 * @throws {DomainError} `itemGone`, `editConflict` if the revision has changed, `idempotencyKeyReused`.
 */
export async function saveItem(tools: ItemTools, adminId: string, input: ItemInput): Promise<{ id: string }> {
	const { idempotencyKey, edited, ...fields } = input;
	// The stored input must not contain the codes, which are secret.
	const stored = { ...fields, edited, codes: digestOf(fields.codes) };
	const id = await saveRecord<Item>(tools, adminId, {
		edited: edited && editedItem(edited),
		once: { idempotencyKey, action: "store.save-item", input: stored },
		write: async (trx, before, at) => {
			const id = before?.id ?? crypto.randomUUID();
			const stock = before && edited ? editedStock(before.stock, edited.stock, input.stock) : input.stock;
			const row = { ...rowOf(input), stock, updated_at: at.toISOString() };
			if (before) await updateItem(trx, id, { ...row, revision: before.revision + 1 });
			else await insertItem(trx, { ...row, id, revision: 1, created_at: at.toISOString() });
			const codesWithdrawn = input.withdrawCodes ? await deleteFreeCodes(trx, id) : 0;
			const codesAdded = await insertCodes(trx, id, input.codes, at.toISOString());
			if (input.hasCodes) await countStock(trx, id);
			const after = await findItem(trx, id);
			return {
				action: before ? "item.edit" : "item.add",
				subject: id,
				subjectName: input.name,
				before: before && fieldsOf(before),
				after: after && { ...fieldsOf(after), ...nonZero({ codesWithdrawn, codesAdded }) },
			};
		},
		published: (itemId) => {
			tools.log.info({ event: "item-saved", itemId, adminId });
			tools.itemChanged();
		},
	});
	return { id };
}

const editedItem = ({ id, revision }: NonNullable<ItemInput["edited"]>): EditedRecord<Item> => ({
	load: (db) => findItem(db, id),
	revision,
	missing: "itemGone",
});

/**
 * Refuses an edit that {@link saveItem} would refuse, before a picture is stored for it. A new item and a form that was
 * saved before are not refused.
 * @throws {DomainError} `itemGone`, `editConflict`
 */
export async function checkEdit(
	{ db }: Pick<ItemTools, "db">,
	adminId: string,
	{ idempotencyKey, edited }: Pick<ItemInput, "idempotencyKey" | "edited">,
): Promise<void> {
	if (edited) await refuseStaleEdit(db, editedItem(edited), { userId: adminId, idempotencyKey });
}

/** Hash of secret codes, for comparison only. */
const digestOf = (codes: readonly string[]): string =>
	createHash("sha256").update(codes.join("\n")).digest("hex");

/** The change-log fields of an item. */
const fieldsOf = ({
	id: _id,
	revision: _revision,
	createdAt: _createdAt,
	translations,
	...fields
}: Item): Fields => ({
	...fields,
	...loggedTranslations(translations),
});

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
	translations: JSON.stringify(input.translations),
	has_codes: input.hasCodes ? (1 as const) : (0 as const),
});

/** Sets an item's stock to the number of its free codes. */
const countStock = async (trx: Trx, id: string): Promise<void> =>
	updateItem(trx, id, { stock: await countFreeCodes(trx, id) });

/**
 * Adds codes to an item with codes, increases its stock and revision, writes their number to the change log and publishes
 * the item. Existing codes are ignored.
 * @throws {DomainError} `itemGone` for an unknown item or one without codes.
 */
export async function addCodes(
	tools: ItemTools,
	adminId: string,
	itemId: string,
	codes: readonly string[],
): Promise<void> {
	await writeChange(tools, adminId, {
		write: async (trx, at) => {
			const item = await findItem(trx, itemId);
			if (!item?.hasCodes) throw new DomainError("itemGone");
			const codesAdded = await insertCodes(trx, itemId, codes, at.toISOString());
			await countStock(trx, itemId);
			await updateItem(trx, itemId, { revision: item.revision + 1, updated_at: at.toISOString() });
			const { stock } = (await findItem(trx, itemId)) ?? item;
			return {
				action: "item.edit",
				subject: itemId,
				subjectName: item.name,
				before: { stock: item.stock },
				after: { stock, ...nonZero({ codesAdded }) },
			};
		},
		published: () => tools.itemChanged(),
	});
}

/**
 * Disables an item, which stays in the admins' list, removes it from goals, writes the change log and publishes the item.
 * Does nothing when it is already disabled.
 * @throws {DomainError} `itemGone`
 */
export async function disableItem(tools: ItemTools, adminId: string, id: string): Promise<void> {
	await writeChange(tools, adminId, {
		write: async (trx, at) => {
			const item = await findItem(trx, id);
			if (!item) throw new DomainError("itemGone");
			if (item.status === "disabled") return undefined;
			const change = { status: "disabled" as const, updated_at: at.toISOString() };
			await updateItem(trx, id, { ...change, revision: item.revision + 1 });
			await deleteGoalsOfItem(trx, id);
			return {
				action: "item.disable",
				subject: id,
				subjectName: item.name,
				before: { status: item.status },
				after: { status: change.status },
			};
		},
		published: () => {
			tools.log.info({ event: "item-disabled", itemId: id, adminId });
			tools.itemChanged();
		},
	});
}
