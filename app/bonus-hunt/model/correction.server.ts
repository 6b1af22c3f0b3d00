import { transact } from "db/transact";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { findBonus, findHunt, putBonus, updateHunt } from "../persistence/hunts.queries.server";
import { deleteStep, findLastStep, findStep, insertStep } from "../persistence/steps.queries.server";
import type { HuntTools } from "./change-open-hunt.server";
import { paidAs } from "./hunt";
import type { StepBefore } from "./steps";

interface Correction {
	huntId: string;
	bonusId: string;
	/** Of the slot, as it was shown. */
	revision: number;
	/** Cents; null for a slot that was not opened. */
	payout: number | null;
}

/**
 * Corrects what a slot of a finished hunt paid, as long as nobody was paid a prize by it. The same again changes
 * nothing.
 * @throws {DomainError} `huntGone`, `huntNotFinished`, `prizePaid`, `bonusGone`, `bonusEditedMeanwhile`
 */
export async function correctPayout(
	tools: Pick<HuntTools, "db" | "now" | "log">,
	adminId: string,
	{ huntId, bonusId, revision, payout }: Correction,
): Promise<void> {
	const now = tools.now();
	const at = now.toISOString();
	const isDone = await transact(tools.db, async (trx) => {
		const hunt = await findHunt(trx, huntId);
		if (!hunt) throw new DomainError("huntGone");
		if (hunt.status === "open") throw new DomainError("huntNotFinished");
		const bonus = await findBonus(trx, bonusId);
		if (bonus?.huntId !== huntId) throw new DomainError("bonusGone");
		if (bonus.payout === payout) return false;
		if (hunt.prize) throw new DomainError("prizePaid");
		if (bonus.revision !== revision) throw new DomainError("bonusEditedMeanwhile");
		await putBonus(trx, paidAs(bonus, payout, at));
		await updateHunt(trx, huntId, {});
		// As if it had been edited before the end: that the hunt was finished stays what is undone first.
		const last = await findLastStep(trx, huntId);
		const finish = last?.kind === "finish" ? await findStep(trx, last.id) : undefined;
		if (finish) {
			const { id, ...row } = finish;
			await deleteStep(trx, id);
			const undo: StepBefore = { name: bonus.name, bonuses: { [bonusId]: bonus } };
			const before = JSON.stringify(undo);
			await insertStep(trx, { hunt_id: huntId, kind: "edit-slot", before, actor: adminId, created_at: at });
			await insertStep(trx, row);
		}
		await recordChange(trx, {
			actor: adminId,
			action: "hunt.edit-slot",
			subject: bonusId,
			subjectName: bonus.name,
			before: { payout: euros(bonus.payout) },
			after: { payout: euros(payout) },
			at: now,
		});
		return true;
	});
	if (isDone) tools.log.info({ event: "hunt-corrected", huntId, bonusId, adminId });
}

const euros = (cents: number | null): number | null => (cents === null ? null : cents / 100);
