import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";
import { type Decision, ORDERS_PER_PAGE } from "./orders";

const MAX_NOTE_LENGTH = 500;
const orderId = z.string(fieldError("orderGone")).uuid(fieldError("orderGone"));

export type OrdersAsk =
	| { intent: "resend"; orderId: string }
	| { intent: "decide"; decision: Decision; orderIds: string[]; note: string };

/**
 * The form of the whole table. A button sends `approve` for the chosen orders, or `approve` and an id for one
 * order.
 */
export const ordersSchema = z
	.object({
		intent: z.string().regex(/^(approve|cancel|resend)( [\w-]+)?$/),
		order: z.array(orderId).max(ORDERS_PER_PAGE).default([]),
		note: z.string().trim().max(MAX_NOTE_LENGTH, fieldError("noteTooLong")).default(""),
	})
	.transform(({ intent, order, note }, context): OrdersAsk => {
		const [verb, only] = intent.split(" ");
		const orderIds = only === undefined ? [...new Set(order)] : [only];
		const [first] = orderIds;
		if (first === undefined || !orderId.safeParse(first).success) {
			context.addIssue({ code: "custom", path: ["order"], message: first ? "orderGone" : "ordersUnchosen" });
			return z.NEVER;
		}
		if (verb === "resend") return { intent: "resend", orderId: first };
		return { intent: "decide", decision: verb === "approve" ? "approved" : "cancelled", orderIds, note };
	});
