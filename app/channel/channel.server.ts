import type { Db, Trx } from "db/database";
import type { Fields } from "~/change-log/admin-changes.server";
import { editRecord } from "~/change-log/edit-record.server";
import type { Log } from "~/observability/log.server";
import { findSettings, saveSettings } from "~/storage/site-settings.queries.server";
import { type Channel, NO_TEXTS, UNSET } from "./channel";

interface Tools {
	db: Db;
	now: () => Date;
	log: Pick<Log, "info">;
	/** Called after settings have been saved. */
	settingsSaved?(): void;
}

/**
 * Reads the channel's settings into memory, because every page shows some of them. `refreshChannel` must be called
 * after another process has saved settings.
 */
export async function openChannel(tools: Tools) {
	async function read(from: Db | Trx): Promise<Channel> {
		const stored: Partial<Channel> = await findSettings(from, Object.keys(UNSET));
		// Settings that were saved before a language was added lack its texts.
		const { tagline = UNSET.tagline, about = UNSET.about } = stored;
		return {
			...{ ...UNSET, ...stored },
			tagline: { ...NO_TEXTS, ...tagline },
			about: { ...NO_TEXTS, ...about },
		};
	}
	let current = await read(tools.db);
	const keepNewer = (read: Channel) => {
		if (read.revision > current.revision) current = read;
	};

	return {
		/** Reads the settings again. */
		refreshChannel: async () => keepNewer(await read(tools.db)),

		/** The current settings, from memory. */
		channel: (): Channel => current,

		/**
		 * Saves the channel as an admin has edited it and writes the change log; `channel` returns it after the commit. Does
		 * nothing when nothing differs.
		 * @param edited has the revision from when the form was opened.
		 * @throws {DomainError} `editConflict` when another admin has saved the settings since.
		 */
		async saveChannel(adminId: string, edited: Channel): Promise<void> {
			const { revision, ...fields } = edited;
			const saved: Channel = { ...edited, revision: revision + 1 };
			await editRecord(tools, adminId, {
				load: read,
				revision,
				// A channel always exists, if only with the default values.
				missing: "editConflict",
				isDone: (before) => isSame(before, fields),
				write: async (trx, before, at) => {
					await saveSettings(trx, { ...saved }, at.toISOString());
					return {
						action: "settings.edit",
						subject: "settings",
						subjectName: saved.name,
						before: fieldsOf(before),
						after: fieldsOf(saved),
					};
				},
				published: () => {
					keepNewer(saved);
					tools.settingsSaved?.();
					tools.log.info({ event: "settings-saved", revision: saved.revision, adminId });
				},
			});
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
	twitchLogin: channel.twitchLogin,
	nextStream: channel.nextStream,
});
