import type { Db, Trx } from "db/database";
import { transact } from "db/transact";
import { type Fields, recordChange } from "~/change-log/admin-changes.server";
import { DomainError } from "~/forms/domain-error";
import type { Config } from "~/lib/config.server";
import type { Log } from "~/observability/log.server";
import { type Channel, NO_TEXTS, UNSET } from "./channel";
import { findSettings, saveSettings } from "./channel.queries.server";

interface Tools {
	db: Db;
	now: () => Date;
	log: Pick<Log, "info">;
	/** How solo flights are drawn until an admin decides it. */
	config: Pick<Config, "SOLO_CRASH_DRAW">;
}

/**
 * What admins say of their channel, held in memory: every page shows some of it.
 * @returns how to read and how to save it. No other process may write it meanwhile.
 */
export async function openChannel({ db, now, log, config }: Tools) {
	const unset: Channel = { ...UNSET, soloDraw: config.SOLO_CRASH_DRAW };
	async function read(from: Db | Trx): Promise<Channel> {
		const stored: Partial<Channel> = await findSettings(from);
		// What was saved before the site spoke all of its languages.
		const { tagline = unset.tagline, about = unset.about } = stored;
		return {
			...{ ...unset, ...stored },
			tagline: { ...NO_TEXTS, ...tagline },
			about: { ...NO_TEXTS, ...about },
		};
	}
	let current = await read(db);

	return {
		/** The channel as it is now. */
		channel: (): Channel => current,

		/**
		 * Saves what an admin says of the channel.
		 * @param edit what it is to be, and the revision that the form has shown.
		 * @throws {DomainError} `settingsEditedMeanwhile` when another admin was faster.
		 */
		async saveChannel(adminId: string, { revision, ...edit }: Channel): Promise<void> {
			const at = now();
			const after = await transact(db, async (trx) => {
				const before = await read(trx);
				// The same form sent twice has what it asked for.
				if (revision !== before.revision && !isSame(before, edit)) {
					throw new DomainError("settingsEditedMeanwhile");
				}
				if (isSame(before, edit)) return before;
				const saved: Channel = { ...edit, revision: before.revision + 1 };
				await saveSettings(trx, { ...saved }, at.toISOString());
				await recordChange(trx, {
					actor: adminId,
					action: "settings.edit",
					subject: "settings",
					subjectName: saved.name,
					before: fieldsOf(before),
					after: fieldsOf(saved),
					at,
				});
				return saved;
			});
			if (after.revision >= current.revision) current = after;
			log.info({ event: "settings-saved", revision: after.revision, adminId });
		},
	};
}

const isSame = (channel: Channel, edit: Omit<Channel, "revision">): boolean =>
	JSON.stringify(fieldsOf(channel)) === JSON.stringify(fieldsOf(edit));

const fieldsOf = (channel: Omit<Channel, "revision">): Fields => ({
	name: channel.name,
	taglinePt: channel.tagline.pt,
	taglineEn: channel.tagline.en,
	profileImage: channel.profileImage,
	aboutPt: channel.about.pt,
	aboutEn: channel.about.en,
	contactEmail: channel.contactEmail,
	soloDraw: channel.soloDraw,
});
