import { z } from "zod";
import { fieldError } from "~/forms/form-fields.schema";
import { whole } from "~/forms/whole-number.schema";
import type { ErrorCode } from "~/i18n/messages";
import { EDITABLE, type EditableName, FORM_NAMES, type FormName, type SettingTexts } from "./editable";

const MAX_LENGTH = 2000;

/** What a form says about an invalid setting. */
const FAULTS: Record<EditableName, ErrorCode> = {
	REDEEM_BOT_URL: "botUrlInvalid",
	REDEEM_BOT_FORMAT: "invalidInput",
	REDEEM_BOT_SECRET: "botSecretInvalid",
	REDEEM_BOT_PREVIOUS_SECRET: "botSecretInvalid",
	POINTS_PROVIDER_CHANNEL: "pointsChannelInvalid",
	POINTS_PROVIDER_URL: "pointsUrlInvalid",
	POINTS_PROVIDER_NAME: "pointsNameInvalid",
	TWITCH_CLIENT_ID: "clientInvalid",
	TWITCH_CLIENT_SECRET: "clientInvalid",
	KICK_CLIENT_ID: "clientInvalid",
	KICK_CLIENT_SECRET: "clientInvalid",
	BONUS_HUNT_STATS_URL: "huntSourceInvalid",
	BONUS_HUNT_SLOTS_URL: "huntSourceInvalid",
	BONUS_HUNT_IMAGE_URL: "serviceUrlInvalid",
	BONUS_HUNT_USER: "huntUserInvalid",
	SOLO_CRASH_DRAW: "invalidInput",
	PLINKO_MAX_BET: "maxBetInvalid",
	CRASH_MAX_BET: "maxBetInvalid",
	LIVE_CRASH_MAX_BET: "maxBetInvalid",
	STARTING_POINTS: "startingPointsInvalid",
	PLAY_REMINDER_MINUTES: "reminderInvalid",
	SITE_TIMEZONE: "timeZoneInvalid",
	SLOT_DEMO_HOSTS: "demoHostsInvalid",
	PLINKO_NAME: "gameNameInvalid",
	PLINKO_NAME_EN: "gameNameInvalid",
	CRASH_NAME: "gameNameInvalid",
	CRASH_NAME_EN: "gameNameInvalid",
	LIVE_CRASH_NAME: "gameNameInvalid",
	LIVE_CRASH_NAME_EN: "gameNameInvalid",
	SLOTS_TITLE: "slotsTitleInvalid",
	SLOTS_TITLE_EN: "slotsTitleInvalid",
	LEGAL_DATE: "legalDateInvalid",
	BACKUP_FOLDER: "invalidInput",
	BACKUP_EVERY_HOURS: "backupHoursInvalid",
	BACKUP_KEEP: "backupKeepInvalid",
	BACKUP_S3_ENDPOINT: "storeAddressInvalid",
	BACKUP_S3_BUCKET: "storeBucketInvalid",
	BACKUP_S3_REGION: "storeRegionInvalid",
	BACKUP_S3_KEY_ID: "storeKeyInvalid",
	BACKUP_S3_SECRET: "storeKeyInvalid",
};

const text = z.string().trim().max(MAX_LENGTH, fieldError("invalidInput")).default("");

const texts = Object.fromEntries(EDITABLE.map((name) => [name, text])) as Record<EditableName, typeof text>;

/**
 * The forms of services and rules: `save` stores the settings of one form, `test` tries the service that is stored.
 * @param faultsOf the settings of a form that would be invalid with these texts.
 */
export const settingsSchema = (faultsOf: (form: FormName, typed: SettingTexts) => readonly EditableName[]) =>
	z
		.object({
			form: z.enum(FORM_NAMES, fieldError("pageExpired")),
			intent: z.enum(["save", "test"], fieldError("pageExpired")),
			/** The revision of the settings when the form was opened. */
			revision: whole("pageExpired", 0, Number.MAX_SAFE_INTEGER),
			/** The user whose points a test looks up. */
			who: text,
			...texts,
		})
		.superRefine((input, context) => {
			if (input.intent !== "save") return;
			for (const name of faultsOf(input.form, input)) {
				context.addIssue({ code: "custom", path: [name], message: FAULTS[name] });
			}
		});

const subject = z.string(fieldError("adminInvalid")).trim().min(1, fieldError("adminInvalid")).max(255);

/** The forms of admins: `add` a name or the provider's subject, or `remove` a subject. */
export const adminsSchema = z.object({
	intent: z.enum(["add", "remove"], fieldError("pageExpired")),
	who: subject,
	isSubject: z.literal("on").optional(),
});
