import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import { huntStart, pushHuntStart } from "~/notifications/push/push-jobs.server";
import {
	deleteHunt,
	findBonuses,
	findHunt,
	findOpenHunt,
	insertHunt,
	updateHunt,
} from "../persistence/hunts.queries.server";
import { loggedDetails } from "./change-log-fields";
import { type Act, changeOpenHunt, type HuntSite } from "./change-open-hunt.server";
import { detailsOf, type EditedDetails, type Hunt } from "./hunt";

/**
 * Starts a hunt with open guessing, writes the change log and publishes it; once for each idempotency key.
 * @throws {DomainError} `huntAlreadyOpen`: only one hunt is open at a time; `idempotencyKeyReused`
 */
export async function startHunt(
	site: HuntSite & Pick<Site, "wakeJobs">,
	adminId: string,
	{ idempotencyKey, ...fields }: EditedDetails & { idempotencyKey: string },
): Promise<void> {
	const details = detailsOf(fields);
	await writeChange(site, adminId, {
		once: { idempotencyKey, action: "bonus-hunt.start", input: details },
		write: async (trx, at) => {
			const id = crypto.randomUUID();
			if (await findOpenHunt(trx)) throw new DomainError("huntAlreadyOpen");
			await insertHunt(trx, {
				id,
				title: details.title,
				translations: JSON.stringify(details.translations),
				start_cost: details.startCost,
				stop_loss: details.stopLoss,
				status: "open",
				guessing: "open",
				revision: 1,
				created_at: at.toISOString(),
			});
			await pushHuntStart(trx, { id, title: details.title }, at);
			return {
				action: "hunt.start",
				subject: id,
				subjectName: details.title,
				after: loggedDetails(details),
			};
		},
		published: () => {
			site.log.info({ event: "hunt-changed", change: "start", adminId });
			site.huntChanged();
			site.wakeJobs(huntStart);
		},
	});
}

/**
 * Edits title and costs of the open hunt, in cents. Does nothing when they already have these values. Undoable.
 * @throws {DomainError} `huntOver`, `editConflict` when they were edited since `detailsRevision`.
 */
export const editHunt = (
	site: HuntSite,
	adminId: string,
	{ huntId, detailsRevision, ...fields }: EditedDetails & { huntId: string; detailsRevision: number },
): Promise<void> =>
	changeOpenHunt(site, adminId, async (trx, hunt) => {
		if (hunt.id !== huntId) throw new DomainError("huntOver");
		const [before, after] = [detailsOf(hunt), detailsOf(fields)];
		if (JSON.stringify(before) === JSON.stringify(after)) return undefined;
		if (hunt.detailsRevision !== detailsRevision) throw new DomainError("editConflict");
		await updateHunt(trx, hunt.id, {
			title: after.title,
			translations: JSON.stringify(after.translations),
			start_cost: after.startCost,
			stop_loss: after.stopLoss,
			details_revision: detailsRevision + 1,
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
 * Finishes the open hunt and ends guessing. Does nothing when it is already finished. Undoing it reopens the hunt, but
 * not guessing.
 * @throws {DomainError} `huntOver`, `huntWithoutSlots`: a hunt without slots can only be discarded.
 */
export async function finishHunt(
	site: HuntSite,
	adminId: string,
	{ huntId }: { huntId: string },
): Promise<void> {
	const finish: Act = async (trx, hunt, at) => {
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
	};
	await changeOpenHunt(site, adminId, finish, {
		isDone: async (trx) => (await findHunt(trx, huntId))?.status === "finished",
	});
}

/**
 * Opens or closes guessing, writes the change log and publishes the hunt. Does nothing when it already has this value.
 * It is not a step: `undoStep` does not undo it.
 * @throws {DomainError} `huntOver`, `payoutShown` for opening it after a payout was shown, even if that was undone.
 */
export async function setGuessing(
	site: HuntSite,
	adminId: string,
	{ huntId, guessing }: { huntId: string; guessing: Hunt["guessing"] },
): Promise<void> {
	await writeChange(site, adminId, {
		write: async (trx) => {
			const hunt = await findOpenHunt(trx);
			if (hunt?.id !== huntId) throw new DomainError("huntOver");
			if (hunt.guessing === guessing) return undefined;
			if (guessing === "open" && hunt.payoutShownAt !== null) throw new DomainError("payoutShown");
			await updateHunt(trx, huntId, { guessing });
			return {
				action: "hunt.guessing",
				subject: huntId,
				subjectName: hunt.title,
				before: { guessing: hunt.guessing },
				after: { guessing },
			};
		},
		published: () => site.huntChanged(),
	});
}

/**
 * Deletes an open hunt without slots, with its guesses, such as one that was started by mistake. Writes the change log
 * and publishes it. Does nothing when it is already gone.
 * @throws {DomainError} `huntOver`, `huntHasSlots`
 */
export async function discardHunt(
	site: HuntSite,
	adminId: string,
	{ huntId }: { huntId: string },
): Promise<void> {
	await writeChange(site, adminId, {
		write: async (trx) => {
			const hunt = await findHunt(trx, huntId);
			if (!hunt) return undefined;
			if (hunt.status !== "open") throw new DomainError("huntOver");
			if ((await findBonuses(trx, huntId)).length > 0) throw new DomainError("huntHasSlots");
			await deleteHunt(trx, huntId);
			return {
				action: "hunt.discard",
				subject: huntId,
				subjectName: hunt.title,
				before: loggedDetails(hunt),
			};
		},
		published: () => {
			site.log.info({ event: "hunt-changed", change: "discard", adminId });
			site.huntChanged();
		},
	});
}
