import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import { addNotices } from "~/notifications/notices.server";
import { deletePause, findPause, insertPause } from "../ledger/pauses.queries.server";
import { findUser } from "../statement/statement.queries.server";

/**
 * Pauses a viewer's games and store, or ends the pause, tells the viewer and writes the change log. A repeat does nothing.
 * @param reason shown to the viewer; undefined ends the pause.
 * @throws {DomainError} `userGone`, also for an erased person; `ownPause` for the admin's own pause.
 */
export async function setPause(
	site: Pick<Site, "db" | "now" | "announceNotices"> & { announceRestriction(userId: string): void },
	adminId: string,
	userId: string,
	reason: string | undefined,
): Promise<void> {
	if (userId === adminId) throw new DomainError("ownPause");
	await writeChange(site, adminId, {
		async write(trx, at) {
			const user = await findUser(trx, userId);
			if (!user?.twitch_username) throw new DomainError("userGone");
			if (((await findPause(trx, userId)) !== undefined) === (reason !== undefined)) return undefined;
			const created_at = at.toISOString();
			if (reason === undefined) await deletePause(trx, userId);
			else await insertPause(trx, { user_id: userId, reason, created_at });
			const told = { userId, reference: created_at };
			await addNotices(
				trx,
				[
					reason === undefined
						? { ...told, kind: "pause-over", data: {} }
						: { ...told, kind: "pause-started", data: { note: reason } },
				],
				{ at, by: adminId },
			);
			// Without the reason: the log is never changed, and an erasure must delete the reason.
			return {
				action: reason === undefined ? "user.resume" : "user.pause",
				...{ subject: userId, subjectName: "" },
			};
		},
		published(subject) {
			site.announceNotices(subject);
			site.announceRestriction(subject);
		},
	});
}
