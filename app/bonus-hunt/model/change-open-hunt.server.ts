import type { Trx } from "db/database";
import type { Fields } from "~/change-log/admin-changes.server";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import { findOpenHunt, updateHunt } from "../persistence/hunts.queries.server";
import { insertStep } from "../persistence/steps.queries.server";
import type { Hunt } from "./hunt";
import type { StepBefore, StepKind } from "./steps";

/** The services of a change of a hunt. */
export type HuntSite = Pick<Site, "db" | "now" | "log" | "huntChanged">;

/** A change of the open hunt. */
export interface Step {
	kind: StepKind;
	undo: StepBefore;
	/** The id of the slot or hunt that was changed, and its fields for the change log. */
	subject: string;
	before?: Fields | undefined;
	after?: Fields | undefined;
}

/** Writes a change of the open hunt: see {@link changeOpenHunt}. */
export type Act = (trx: Trx, hunt: Hunt, at: string) => Promise<Step | undefined>;

interface Options {
	/** For a form that would act twice when it is sent twice: see `withIdempotencyKey`. */
	once?: { idempotencyKey: string; input: unknown };
	/**
	 * Whether the change was made before. Checked first, because the hunt may be over by now. Awaits only the database.
	 */
	isDone?(trx: Trx): Promise<boolean>;
}

/**
 * Changes the open hunt in one transaction, together with the step that undoes the change and the change-log
 * entry, and increases the hunt's revision; then logs and publishes it.
 * @param act writes the change; awaits only the database. Undefined means that the change was already made: then nothing
 * is written or published.
 * @throws {DomainError} `huntOver` when no hunt is open; what `act` throws.
 */
export async function changeOpenHunt(
	site: HuntSite,
	adminId: string,
	act: Act,
	{ once, isDone }: Options = {},
): Promise<void> {
	await writeChange(site, adminId, {
		once: once && { action: "bonus-hunt.change", ...once },
		write: async (trx, at) => {
			if (await isDone?.(trx)) return undefined;
			const hunt = await findOpenHunt(trx);
			if (!hunt) throw new DomainError("huntOver");
			const step = await act(trx, hunt, at.toISOString());
			if (!step) return undefined;
			await insertStep(trx, {
				hunt_id: hunt.id,
				kind: step.kind,
				before: JSON.stringify(step.undo),
				actor: adminId,
				created_at: at.toISOString(),
			});
			await updateHunt(trx, hunt.id, {});
			return {
				action: `hunt.${step.kind}`,
				subject: step.subject,
				subjectName: step.undo.name,
				before: step.before,
				after: step.after,
			};
		},
		published: (_subject, action) => {
			site.log.info({ event: "hunt-changed", change: action.replace("hunt.", ""), adminId });
			site.huntChanged();
		},
	});
}
