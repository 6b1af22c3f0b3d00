import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import type { Log } from "~/observability/log.server";
import { post } from "~/points/ledger/ledger.server";
import type { ItemChanged } from "../store-events";
import { decideCreated, findDecision, returnStock } from "./order-decisions.queries.server";
import type { Decision } from "./orders";

interface Tools {
	db: Db;
	now: () => Date;
	log: Pick<Log, "info" | "error">;
	/** Notifies a viewer's tabs that the balance has changed. */
	announceBalance(userId: string): void;
	itemChanged: ItemChanged;
}

interface Asked {
	decision: Decision;
	/** Empty for none. */
	note: string;
	adminId: string;
}

/** Why an order was not decided. */
type Hindrance = "orderGone" | "orderDecided" | "orderUpdateFailed";

export interface Decided {
	decision: Decision;
	/** The ids of the orders that now have the decision. */
	done: string[];
	/** The ids of the others, each with the reason. */
	left: { id: string; code: Hindrance }[];
}

/**
 * Approves or cancels orders, each in its own transaction, so that one failure does not affect the others.
 * Cancelling refunds the points and returns the stock, once. A repeat by the same admin with the same note
 * changes nothing and returns the same answer.
 */
export async function decideOrders(
	tools: Tools,
	orderIds: readonly string[],
	asked: Asked,
): Promise<Decided> {
	const outcomes = await Promise.all(
		orderIds.map(async (id) => ({ id, code: await decideOne(tools, id, asked) })),
	);
	return {
		decision: asked.decision,
		done: outcomes.flatMap(({ id, code }) => (code ? [] : [id])),
		left: outcomes.flatMap(({ id, code }) => (code ? [{ id, code }] : [])),
	};
}

interface Refund {
	userId: string;
	itemId: string;
}

/** @returns why the order was not decided; undefined when it was. */
async function decideOne(tools: Tools, id: string, asked: Asked): Promise<Hindrance | undefined> {
	const { decision, adminId } = asked;
	const at = tools.now();
	try {
		const result = await transact(tools.db, (trx) => decide(trx, id, asked, at));
		if (result === "repeated") return undefined;
		tools.log.info({ event: `order-${decision}`, orderId: id, adminId });
		if (result) {
			tools.announceBalance(result.userId);
			tools.itemChanged(result.itemId);
		}
		return undefined;
	} catch (error) {
		if (error instanceof DomainError && (error.code === "orderGone" || error.code === "orderDecided")) {
			return error.code;
		}
		tools.log.error({ event: "order-update-failed", orderId: id, decision, adminId, err: error });
		return "orderUpdateFailed";
	}
}

async function decide(
	trx: Trx,
	id: string,
	{ decision, note, adminId }: Asked,
	at: Date,
): Promise<Refund | "repeated" | undefined> {
	const change = { decision, note: note || null, by: adminId, at: at.toISOString() };
	const order = await decideCreated(trx, id, change);
	if (!order) {
		const standing = await findDecision(trx, id);
		if (!standing) throw new DomainError("orderGone");
		const same =
			standing.status === decision && standing.decided_by === adminId && (standing.note ?? "") === note;
		if (same) return "repeated";
		throw new DomainError("orderDecided");
	}
	await recordChange(trx, {
		actor: adminId,
		action: decision === "approved" ? "order.approve" : "order.cancel",
		subject: id,
		subjectName: order.item_name,
		before: { status: "created", note: null },
		after: { status: decision, note: change.note },
		at,
	});
	if (decision === "approved") return undefined;
	await post(trx, {
		userId: order.user_id,
		delta: order.total_points,
		reason: "redeem-refund",
		reference: id,
		actor: adminId,
		at,
	});
	await returnStock(trx, { itemId: order.item_id, orderId: id, quantity: order.quantity });
	return { userId: order.user_id, itemId: order.item_id };
}
