import type { Db, Trx } from "db/database";
import type { Fields } from "~/change-log/admin-changes.server";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import {
	deleteBonus,
	findBonus,
	findHunt,
	findOpenHunt,
	updateHunt,
	upsertBonus,
} from "../persistence/hunts.queries.server";
import { findLastStep, findStep, markUndone } from "../persistence/steps.queries.server";
import { loggedBonus, loggedDetails } from "./change-log-fields";
import type { HuntSite } from "./change-open-hunt.server";
import type { Hunt } from "./hunt";
import type { ShownStep, StepBefore, StepKind } from "./steps";

/**
 * Undoes the last step of a hunt, writes the change log and publishes it. Of a finished hunt only the finish can be
 * undone, which reopens it. Guesses are kept, and guessing stays as it is: viewers know a payout that was shown. Does
 * nothing when the step was already undone.
 * @throws {DomainError} `stepNotLast` when it does not exist or is no longer the last step; for a finished hunt
 * `prizePaid`, and `huntAlreadyOpen` when another hunt is open.
 */
export async function undoStep(
	site: HuntSite,
	adminId: string,
	{ stepId }: { stepId: number },
): Promise<void> {
	await writeChange(site, adminId, {
		write: async (trx, at) => {
			const step = await findStep(trx, stepId);
			const hunt = step && (await findHunt(trx, step.hunt_id));
			if (!step || !hunt) throw new DomainError("stepNotLast");
			if (step.undone_at !== null) return undefined;
			if ((await findLastStep(trx, hunt.id))?.id !== stepId) throw new DomainError("stepNotLast");
			const before = JSON.parse(step.before) as StepBefore;
			await checkReopening(trx, hunt);
			const logged = await readRestored(trx, hunt, step.kind, before);
			await restore(trx, hunt, before);
			await markUndone(trx, stepId, at.toISOString());
			return { action: "hunt.undo", subjectName: before.name, ...logged };
		},
		published: () => {
			site.log.info({ event: "hunt-changed", change: "undo", stepId, adminId });
			site.huntChanged();
		},
	});
}

async function checkReopening(trx: Trx, hunt: Hunt) {
	if (hunt.status === "open") return;
	if (hunt.prize) throw new DomainError("prizePaid");
	if (await findOpenHunt(trx)) throw new DomainError("huntAlreadyOpen");
}

/** Returns the change-log fields of an undone step. */
async function readRestored(
	trx: Trx,
	hunt: Hunt,
	kind: string,
	{ details, move, bonuses = {} }: StepBefore,
): Promise<{ subject: string; before: Fields; after?: Fields | undefined }> {
	const step = { step: kind };
	if (details) {
		return { subject: hunt.id, before: { ...step, ...loggedDetails(hunt) }, after: loggedDetails(details) };
	}
	if (move) {
		return { subject: move.bonusId, before: { ...step, place: move.to }, after: { place: move.from } };
	}
	const [id] = Object.keys(bonuses);
	if (id === undefined) {
		return { subject: hunt.id, before: { ...step, status: hunt.status }, after: { status: "open" } };
	}
	const [now, then] = [await findBonus(trx, id), bonuses[id]];
	return {
		subject: id,
		before: { ...step, ...(now && loggedBonus(now)) },
		after: then ? loggedBonus(then) : undefined,
	};
}

async function restore(trx: Trx, hunt: Hunt, { details, bonuses = {} }: StepBefore) {
	for (const [id, bonus] of Object.entries(bonuses)) {
		const now = await findBonus(trx, id);
		// The revision increases, so that a form which was opened before is refused.
		if (bonus) await upsertBonus(trx, { ...bonus, revision: (now ?? bonus).revision + 1 });
		else await deleteBonus(trx, id);
	}
	await updateHunt(trx, hunt.id, {
		status: "open",
		order_revision: hunt.orderRevision + 1,
		finished_at: null,
		...(details && {
			title: details.title,
			translations: JSON.stringify(details.translations),
			start_cost: details.startCost,
			stop_loss: details.stopLoss,
			details_revision: hunt.detailsRevision + 1,
		}),
	});
}

/**
 * Returns the last step that was not undone; undefined without one. It does not check whether the step may be undone,
 * which {@link undoStep} does.
 */
export async function readLastStep(db: Db, hunt: Hunt): Promise<ShownStep | undefined> {
	const step = await findLastStep(db, hunt.id);
	if (!step) return undefined;
	const { name, payout } = JSON.parse(step.before) as StepBefore;
	return { id: step.id, kind: step.kind as StepKind, name, payout, by: step.actor_name };
}
