import type { Trx } from "db/database";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import type { Site } from "~/lib/site";
import { addNotice } from "~/notifications/notices.server";
import { findBalance, findLastEntryId } from "../ledger/ledger.queries.server";
import { post } from "../ledger/ledger.server";

interface AdjustmentInput {
	idempotencyKey: string;
	userId: string;
	/** The balance that the form displayed. */
	shown: number;
	/** The new balance. */
	points: number;
}

/**
 * Sets a user's points, once for each idempotency key: posts the difference as an `admin-adjustment`, writes the change
 * log, tells the user and publishes the balance.
 * @returns the entry's id; undefined when the balance stays the same. A repeat returns the first answer.
 * @throws {DomainError} `userGone`; `balanceChanged` when the balance differs from the displayed one;
 * `idempotencyKeyReused`.
 */
export async function adjustPoints(
	site: Pick<Site, "db" | "now" | "announceBalance" | "announceNotices">,
	adminId: string,
	{ idempotencyKey, ...input }: AdjustmentInput,
): Promise<{ entryId: number | undefined }> {
	const { db, now } = site;
	const request = { userId: adminId, idempotencyKey, action: "points.adjust", input };
	const answer = await withIdempotencyKey(db, request, now(), async (trx) => {
		const changed = await setBalance(trx, { ...input, actor: adminId, at: now() });
		return { entryId: changed ? await findLastEntryId(trx, input.userId) : undefined };
	});
	site.announceBalance(input.userId);
	site.announceNotices(input.userId);
	return answer;
}

/**
 * Posts the difference between the balance and the new one.
 * @returns false when there is none.
 * @throws {DomainError} `userGone`, `balanceChanged`
 */
async function setBalance(
	trx: Trx,
	{
		userId,
		shown,
		points,
		actor,
		at,
	}: { userId: string; shown: number; points: number; actor: string; at: Date },
): Promise<boolean> {
	const balance = await findBalance(trx, userId);
	if (balance === undefined) throw new DomainError("userGone");
	if (balance !== shown) throw new DomainError("balanceChanged", { shown, points: balance });
	if (points === shown) return false;
	// Not the idempotency key, which is unique only for its admin.
	const reference = crypto.randomUUID();
	const delta = points - shown;
	await post(trx, { userId, delta, reason: "admin-adjustment", reference, actor, at });
	const data = { delta, balance: points };
	await addNotice(trx, { userId, kind: "points-adjusted", reference, data }, { at, by: actor });
	await recordChange(trx, {
		actor,
		action: "points.adjust",
		subject: userId,
		subjectName: "",
		before: { points: shown },
		after: { points },
		at,
	});
	return true;
}
