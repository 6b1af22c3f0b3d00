import type { Trx } from "db/database";
import type { Site } from "~/lib/site";
import { post, type Reason } from "~/points/ledger/ledger.server";
import { spendDaily } from "~/points/users/daily-points.server";
import { findItem } from "~/store/items/items.server";
import { takeItem } from "~/store/redeem/redeem.server";
import { redeemMessage } from "~/store/redeem-bot/redeem-message.server";
import type { Prize } from "./prizes";

interface Award {
	userId: string;
	prize: Prize;
	reason: Reason;
	/** Unique for the reason: a prize is paid once. */
	reference: string;
	at: Date;
}

/**
 * Pays a prize in the transaction of its cause; {@link announcePrizes} follows after the commit. An item is posted as its price and
 * redeemed at once, without the item's rules for viewers. The points stay if it is out of stock or disabled.
 * @returns the posted points, and the name of an item that was redeemed; 0 points, and nothing is posted, for an unknown item.
 * @throws a database error if the prize was paid before.
 */
export async function awardPrize(
	site: Pick<Site, "config">,
	trx: Trx,
	{ userId, prize, reason, reference, at }: Award,
): Promise<{ points: number; item?: string }> {
	const item = "itemId" in prize ? await findItem(trx, prize.itemId) : undefined;
	const points = "points" in prize ? prize.points : (item?.price ?? 0);
	if (points === 0) return { points };
	await post(trx, { userId, delta: points, reason, reference, actor: "system", at });
	if (item?.status !== "active" || item.stock === 0) return { points };
	await takeItem(trx, site, { viewerId: userId, item, answer: "", at, actor: "system" });
	return { points, item: item.name };
}

/** Counts the prizes of an event, without those that it had before, by {@link spendDaily}; an item counts its price. */
export async function spendPrizes(
	trx: Trx,
	{ actor, ...day }: Parameters<typeof spendDaily>[1] & { actor: string },
	prizes: readonly (Prize | null)[],
	before: readonly (Prize | null)[] = [],
): Promise<void> {
	let points = 0;
	for (const [sign, list] of [
		[1, prizes],
		[-1, before],
	] as const)
		for (const prize of list)
			if (prize)
				points +=
					sign * ("points" in prize ? prize.points : ((await findItem(trx, prize.itemId))?.price ?? 0));
	await spendDaily(trx, day, actor, points);
}

/** Publishes what {@link awardPrize} has changed. */
export function announcePrizes(
	site: Pick<Site, "announceBalance" | "wakeJobs" | "itemChanged" | "adminCountsChanged">,
	userIds: readonly string[],
): void {
	for (const userId of userIds) site.announceBalance(userId);
	site.wakeJobs(redeemMessage);
	site.itemChanged();
	site.adminCountsChanged();
}
