import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { type Fields, recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import type { Log } from "~/observability/log.server";
import { findOpenHunt, updateHunt } from "../persistence/hunts.queries.server";
import { insertStep } from "../persistence/steps.queries.server";
import type { Hunt } from "./hunt";
import type { HuntChanged } from "./hunt-events";
import type { StepBefore, StepKind } from "./steps";

export interface HuntTools {
	db: Db;
	now: () => Date;
	log: Pick<Log, "info">;
	huntChanged?: HuntChanged;
}

/** What was done to the open hunt. */
export interface Step {
	kind: StepKind;
	undo: StepBefore;
	/** The id of what it was done to, and its fields for the admins' log. */
	subject: string;
	before?: Fields | undefined;
	after?: Fields | undefined;
}

type Act = (trx: Trx, hunt: Hunt, at: string) => Promise<Step | undefined>;

/**
 * Does something to the open hunt in one transaction, with the step that undoes it and the line in the log;
 * then every viewer hears of it.
 * @param act answers with nothing when it was done already: then nothing is written.
 * @param once of a form that would act again: see `withIdempotencyKey`.
 * @throws {DomainError} `huntOver` when no hunt is open; what `act` throws.
 */
export async function changeOpenHunt(
	tools: HuntTools,
	adminId: string,
	act: Act,
	once?: { idempotencyKey: string; input: unknown },
): Promise<void> {
	const { db, now, log, huntChanged } = tools;
	const at = now();
	const change = async (trx: Trx) => {
		const hunt = await findOpenHunt(trx);
		if (!hunt) throw new DomainError("huntOver");
		const step = await act(trx, hunt, at.toISOString());
		if (step) await write(trx, hunt, adminId, step, at);
		return { kind: step?.kind ?? null };
	};
	const { kind } = once
		? await withIdempotencyKey(db, { userId: adminId, action: "bonus-hunt.change", ...once }, at, change)
		: await transact(db, change);
	if (kind === null) return;
	log.info({ event: "hunt-changed", change: kind, adminId });
	huntChanged?.();
}

async function write(trx: Trx, hunt: Hunt, adminId: string, step: Step, at: Date) {
	await insertStep(trx, {
		hunt_id: hunt.id,
		kind: step.kind,
		before: JSON.stringify(step.undo),
		actor: adminId,
		created_at: at.toISOString(),
	});
	await updateHunt(trx, hunt.id, {});
	await recordChange(trx, {
		actor: adminId,
		action: `hunt.${step.kind}`,
		subject: step.subject,
		subjectName: step.undo.name,
		before: step.before,
		after: step.after,
		at,
	});
}
