import type { Db } from "db/database";
import { DomainError } from "~/forms/domain-error";
import { findLastStep, findStep, markUndone } from "../persistence/steps.queries.server";
import { changeHunt, type HuntSite, openHunt, type StepBefore } from "./change-hunt.server";
import type { Hunt, StepKind } from "./hunt";

/** A step as the manage page shows it. */
export type ShownStep = NonNullable<Awaited<ReturnType<typeof readLastStep>>>;

/**
 * Undoes the last step of the open hunt. Guesses are kept, and guessing stays as it is: viewers know a payout that was
 * shown. Does nothing when the step was already undone.
 * @throws {DomainError} `huntOver`, `stepNotLast` when it does not exist or is no longer the last step.
 */
export const undoStep = (site: HuntSite, adminId: string, { stepId }: { stepId: number }): Promise<void> =>
	changeHunt(site, adminId, {
		kind: "undo",
		find: openHunt(),
		async change({ hunt, bonuses }, at, trx) {
			const step = await findStep(trx, stepId);
			if (step && step.undone_at !== null) return undefined;
			if (!step || (await findLastStep(trx, hunt.id))?.id !== stepId) throw new DomainError("stepNotLast");
			await markUndone(trx, stepId, at);
			const { subject, details, bonuses: before } = JSON.parse(step.before) as StepBefore;
			const orderRevision = hunt.orderRevision + 1;
			return {
				hunt: details
					? { ...hunt, ...details, orderRevision, detailsRevision: hunt.detailsRevision + 1 }
					: { ...hunt, orderRevision },
				bonuses: [
					...bonuses.filter(({ id }) => !(id in before)),
					...Object.values(before).flatMap((bonus) => {
						if (!bonus) return [];
						// The revision increases, so that a form which was opened before is refused.
						const now = bonuses.find(({ id }) => id === bonus.id) ?? bonus;
						return { ...bonus, revision: now.revision + 1 };
					}),
				].sort((one, other) => one.position - other.position),
				subject,
				log: { step: step.kind },
			};
		},
	});

/**
 * Returns the last step that was not undone; undefined without one. It does not check whether the step may be undone,
 * which {@link undoStep} does.
 */
export async function readLastStep(db: Db, hunt: Pick<Hunt, "id">) {
	const step = await findLastStep(db, hunt.id);
	if (!step) return undefined;
	const { name, payout } = JSON.parse(step.before) as StepBefore;
	return { id: step.id, kind: step.kind as StepKind, name, payout, by: step.actor_name };
}
