import type { Trx } from "db/database";
import { nameIn } from "~/account/viewer";
import { recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import type { Site } from "~/lib/site";
import { addNotices } from "~/notifications/notices.server";
import { isAmount } from "../amounts";
import { findLastEntryId } from "../ledger/ledger.queries.server";
import { postMany } from "../ledger/ledger.server";
import { insertPointNotes } from "./giving.queries.server";
import { findUsersBy, type UserRow } from "./user-table.queries.server";
import { type GivingFault, MAX_NAMES } from "./users";

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
	site: Pick<Site, "db" | "now" | "announceBalance" | "announceNotices">,
	adminId: string,
	{ idempotencyKey, ...input }: Gift & { idempotencyKey: string; userId: string },
): Promise<{ entryId: number | undefined }> {
	const { db, now } = site;
	const request = { userId: adminId, idempotencyKey, action: "points.give", input };
	const answer = await withIdempotencyKey(db, request, now(), async (trx) => {
		const [user] = await findUsersBy(trx, "users.id", [input.userId]);
		if (!user) throw new DomainError("userGone");
		const fault = faultOf(user, input.amount);
		if (fault === "tooFew") throw new DomainError("givingTooFew", { points: user.points });
		if (fault) throw new DomainError("givingTooMany");
		await give(trx, [user], { ...input, actor: adminId, at: now() });
		return { entryId: await findLastEntryId(trx, user.id) };
	});
	site.announceBalance(input.userId);
	site.announceNotices(input.userId);
	return answer;
}

/**
 * {@link givePoints} to each user of a list of names. A name that is unknown or ambiguous, and a balance that would be out
 * of range, are refused; the others are given.
 * @param names separated by line breaks, commas, semicolons or tabs. A repeated name counts once.
 * @throws {DomainError} `givingNobody` without a name, `givingTooLong`, `idempotencyKeyReused`.
 */
export async function givePointsToMany(
	site: Pick<Site, "db" | "now" | "announceBalance" | "announceNotices">,
	adminId: string,
	{ idempotencyKey, ...input }: Gift & { idempotencyKey: string; names: string },
): Promise<{ given: string[]; refused: Refused[] }> {
	const { db, now } = site;
	const names = namesIn(input.names);
	if (names.length === 0) throw new DomainError("givingNobody");
	if (names.length > MAX_NAMES) throw new DomainError("givingTooLong", { most: MAX_NAMES });
	const request = { userId: adminId, idempotencyKey, action: "points.give", input };
	const { users, refused } = await withIdempotencyKey(db, request, now(), async (trx) => {
		const found = await findUsersBy(trx, "users.twitch_username", names);
		const users: UserRow[] = [];
		const refused: Refused[] = [];
		for (const name of names) {
			const [user, other] = found.filter((one) => one.twitch_username === name);
			const fault = !user ? "unknown" : other ? "ambiguous" : faultOf(user, input.amount);
			if (user && !fault) users.push(user);
			else refused.push({ name, fault: fault ?? "unknown", ...(user && !other && { points: user.points }) });
		}
		await give(trx, users, { ...input, actor: adminId, at: now() });
		return { users: users.map(({ id, twitch_username: name }) => ({ id, name })), refused };
	});
	for (const { id } of users) {
		site.announceBalance(id);
		site.announceNotices(id);
	}
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

/** Posts the amount for each of the users, whose balances suffice. */
async function give(
	trx: Trx,
	users: readonly UserRow[],
	{ amount, note, actor, at }: Gift & { actor: string; at: Date },
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
			...{ actor, action: "points.give", subject: userId, subjectName: "", at },
			// Without the note: the log is never changed, and an erasure must delete the note.
			before: { points: points - amount },
			after: { points },
		});
	}
}
