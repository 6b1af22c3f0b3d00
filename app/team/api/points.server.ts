import { createHash } from "node:crypto";
import type { Db, Trx } from "db/database";
import { nameIn } from "~/account/viewer";
import { withIdempotencyKey } from "~/forms/idempotency.server";
import type { Site } from "~/lib/site";
import { addPointsNotice } from "~/notifications/notices.server";
import { isAmount } from "~/points/amounts";
import { announceChanges } from "~/points/balance-topic.server";
import { post } from "~/points/ledger/ledger.server";
import { findNamed } from "./board.queries.server";
import { problem } from "./problem.server";
import type { Token } from "./tokens";
import { countGift } from "./tokens.queries.server";

/** What one request may give. */
export const MAX_GIFT = 1_000_000;

/**
 * The viewer with a name.
 * @throws a Response: 404 for an unknown name, and for a hidden one, so that it does not show whose name is hidden; 409 for
 * a name that several viewers have had.
 */
export async function findViewerNamed(db: Db | Trx, name: string) {
	const [user, other] = await findNamed(db, nameIn(name.replace(/^@/, "")) ?? "");
	if (!user) throw problem(404, "unknown-user", "No viewer of the site has this name.");
	if (other) throw problem(409, "ambiguous-user", "Several viewers of the site have this name.");
	return user;
}

/**
 * Gives points to a viewer for a program, once for each idempotency key: posts an entry that names the program, counts the
 * points of the token's day and notifies the viewer. Programs only give: a viewer's limits and breaks would not hold for
 * bets that a program takes. The token's creator gets nothing through it, because the log would name the program.
 * @returns what the token may still give today. A repeat returns the first answer.
 * @throws a Response for a refused request, {DomainError} `idempotencyKeyReused`.
 */
export async function givePointsAs(
	site: Pick<Site, "db" | "now" | "announceBalance" | "announceNotices">,
	{ id, name: program, createdBy }: Token,
	{ idempotencyKey, user: name, amount }: { idempotencyKey: string; user: string; amount: number },
): Promise<{ given: number; leftToday: number }> {
	const request = {
		...{ userId: createdBy, idempotencyKey: `${id}:${idempotencyKey}`, action: "api.points" },
		// Not the name, which an erasure would have to find.
		input: { user: createHash("sha256").update(name).digest("hex"), amount },
	};
	const { userId, ...answer } = await withIdempotencyKey(site.db, request, site.now(), async (trx) => {
		const at = site.now();
		const user = await findViewerNamed(trx, name);
		if (user.id === createdBy)
			throw problem(403, "own-account", "A token gives no points to the admin who has created it.");
		if (!isAmount(user.points + amount))
			throw problem(409, "balance-full", "The viewer cannot have that many points.");
		const leftToday = await countGift(trx, { id, points: amount, at: at.toISOString() });
		if (leftToday === undefined)
			throw problem(409, "daily-points", "The token may not give that many more points today (UTC).");
		await post(trx, {
			...{ userId: user.id, delta: amount, actor: `token:${id}`, at },
			...{ reason: `api:${program}`, reference: crypto.randomUUID() },
		});
		const reference = `${id} ${at.toISOString().slice(0, "2026-03-29".length)}`;
		const data = { points: amount, program };
		await addPointsNotice(trx, { userId: user.id, kind: "program-points", reference, data }, at);
		return { userId: user.id, given: amount, leftToday };
	});
	announceChanges(site, [userId]);
	return answer;
}
