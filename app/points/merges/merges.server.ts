import type { Db } from "db/database";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { hasActed, withIdempotencyKey } from "~/forms/idempotency.server";
import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import { MAX_POINTS } from "../amounts";
import { findBalance } from "../ledger/ledger.queries.server";
import { post } from "../ledger/ledger.server";
import { findUser } from "../statement/statement.queries.server";
import type { MergeLine, MergeOffer } from "./merge";
import { findMerges, insertMerge, markUndone, sumOfMerges } from "./merges.queries.server";
import type { PointsProvider } from "./points-provider.server";

interface MergeTools {
	db: Db;
	now: () => Date;
	/** Notifies a viewer's tabs that the balance has changed. */
	announceBalance(userId: string): void;
	/** Undefined when no provider is configured. */
	pointsProvider: PointsProvider | undefined;
}

/** Number of merges that a page shows. */
const MAX_SHOWN = 50;

/**
 * Reads a user's points at the provider and returns what a merge would credit.
 * @throws {DomainError} `userGone`, `mergeOff`, and as `readPoints`.
 */
export async function offerMerge(
	{ db, pointsProvider }: Pick<MergeTools, "db" | "pointsProvider">,
	userId: string,
): Promise<MergeOffer> {
	const { user, provider, held } = await askProvider(db, pointsProvider, userId);
	const merged = await sumOfMerges(db, { provider, userId, username: user.twitch_username });
	const credit = Math.max(0, held - merged);
	return { provider, username: user.twitch_username, points: user.points, held, merged, credit };
}

interface Confirmed {
	idempotencyKey: string;
	userId: string;
	/** The values that the admin was shown: the points at the provider, and the points to credit. */
	held: number;
	credit: number;
}

/**
 * Credits the provider's points that were not merged before, once for each idempotency key. The provider is
 * asked again, because the form is not trusted, and before the transaction, so that the database does not wait
 * for it.
 * @throws {DomainError} `mergeChanged` when the values differ from the shown ones, `mergeNothing`,
 * `mergeTooMuch`, and as {@link offerMerge}.
 */
export async function mergePoints(
	tools: MergeTools,
	adminId: string,
	{ idempotencyKey, ...input }: Confirmed,
): Promise<{ credited: number }> {
	const { db, now, pointsProvider } = tools;
	const request = { userId: adminId, idempotencyKey, action: "points.merge", input };
	const { userId, credit } = input;
	const asked = (await hasActed(db, adminId, idempotencyKey))
		? undefined
		: await askProvider(db, pointsProvider, userId);
	const answer = await withIdempotencyKey(db, request, now(), async (trx) => {
		// The provider was not asked only if this key has acted before, and then this code does not run.
		if (!asked) throw new Error("the provider was not asked");
		const { provider, user, held } = asked;
		const username = user.twitch_username;
		const left = held - (await sumOfMerges(trx, { provider, userId, username }));
		if (left <= 0) throw new DomainError("mergeNothing", { provider });
		if (held !== input.held || left !== credit) throw new DomainError("mergeChanged", { provider });
		const id = crypto.randomUUID();
		const at = now();
		await insertMerge(trx, {
			id,
			user_id: userId,
			provider,
			username,
			provider_points: held,
			credited: credit,
			actor: adminId,
			created_at: at.toISOString(),
		});
		const posting = { userId, delta: credit, reference: id, actor: adminId, at };
		const balance = await post(trx, { ...posting, reason: `merge:${provider}` });
		if (balance > MAX_POINTS) throw new DomainError("mergeTooMuch");
		await recordChange(trx, {
			actor: adminId,
			action: "points.merge",
			subject: userId,
			subjectName: "",
			before: { points: balance - credit },
			after: { points: balance, provider },
			at,
		});
		return { credited: credit };
	});
	tools.announceBalance(userId);
	return answer;
}

/**
 * Undoes a merge, once.
 * @throws {DomainError} `mergeGone` when it was undone before, `mergeSpent` when the balance is too low.
 */
export async function undoMerge(
	tools: Omit<MergeTools, "pointsProvider">,
	adminId: string,
	{ userId, mergeId }: { userId: string; mergeId: string },
): Promise<void> {
	const { db, now } = tools;
	const input = { userId, mergeId };
	// The merge's id is the idempotency key, because a merge is undone once.
	const request = { userId: adminId, idempotencyKey: mergeId, action: "points.undo-merge", input };
	await withIdempotencyKey(db, request, now(), async (trx) => {
		const at = now();
		const merge = await markUndone(trx, mergeId, userId, adminId, at.toISOString());
		if (!merge) throw new DomainError("mergeGone");
		const { provider, credited } = merge;
		const points = (await findBalance(trx, userId)) ?? 0;
		if (points < credited) throw new DomainError("mergeSpent", { credited, points });
		const posting = { userId, delta: -credited, reference: mergeId, actor: adminId, at };
		await post(trx, { ...posting, reason: `merge-undone:${provider}` });
		await recordChange(trx, {
			actor: adminId,
			action: "points.undoMerge",
			subject: userId,
			subjectName: "",
			before: { points },
			after: { points: points - credited, provider },
			at,
		});
		return {};
	});
	tools.announceBalance(userId);
}

export async function readMerges(
	{ db, config }: { db: Db; config: Pick<Config, "SITE_TIMEZONE"> },
	userId: string,
	language: Language,
): Promise<MergeLine[]> {
	const when = (instant: string) => formatMoment(new Date(instant), language, config.SITE_TIMEZONE);
	return (await findMerges(db, userId, MAX_SHOWN)).map((row) => ({
		id: row.id,
		provider: row.provider,
		username: row.username,
		held: row.provider_points,
		credited: row.credited,
		when: when(row.created_at),
		by: row.actor_name ?? "",
		undone: row.undone_at ? { when: when(row.undone_at), by: row.undoer_name ?? "" } : undefined,
	}));
}

async function askProvider(db: Db, pointsProvider: PointsProvider | undefined, userId: string) {
	const user = await findUser(db, userId);
	if (!user) throw new DomainError("userGone");
	if (!pointsProvider) throw new DomainError("mergeOff");
	const held = await pointsProvider.readPoints(user.twitch_username);
	return { user, provider: pointsProvider.name, held };
}
