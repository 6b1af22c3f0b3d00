import type { z } from "zod";
import { DomainError } from "~/forms/domain-error";
import type { Config } from "~/lib/config.server";
import { pictureOf } from "~/pictures/upload.server";
import type { channelSchema } from "./channel.schema";
import type { openChannel } from "./channel.server";

interface Tools extends Awaited<ReturnType<typeof openChannel>> {
	config: Pick<Config, "IMAGE_FOLDER">;
}

/**
 * Saves the settings form, after its uploaded picture.
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
		soloDraw: form.soloDraw,
		revision: form.revision,
	});
}
