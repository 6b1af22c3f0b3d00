import type { Db, Trx } from "db/database";
import { z } from "zod";
import { DomainError } from "~/forms/domain-error";
import { fieldError } from "~/forms/form-fields.schema";
import { check, number, optional, picture, text, title } from "~/records/fields.server";
import { defineRecord, type RecordOf } from "~/records/record.server";
import { findRecord, findRecords, updateRecord } from "~/records/records.queries.server";
import { deleteGoalsOfItem } from "../goal/goal.queries.server";
import { countFreeCodes, deleteFreeCodes, insertCodes } from "./codes.queries.server";

const MAX_STOCK = 1_000_000;
const MAX_CODE_LENGTH = 200;
/** Maximum number of codes in one form. */
const MAX_CODES = 5000;

/** What the form of an item has beside its columns. */
interface Inputs {
	/** The stock when the form was opened. */
	stockShown: number;
	/** Codes to add. */
	codes: string[];
	/** Whether free codes are deleted first. */
	withdrawCodes: boolean;
}

/**
 * The items of the store. Of an item with codes, which the buyer gets immediately, the stock is the number of its free
 * codes. A redeem is no edit: it does not change the revision.
 */
export const items = defineRecord<"store_items", Inputs, "itemChanged">({
	...{ table: "store_items", texts: "store", list: "/store", path: "/store" },
	...{ removal: "disable", removedFrom: "card", order: ["-price", "created_at", "id"] },
	nameOf: ({ name }) => name,
	fields: {
		name: title({ max: 100, error: "itemNameInvalid", translated: true }),
		image: picture(),
		description: text({ max: 1000, error: "descriptionTooLong", rows: 3, translated: true }),
		stock: optional(number("stockInvalid", [0, MAX_STOCK], { proposed: "1" })),
		price: number("priceInvalid", [1, 1_000_000_000]),
		stockShown: {
			schema: z.number(fieldError("pageExpired")).int(fieldError("pageExpired")).default(0),
			input: { as: "hidden" },
			shown: ({ stock }) => String(stock),
			isInput: true,
		},
		hasCodes: check(),
		withdrawCodes: check({ isInput: true }),
		codes: {
			schema: z
				.string()
				.default("")
				.transform(codesIn)
				.refine(
					(codes) => codes.length <= MAX_CODES && codes.every(({ length }) => length <= MAX_CODE_LENGTH),
					fieldError("codesInvalid"),
				),
			input: { rows: 4, isCode: true },
			isInput: true,
		},
		/** Maximum number of a viewer's orders of it, and hours between two of them, without cancelled ones. */
		viewerLimit: optional(number("limitInvalid", [1, 1_000_000])),
		cooldownHours: optional(number("cooldownInvalid", [1, 8760])),
		/** What the viewer must answer when redeeming. */
		question: text({ max: 200, error: "questionTooLong", nullable: true, translated: true }),
	},
	check({ hasCodes, stock }) {
		if (!hasCodes && stock === null) throw new DomainError("stockInvalid");
	},
	async store(trx, { id, before, form, at }, write) {
		const { hasCodes, stockShown, withdrawCodes, codes } = form;
		// Null for an item with codes.
		const typed: number = form.stock ?? stockShown;
		await write({ stock: before ? editedStock(before.stock, stockShown, typed) : typed });
		const codesWithdrawn = withdrawCodes ? await deleteFreeCodes(trx, id) : 0;
		const codesAdded = await insertCodes(trx, id, codes, at);
		if (hasCodes)
			await updateRecord(trx, "store_items", { id, change: { stock: await countFreeCodes(trx, id) } });
		return { ...(codesWithdrawn && { codesWithdrawn }), ...(codesAdded && { codesAdded }) };
	},
	removed: deleteGoalsOfItem,
	changed: ({ itemChanged }) => itemChanged(),
});

export type Item = RecordOf<"store_items">;

/** An item with its texts in one language. */
export type ShownItem = Omit<Item, "translations">;

/** Returns all items of a status, the most expensive first. */
export const findItems = (db: Db, status: Item["status"]) => findRecords(db, items, { status });

/** Returns an item of any status; undefined without one. */
export const findItem = (db: Db | Trx, id: string) => findRecord(db, items, id);

/**
 * Returns the stock after an edit, from 0 to the maximum. The admin's change of the displayed stock is applied to the
 * current one, so that units redeemed since are not restored.
 */
export const editedStock = (current: number, displayed: number, typed: number): number =>
	Math.min(MAX_STOCK, Math.max(0, current + typed - displayed));

/** Returns the codes in a text, one per line, trimmed, without blank lines and duplicates. Checks no limits. */
export function codesIn(text: string): string[] {
	return [...new Set(text.split(/\r\n|\r|\n/).flatMap((line) => line.trim() || []))];
}
