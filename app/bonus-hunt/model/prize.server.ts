import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import { addNotice } from "~/notifications/notices.server";
import { post } from "~/points/ledger/ledger.server";
import { spendDaily } from "~/points/users/daily-points.server";
import { findNearestGuesses } from "../persistence/guesses.queries.server";
import { findBonuses, updateHunt } from "../persistence/hunts.queries.server";
import { finishedHunt, type HuntSite } from "./change-hunt.server";
import { huntStatisticsOf } from "./hunt-results";

interface PrizeInput {
	huntId: string;
	/** The user id of the closest guess when the form was opened. */
	winnerId: string;
	points: number;
}

/**
 * Credits the prize to the viewer with the closest guess of a finished hunt, once, writes the change log, tells the
 * viewer and publishes the balance and the hunt. Does nothing when the same prize was already paid to the same viewer.
 * @throws {DomainError} `huntGone`, `huntNotFinished`, `prizePaid` when another prize was paid, `winnerChanged` when
 * `winnerId` no longer has the closest guess, and as {@link spendDaily}.
 */
export async function payPrize(
	site: HuntSite & Pick<Site, "config" | "announceBalance" | "announceNotices">,
	adminId: string,
	{ huntId, winnerId, points }: PrizeInput,
): Promise<void> {
	await writeChange(site, adminId, {
		write: async (trx, at) => {
			const hunt = await finishedHunt(huntId)(trx);
			if (hunt.prizePoints === points && hunt.prizeUserId === winnerId) return undefined;
			if (hunt.prizePoints !== null) throw new DomainError("prizePaid");
			const { won } = huntStatisticsOf(hunt, await findBonuses(trx, huntId));
			const [winner] = await findNearestGuesses(trx, huntId, won, 1);
			if (winner?.user_id !== winnerId) throw new DomainError("winnerChanged");
			await spendDaily(trx, { ...site, at }, adminId, points);
			await post(trx, {
				userId: winnerId,
				delta: points,
				reason: "hunt-prize",
				reference: huntId,
				actor: adminId,
				at,
			});
			const data = { huntId, title: hunt.title, points };
			const notice = { userId: winnerId, kind: "hunt-prize", reference: huntId, data } as const;
			await addNotice(trx, notice, { at, by: adminId });
			await updateHunt(trx, huntId, {
				prize_points: points,
				prize_user_id: winnerId,
				prize_paid_at: at.toISOString(),
			});
			return {
				action: "hunt.prize",
				subject: huntId,
				subjectName: hunt.title,
				after: { winner: winnerId, points },
			};
		},
		published: () => {
			site.log.info({ event: "hunt-prize-paid", huntId, userId: winnerId, points, adminId });
			site.huntChanged();
			site.announceBalance(winnerId);
			site.announceNotices(winnerId);
		},
	});
}
