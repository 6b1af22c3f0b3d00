import type { Db, Trx } from "db/database";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { hasActed, withIdempotencyKey } from "~/forms/idempotency.server";
import { formatMoment } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
import type { Site } from "~/lib/site";
import { addNotice } from "~/notifications/notices.server";
import { MAX_POINTS } from "../amounts";
import { announceChanges } from "../balance-topic.server";
import { findBalance } from "../ledger/ledger.queries.server";
import { type Posting, post } from "../ledger/ledger.server";
import { findUser } from "../statement/statement.queries.server";
import { findMerges, insertMerge, markUndone, sumOfMerges } from "./merges.queries.server";
import type { PointsProvider } from "./points-provider.server";

/** Number of merges that a page shows. */
const MAX_SHOWN = 50;

/**
 * Reads a user's points at the provider and returns what a merge would credit: those at the provider minus those merged
 * before, at least 0.
 * @throws {DomainError} `userGone`, `mergeOff` without a configured provider, and as `readPoints`.
 */
export async function offerMerge(
	{ db, pointsProvider }: Pick<Site, "db" | "pointsProvider">,
	userId: string,
) {
	const { username, points, provider, providerPoints } = await readProvider(db, pointsProvider, userId);
	const merged = await sumOfMerges(db, { provider, userId, username });
	const credit = Math.max(0, providerPoints - merged);
	return { provider, username, points, providerPoints, merged, credit };
}

export type MergeOffer = Awaited<ReturnType<typeof offerMerge>>;

interface Confirmed {
	idempotencyKey: string;
	userId: string;
	/** Points at the provider, as the confirmation displayed them. */
	providerPoints: number;
	/** Points to credit, as the confirmation displayed them. */
	credit: number;
}

/**
 * Credits the provider's points that were not merged before, once for each idempotency key, writes the change log, tells
 * the user and publishes the balance. The provider is called again, because the form is not trusted, and before the transaction, so
 * that the database does not wait for it. A repeat does not call it and returns the first answer.
 * @throws {DomainError} `mergeChanged` when the values differ from the confirmed ones, `mergeNothing`, `mergeTooMuch`
 * when the balance would exceed `MAX_POINTS`, `idempotencyKeyReused`, and as {@link offerMerge}.
 */
export async function mergePoints(
	site: Pick<Site, "db" | "now" | "announceBalance" | "announceNotices" | "pointsProvider">,
	adminId: string,
	{ idempotencyKey, ...input }: Confirmed,
): Promise<{ credited: number }> {
	const { db, now, pointsProvider } = site;
	const request = { userId: adminId, idempotencyKey, action: "points.merge", input };
	const { userId, credit } = input;
	const source = (await hasActed(db, adminId, idempotencyKey))
		? undefined
		: await readProvider(db, pointsProvider, userId);
	const answer = await withIdempotencyKey(db, request, now(), async (trx) => {
		// The provider is not called only if this key was used before. The first answer is returned then.
		if (!source) throw new Error("the provider was not called");
		const { provider, username, providerPoints } = source;
		const left = providerPoints - (await sumOfMerges(trx, { provider, userId, username }));
		if (left <= 0) throw new DomainError("mergeNothing", { provider });
		if (providerPoints !== input.providerPoints || left !== credit)
			throw new DomainError("mergeChanged", { provider });
		const id = crypto.randomUUID();
		const at = now();
		await insertMerge(trx, {
			id,
			user_id: userId,
			provider,
			username,
			provider_points: providerPoints,
			credited: credit,
			actor: adminId,
			created_at: at.toISOString(),
		});
		const posting = { userId, delta: credit, reference: id, actor: adminId, at };
		const balance = await book(
			trx,
			{ ...posting, reason: `merge:${provider}` },
			{ provider, kind: "points-merged", action: "points.merge" },
		);
		if (balance > MAX_POINTS) throw new DomainError("mergeTooMuch");
		return { credited: credit };
	});
	announceChanges(site, [userId]);
	return answer;
}

/**
 * Undoes a merge: debits what it credited, writes the change log, tells the user and publishes the balance. A repeat by the same admin
 * does nothing.
 * @throws {DomainError} `mergeGone` when this user has no such merge or another admin has undone it, `mergeSpent` when
 * the balance is too low.
 */
export async function undoMerge(
	site: Pick<Site, "db" | "now" | "announceBalance" | "announceNotices">,
	adminId: string,
	{ userId, mergeId }: { userId: string; mergeId: string },
): Promise<void> {
	const { db, now } = site;
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
		await book(
			trx,
			{ ...posting, reason: `merge-undone:${provider}` },
			{ provider, kind: "merge-undone", action: "points.undoMerge" },
		);
		return {};
	});
	announceChanges(site, [userId]);
}

/** Posts the points of a merge, tells the user and writes the change log. @returns the new balance. */
async function book(
	trx: Trx,
	posting: Posting,
	change: { provider: string; kind: "points-merged" | "merge-undone"; action: string },
): Promise<number> {
	const { userId, delta, reference, actor, at } = posting;
	const { provider, kind, action } = change;
	const balance = await post(trx, posting);
	await addNotice(trx, { userId, kind, reference, data: { delta, balance, provider } }, { at, by: actor });
	const [before, after] = [{ points: balance - delta }, { points: balance, provider }];
	await recordChange(trx, { actor, action, subject: userId, subjectName: "", before, after, at });
	return balance;
}

/** Returns a user's last 50 merges, newest first, with formatted instants. */
export async function readMerges(
	{ db, config }: { db: Db; config: Pick<Config, "SITE_TIMEZONE"> },
	userId: string,
	language: Language,
) {
	const anonymous = i18nIn(language).t("shell.anonymous");
	const when = (instant: string) => formatMoment(new Date(instant), language, config.SITE_TIMEZONE);
	return (await findMerges(db, userId, MAX_SHOWN)).map((row) => ({
		id: row.id,
		provider: row.provider,
		username: row.username || anonymous,
		providerPoints: row.provider_points,
		credited: row.credited,
		when: when(row.created_at),
		by: row.actor_name ?? anonymous,
		undone: row.undone_at ? { when: when(row.undone_at), by: row.undoer_name ?? anonymous } : undefined,
	}));
}

export type MergeLine = Awaited<ReturnType<typeof readMerges>>[number];

async function readProvider(db: Db, pointsProvider: PointsProvider | undefined, userId: string) {
	const { twitch_username: username, points = 0 } = (await findUser(db, userId)) ?? {};
	// An erased person has no name at the provider.
	if (!username) throw new DomainError("userGone");
	if (!pointsProvider) throw new DomainError("mergeOff");
	const providerPoints = await pointsProvider.readPoints(username);
	return { username, points, provider: pointsProvider.name, providerPoints };
}
