import { transact } from "db/transact";
import type { Fields } from "~/change-log/admin-changes.server";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import {
	deleteHunt,
	findBonuses,
	findHunt,
	findOpenHunt,
	insertHunt,
	updateHunt,
} from "../persistence/hunts.queries.server";
import { keepGuessing } from "../persistence/steps.queries.server";
import { loggedDetails } from "./change-log-fields";
import { changeOpenHunt, type HuntTools } from "./change-open-hunt.server";
import { detailsOf, type EditedDetails, type Hunt } from "./hunt";

/**
 * Begins a hunt, once for each request id.
 * @throws {DomainError} `huntAlreadyOpen`: there is one at a time; `idempotencyKeyReused`
 */
export async function startHunt(
	tools: HuntTools,
	adminId: string,
	{ idempotencyKey, ...asked }: EditedDetails & { idempotencyKey: string },
): Promise<void> {
	const at = tools.now();
	const details = detailsOf(asked);
	const request = { userId: adminId, idempotencyKey, action: "bonus-hunt.start", input: details };
	let isNew = false;
	await withIdempotencyKey(tools.db, request, at, async (trx) => {
		isNew = true;
		const id = crypto.randomUUID();
		if (await findOpenHunt(trx)) throw new DomainError("huntAlreadyOpen");
		await insertHunt(trx, {
			id,
			title: details.title,
			start_cost: details.startCost,
			stop_loss: details.stopLoss,
			status: "open",
			guessing: "open",
			revision: 1,
			created_at: at.toISOString(),
		});
		await record(trx, "hunt.start", { id, ...details }, adminId, at, { after: loggedDetails(details) });
		return { id };
	});
	if (!isNew) return;
	tools.log.info({ event: "hunt-changed", change: "start", adminId });
	tools.huntChanged?.();
}

/**
 * Edits title and cost.
 * @param shown what the form has shown, as JSON: what is there now must be the same.
 * @throws {DomainError} `huntOver`, `huntEditedMeanwhile`
 */
export const editHunt = (
	tools: HuntTools,
	adminId: string,
	{ huntId, shown, ...asked }: EditedDetails & { huntId: string; shown: string },
): Promise<void> =>
	changeOpenHunt(tools, adminId, async (trx, hunt) => {
		if (hunt.id !== huntId) throw new DomainError("huntOver");
		const [before, after] = [detailsOf(hunt), detailsOf(asked)];
		if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
		if (JSON.stringify(before) !== shown) throw new DomainError("huntEditedMeanwhile");
		await updateHunt(trx, hunt.id, {
			title: after.title,
			start_cost: after.startCost,
			stop_loss: after.stopLoss,
		});
		return {
			kind: "edit",
			undo: { name: before.title, details: before },
			subject: hunt.id,
			before: loggedDetails(before),
			after: loggedDetails(after),
		};
	});

/**
 * Ends a hunt, and guessing with it: what it paid stands. One that is finished stays so.
 * @throws {DomainError} `huntOver`, `huntWithoutSlots`: that one can be discarded.
 */
export async function finishHunt(
	tools: HuntTools,
	adminId: string,
	{ huntId }: { huntId: string },
): Promise<void> {
	if ((await findHunt(tools.db, huntId))?.status === "finished") return;
	await changeOpenHunt(tools, adminId, async (trx, hunt, at) => {
		if (hunt.id !== huntId) throw new DomainError("huntOver");
		if ((await findBonuses(trx, huntId)).length === 0) throw new DomainError("huntWithoutSlots");
		await updateHunt(trx, hunt.id, { status: "finished", guessing: "closed", finished_at: at });
		return {
			kind: "finish",
			undo: { name: hunt.title },
			subject: hunt.id,
			before: { status: "open" },
			after: { status: "finished" },
		};
	});
}

/** Lets viewers guess, or not any more, whatever was opened so far. @throws {DomainError} `huntOver` */
export async function setGuessing(
	tools: HuntTools,
	adminId: string,
	{ huntId, guessing }: { huntId: string; guessing: Hunt["guessing"] },
): Promise<void> {
	await transact(tools.db, async (trx) => {
		const hunt = await findOpenHunt(trx);
		if (hunt?.id !== huntId) throw new DomainError("huntOver");
		if (hunt.guessing === guessing) return;
		await updateHunt(trx, huntId, { guessing });
		await keepGuessing(trx, huntId, guessing);
		await record(trx, "hunt.guessing", hunt, adminId, tools.now(), {
			before: { guessing: hunt.guessing },
			after: { guessing },
		});
	});
	tools.huntChanged?.();
}

/**
 * Throws a hunt away that has no slots, as one that was begun by mistake. One that is gone stays so.
 * @throws {DomainError} `huntOver`, `huntHasSlots`
 */
export async function discardHunt(
	tools: HuntTools,
	adminId: string,
	{ huntId }: { huntId: string },
): Promise<void> {
	const isDone = await transact(tools.db, async (trx) => {
		const hunt = await findHunt(trx, huntId);
		if (!hunt) return false;
		if (hunt.status !== "open") throw new DomainError("huntOver");
		if ((await findBonuses(trx, huntId)).length > 0) throw new DomainError("huntHasSlots");
		await deleteHunt(trx, huntId);
		await record(trx, "hunt.discard", hunt, adminId, tools.now(), { before: loggedDetails(hunt) });
		return true;
	});
	if (!isDone) return;
	tools.log.info({ event: "hunt-changed", change: "discard", adminId });
	tools.huntChanged?.();
}

const record = (
	trx: Parameters<typeof recordChange>[0],
	action: string,
	{ id, title }: Pick<Hunt, "id" | "title">,
	actor: string,
	at: Date,
	change: { before?: Fields; after?: Fields },
) => recordChange(trx, { actor, action, subject: id, subjectName: title, ...change, at });
