import type { Trx } from "db/database";
import { transact } from "db/transact";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import type { Notice } from "~/notifications/notices";
import { addNotice } from "~/notifications/notices.server";
import { orderPush } from "~/notifications/push/push-jobs.server";
import { post } from "~/points/ledger/ledger.server";
import { decideCreated, findDecision, returnStock } from "./order-decisions.queries.server";
import type { Decision } from "./orders";

/** The services of a decision on one order. */
type DecisionSite = Pick<
	Site,
	"db" | "now" | "log" | "announceBalance" | "announceNotices" | "itemChanged" | "wakeJobs"
>;

interface DecisionInput {
	decision: Decision;
	/** For the viewer; empty for none. */
	note: string;
	adminId: string;
	/** Whether `adminId` is a moderator, who may not decide on an own order. */
	isModerator?: boolean;
}

/** Why an order was not decided: it does not exist, has another decision, is the moderator's own, or a failure was logged. */
type Obstacle = "orderGone" | "orderDecided" | "orderOwn" | "orderUpdateFailed";
const REFUSALS: readonly string[] = ["orderGone", "orderDecided", "orderOwn"] satisfies Obstacle[];

export interface Decided {
	decision: Decision;
	/** The ids of the orders that now have the decision. */
	done: string[];
	/** The ids of the others, each with the reason. */
	left: { id: string; code: Obstacle }[];
}

/**
 * Approves or cancels orders, logs each change and tells the viewer, each order in its own transaction, so that one failure does not
 * affect the others: refusals are returned in `left`, not thrown. Cancelling refunds the points, returns the stock
 * (except of an order with a code) and publishes both. A repeat by the same admin with the same note changes nothing and
 * returns the same answer.
 */
export async function decideOrders(
	site: DecisionSite & Pick<Site, "adminCountsChanged">,
	orderIds: readonly string[],
	input: DecisionInput,
): Promise<Decided> {
	const outcomes = await Promise.all(
		orderIds.map(async (id) => ({ id, code: await decideOne(site, id, input) })),
	);
	site.adminCountsChanged();
	return {
		decision: input.decision,
		done: outcomes.flatMap(({ id, code }) => (code ? [] : [id])),
		left: outcomes.flatMap(({ id, code }) => (code ? [{ id, code }] : [])),
	};
}

/** @returns why the order was not decided; undefined when it was. */
async function decideOne(
	site: DecisionSite,
	id: string,
	input: DecisionInput,
): Promise<Obstacle | undefined> {
	const { decision, adminId } = input;
	const at = site.now();
	try {
		const notice = await transact(site.db, (trx) => decide(trx, id, input, at));
		if (notice === "repeated") return undefined;
		site.log.info({ event: `order-${decision}`, orderId: id, adminId });
		site.announceNotices(notice.userId);
		site.wakeJobs(orderPush);
		if (decision === "cancelled") {
			site.announceBalance(notice.userId);
			site.itemChanged();
		}
		return undefined;
	} catch (error) {
		if (error instanceof DomainError && REFUSALS.includes(error.code)) return error.code as Obstacle;
		site.log.error({ event: "order-update-failed", orderId: id, decision, adminId, err: error });
		return "orderUpdateFailed";
	}
}

async function decide(
	trx: Trx,
	id: string,
	{ decision, note, adminId, isModerator = false }: DecisionInput,
	at: Date,
): Promise<Notice | "repeated"> {
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
	if (isModerator && order.user_id === adminId) throw new DomainError("orderOwn");
	await recordChange(trx, {
		actor: adminId,
		action: decision === "approved" ? "order.approve" : "order.cancel",
		subject: id,
		subjectName: order.item_name,
		before: { status: "created", note: null },
		after: { status: decision, note: change.note },
		at,
	});
	const { user_id: userId, item_id: itemId, item_name: item, total_points: points } = order;
	const about = { orderId: id, item, note: change.note };
	const notice: Notice =
		decision === "approved"
			? { userId, kind: "order-approved", reference: id, data: about }
			: { userId, kind: "order-cancelled", reference: id, data: { ...about, points } };
	await addNotice(trx, notice, { at, by: adminId });
	if (decision === "approved") return notice;
	await post(trx, {
		userId,
		delta: points,
		reason: "redeem-refund",
		reference: id,
		actor: adminId,
		at,
	});
	await returnStock(trx, { itemId, orderId: id, quantity: order.quantity });
	return notice;
}
