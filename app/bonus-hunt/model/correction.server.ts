import { checkRevision, writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import { findBonus, findHunt, updateHunt, upsertBonus } from "../persistence/hunts.queries.server";
import { deleteStep, findLastStep, findStep, insertStep } from "../persistence/steps.queries.server";
import type { HuntSite } from "./change-open-hunt.server";
import { closeGuessing } from "./guess-window.server";
import { withPayout } from "./hunt";
import type { StepBefore } from "./steps";

interface Correction {
	huntId: string;
	bonusId: string;
	/** The revision of the slot when the form was opened. */
	revision: number;
	/** Cents; null for a slot that was not opened. */
	payout: number | null;
}

/**
 * Corrects the payout of a slot of a finished hunt and writes the change log. Does nothing when the payout is already
 * this one. Publishes the hunt. The correction can be undone only after the hunt is reopened.
 * @throws {DomainError} `huntGone`, `huntNotFinished`, `bonusGone`, `prizePaid` once the prize is paid, `editConflict`
 */
export async function correctPayout(
	site: HuntSite,
	adminId: string,
	{ huntId, bonusId, revision, payout }: Correction,
): Promise<void> {
	await writeChange(site, adminId, {
		write: async (trx, now) => {
			const at = now.toISOString();
			const hunt = await findHunt(trx, huntId);
			if (!hunt) throw new DomainError("huntGone");
			if (hunt.status === "open") throw new DomainError("huntNotFinished");
			const bonus = await findBonus(trx, bonusId);
			if (bonus?.huntId !== huntId) throw new DomainError("bonusGone");
			if (bonus.payout === payout) return undefined;
			if (hunt.prize) throw new DomainError("prizePaid");
			checkRevision(bonus, { revision, missing: "bonusGone" });
			if (payout !== null) await closeGuessing(trx, hunt, at);
			await upsertBonus(trx, withPayout(bonus, payout, at));
			await updateHunt(trx, huntId, {});
			// Inserts the correction before the finish step, so that finishing stays the step that is undone first.
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
			return {
				action: "hunt.edit-slot",
				subject: bonusId,
				subjectName: bonus.name,
				before: { payout: euros(bonus.payout) },
				after: { payout: euros(payout) },
			};
		},
		published: () => {
			site.log.info({ event: "hunt-corrected", huntId, bonusId, adminId });
			site.huntChanged();
		},
	});
}

const euros = (cents: number | null): number | null => (cents === null ? null : cents / 100);
