import { renameAvatar } from "~/account/avatars/avatars.queries.server";
import { updateUser } from "~/account/users.queries.server";
import { writeChange } from "~/change-log/edit-record.server";
import { DomainError } from "~/forms/domain-error";
import type { Site } from "~/lib/site";
import { findUser } from "../statement/statement.queries.server";

declare module "~/lib/site" {
	interface Site {
		/** Shows the changed name on open pages. Call it after the commit. */
		nameChanged(userId: string): void;
	}
}

/**
 * Hides a user's name and avatar from others, or shows them again, and writes the change log. The hidden avatar gets a new address,
 * which nobody else has seen. A repeat does nothing.
 * @throws {DomainError} `userGone`, also for an erased person.
 */
export async function setNameHidden(
	site: Pick<Site, "db" | "now" | "randomHex" | "nameChanged">,
	adminId: string,
	userId: string,
	isHidden: boolean,
): Promise<void> {
	await writeChange(site, adminId, {
		async write(trx, at) {
			const user = await findUser(trx, userId);
			if (!user?.twitch_username) throw new DomainError("userGone");
			if ((user.name_hidden_at !== null) === isHidden) return undefined;
			await updateUser(trx, userId, { name_hidden_at: isHidden ? at.toISOString() : null });
			if (isHidden) await renameAvatar(trx, userId, site.randomHex(16));
			return { action: isHidden ? "user.hideName" : "user.showName", subject: userId, subjectName: "" };
		},
		published: (subject) => site.nameChanged(subject),
	});
}
