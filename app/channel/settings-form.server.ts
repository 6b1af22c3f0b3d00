import type { z } from "zod";
import { DomainError } from "~/forms/domain-error";
import { instantIn } from "~/lib/calendar";
import type { Config } from "~/lib/config.server";
import { pictureOf } from "~/pictures/upload.server";
import type { channelSchema } from "./channel.schema";
import type { openChannel } from "./channel.server";

interface Tools extends Awaited<ReturnType<typeof openChannel>> {
	config: Pick<Config, "IMAGE_FOLDER" | "SITE_TIMEZONE">;
}

/**
 * Saves the settings form. An uploaded picture is stored in the image folder first and replaces the address; an outdated
 * form is refused before that.
 * @throws {DomainError} as `saveChannel` and `pictureOf`.
 */
export async function saveSettingsForm(
	tools: Tools,
	adminId: string,
	form: z.output<typeof channelSchema>,
): Promise<void> {
	// Refused before the picture is stored.
	if (form.upload && form.revision !== tools.channel().revision) {
		throw new DomainError("editConflict");
	}
	await tools.saveChannel(adminId, {
		name: form.name,
		tagline: { pt: form.taglinePt, en: form.taglineEn },
		profileImage: await pictureOf(tools.config, form),
		about: { pt: form.aboutPt, en: form.aboutEn },
		contactEmail: form.contactEmail,
		twitchLogin: form.twitchLogin,
		nextStream: form.nextStream && instantIn(tools.config.SITE_TIMEZONE, form.nextStream).toISOString(),
		revision: form.revision,
	});
}
