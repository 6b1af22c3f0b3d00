import { type ZodError, type ZodType, type ZodTypeDef, z } from "zod";

/** What is wrong with the first invalid field, and its path. Never quotes the value. */
export function faultIn(error: ZodError, what: string): string {
	const [issue] = error.issues;
	const path = [what, ...(issue?.path ?? [])].join(".");
	// Other messages may quote the received value.
	const reason = issue?.code === "invalid_type" ? `${issue.expected} expected` : "invalid";
	return `${path}: ${issue?.message === "Required" ? "missing" : reason}`;
}

/** The texts of a list. */
export const textsOf = () => itemsOf(z.string(), () => {});

/** The first item of a list that the site has not written, without regard to the others; undefined for an empty list. */
export const firstOf = <Item>(item: ZodType<Item, ZodTypeDef, unknown>) =>
	z
		.array(z.unknown())
		.transform(([first]) => first)
		.pipe(item.optional());

export interface LeftOut {
	/** The number of invalid items. */
	count: number;
	/** What is wrong with the first. */
	reason: string;
}

/**
 * A list that the site has not written, read item by item: an invalid item is left out and does not void the others.
 * @param onLeftOut is called once for a list with invalid items.
 * @param needsOne refuses a list with items of which none is valid.
 */
export const itemsOf = <Item>(
	item: ZodType<Item, ZodTypeDef, unknown>,
	onLeftOut: (left: LeftOut) => void,
	{ needsOne = false, most = Number.POSITIVE_INFINITY } = {},
): ZodType<Item[], ZodTypeDef, unknown> =>
	z
		.array(z.unknown())
		.max(most)
		.transform((list, context) => {
			const items: Item[] = [];
			let reason = "";
			for (const one of list) {
				const { data, error } = item.safeParse(one);
				if (error) reason ||= faultIn(error, "item");
				else items.push(data);
			}
			if (reason === "") return items;
			onLeftOut({ count: list.length - items.length, reason });
			if (items.length > 0 || !needsOne) return items;
			context.addIssue({ code: "custom", message: "no valid item" });
			return z.NEVER;
		});
