import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";
import { DECISION_OF, type Decision, MAX_NOTE_LENGTH, ORDERS_PER_PAGE } from "./orders";

const orderId = z.string(fieldError("orderGone")).uuid(fieldError("orderGone"));

export type OrdersInput =
	| { intent: "resend"; orderId: string }
	| { intent: "resendFailed" }
	| { intent: "decide"; decision: Decision; orderIds: string[]; note: string };

/** The forms of the orders. `intent` is `resend` for one order, `resendFailed` without one. Duplicate ids are removed. */
export const ordersSchema = z
	.object({
		intent: z.enum(["approve", "cancel", "resend", "resendFailed"]),
		order: z.array(orderId).max(ORDERS_PER_PAGE).default([]),
		note: z.string().trim().max(MAX_NOTE_LENGTH, fieldError("noteTooLong")).default(""),
	})
	.transform(({ intent, order, note }, context): OrdersInput => {
		if (intent === "resendFailed") return { intent };
		const orderIds = [...new Set(order)];
		const [first] = orderIds;
		if (first === undefined) {
			context.addIssue({ code: "custom", path: ["order"], message: "ordersUnchosen" });
			return z.NEVER;
		}
		if (intent === "resend") return { intent, orderId: first };
		return { intent: "decide", decision: DECISION_OF[intent], orderIds, note };
	});
