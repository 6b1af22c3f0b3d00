import type { Trx } from "db/database";
import { nameIn } from "~/account/viewer";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import type { Config } from "~/lib/config.server";
import { type Decider, isOwnOfModerator } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { addNotices } from "~/notifications/notices.server";
import { isAmount } from "../amounts";
import { announceChanges } from "../balance-topic.server";
import { findLastEntryId } from "../ledger/ledger.queries.server";
import { postMany } from "../ledger/ledger.server";
import { spendDaily } from "./daily-points.server";
import { insertPointNotes } from "./giving.queries.server";
import { findUsersBy, type UserRow } from "./user-table.queries.server";
import { type GivingFault, MAX_NAMES } from "./users";

type GivingSite = Pick<Site, "db" | "now" | "announceBalance" | "announceNotices">;

interface Gift {
	/** Points to add to each balance; negative to take them. */
	amount: number;
	/** The reason that the viewer reads; empty for none. */
	note: string;
}

/** A name of a list to whom nothing was given. */
export interface Refused {
	name: string;
	fault: GivingFault;
	/** The balance, if it is the cause. */
	points?: number;
}

/**
 * Gives points to a user or takes them, once for each idempotency key: posts an `admin-adjustment`, writes the change log,
 * notifies the user with the reason and publishes the balance.
 * @returns the entry's id. A repeat returns the first answer.
 * @throws {DomainError} `userGone`; `givingTooFew` and `givingTooMany` when the balance would be out of range;
 * `idempotencyKeyReused`.
 */
export async function givePoints(
	site: GivingSite,
	adminId: string,
	{ idempotencyKey, ...input }: Gift & { idempotencyKey: string; userId: string },
): Promise<{ entryId: number | undefined }> {
	const { db, now } = site;
	const request = { userId: adminId, idempotencyKey, action: "points.give", input };
	const answer = await withIdempotencyKey(db, request, now(), async (trx) => {
		const user = await findUser(trx, input.userId);
		const fault = faultOf(user, input.amount);
		if (fault === "tooFew") throw new DomainError("givingTooFew", { points: user.points });
		if (fault) throw new DomainError("givingTooMany");
		await change(trx, [user], { ...input, actor: adminId, at: now(), action: "points.give" });
		return { entryId: await findLastEntryId(trx, user.id) };
	});
	announceChanges(site, [input.userId]);
	return answer;
}

interface AdjustmentInput {
	idempotencyKey: string;
	userId: string;
	/** The balance that the form displayed. */
	shown: number;
	/** The new balance. */
	points: number;
}

/**
 * Sets a user's points, once for each idempotency key: as {@link givePoints} with the difference.
 * @returns the entry's id; undefined when the balance stays the same. A repeat returns the first answer.
 * @throws {DomainError} `userGone`; `balanceChanged` when the balance differs from the displayed one;
 * `idempotencyKeyReused`.
 */
export async function adjustPoints(
	site: GivingSite,
	adminId: string,
	{ idempotencyKey, ...input }: AdjustmentInput,
): Promise<{ entryId: number | undefined }> {
	const { userId, shown, points } = input;
	const request = { userId: adminId, idempotencyKey, action: "points.adjust", input };
	const answer = await withIdempotencyKey(site.db, request, site.now(), async (trx) => {
		const user = await findUser(trx, userId);
		if (user.points !== shown) throw new DomainError("balanceChanged", { shown, points: user.points });
		if (points === shown) return { entryId: undefined };
		const adjustment = { amount: points - shown, note: "", action: "points.adjust" };
		await change(trx, [user], { ...adjustment, actor: adminId, at: site.now() });
		return { entryId: await findLastEntryId(trx, userId) };
	});
	announceChanges(site, [userId]);
	return answer;
}

async function findUser(trx: Trx, userId: string): Promise<UserRow> {
	const [user] = await findUsersBy(trx, "users.id", [userId]);
	if (!user) throw new DomainError("userGone");
	return user;
}

/**
 * {@link givePoints} to each user of a list of names. A name that is unknown or ambiguous, and a balance that would be out
 * of range, are refused; the others are given. A moderator only gives, not to themselves, and in a day at most the daily amount.
 * @param names separated by line breaks, commas, semicolons or tabs. A repeated name counts once.
 * @throws {DomainError} `givingNobody` without a name, `givingTooLong`, `givingOverDaily`, `adminsOnly`, `idempotencyKeyReused`.
 */
export async function givePointsToMany(
	site: GivingSite & { config: Pick<Config, "SITE_TIMEZONE" | "ADMIN_SUBJECTS"> },
	giver: Pick<Decider, "id" | "isAdmin">,
	{ idempotencyKey, ...input }: Gift & { idempotencyKey: string; names: string },
): Promise<{ given: string[]; refused: Refused[] }> {
	const { db, now } = site;
	const names = namesIn(input.names);
	if (names.length === 0) throw new DomainError("givingNobody");
	if (names.length > MAX_NAMES) throw new DomainError("givingTooLong", { most: MAX_NAMES });
	if (!giver.isAdmin && input.amount < 0) throw new DomainError("adminsOnly");
	const request = { userId: giver.id, idempotencyKey, action: "points.give", input };
	const { users, refused } = await withIdempotencyKey(db, request, now(), async (trx) => {
		const found = await findUsersBy(trx, "users.twitch_username", names);
		const users: UserRow[] = [];
		const refused: Refused[] = [];
		for (const name of names) {
			const [user, other] = found.filter((one) => one.username === name);
			const fault = !user
				? "unknown"
				: other
					? "ambiguous"
					: isOwnOfModerator(giver, user.id)
						? "own"
						: faultOf(user, input.amount);
			if (user && !fault) users.push(user);
			else refused.push({ name, fault: fault ?? "unknown", ...(user && !other && { points: user.points }) });
		}
		await spendDaily(trx, { ...site, at: now() }, giver.id, users.length * input.amount);
		await change(trx, users, { ...input, actor: giver.id, at: now(), action: "points.give" });
		return { users: users.map(({ id, username: name }) => ({ id, name })), refused };
	});
	announceChanges(
		site,
		users.map(({ id }) => id),
	);
	return { given: users.map(({ name }) => name), refused };
}

/** Normalised as names of users are. Chat writes names with an @. */
const namesIn = (text: string): string[] => [
	...new Set(text.split(/[\n\r,;\t]+/).flatMap((name) => nameIn(name.trim().replace(/^@/, "")) ?? [])),
];

function faultOf({ points }: UserRow, amount: number): "tooFew" | "tooMany" | undefined {
	if (isAmount(points + amount)) return undefined;
	return amount < 0 ? "tooFew" : "tooMany";
}

/** Changes the balances of the users, which suffice, by the amount. */
async function change(
	trx: Trx,
	users: readonly UserRow[],
	{ amount, note, actor, at, action }: Gift & { actor: string; at: Date; action: string },
): Promise<void> {
	// Not the idempotency key, which is unique only for its admin.
	const gifts = users.map((user) => ({ userId: user.id, reference: crypto.randomUUID() }));
	const reason = "admin-adjustment";
	const balances = await postMany(
		trx,
		gifts.map((gift) => ({ ...gift, delta: amount, reason, actor, at })),
	);
	if (note) await insertPointNotes(trx, gifts, note);
	const told = gifts.map((gift) => {
		const data = { delta: amount, balance: balances.get(gift.userId) ?? 0, ...(note && { note }) };
		return { ...gift, kind: "points-adjusted", data } as const;
	});
	await addNotices(trx, told, { at, by: actor });
	for (const { userId } of gifts) {
		const points = balances.get(userId) ?? 0;
		await recordChange(trx, {
			...{ actor, action, subject: userId, subjectName: "", at },
			// Without the note: the log is never changed, and an erasure must delete the note.
			before: { points: points - amount },
			after: { points },
		});
	}
}
