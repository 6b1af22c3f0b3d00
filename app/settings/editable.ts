/** The settings that admins edit on the site, by form. A value of the environment takes precedence and cannot be edited. */
export const SETTING_FORMS = {
	bot: ["REDEEM_BOT_URL", "REDEEM_BOT_FORMAT", "REDEEM_BOT_SECRET", "REDEEM_BOT_PREVIOUS_SECRET"],
	pointsProvider: ["POINTS_PROVIDER_CHANNEL", "POINTS_PROVIDER_URL", "POINTS_PROVIDER_NAME"],
	twitch: ["TWITCH_CLIENT_ID", "TWITCH_CLIENT_SECRET"],
	kick: ["KICK_CLIENT_ID", "KICK_CLIENT_SECRET"],
	hunt: ["BONUS_HUNT_STATS_URL", "BONUS_HUNT_SLOTS_URL", "BONUS_HUNT_IMAGE_URL", "BONUS_HUNT_USER"],
	games: ["SOLO_CRASH_DRAW", "PLINKO_MAX_BET", "CRASH_MAX_BET", "LIVE_CRASH_MAX_BET"],
	rules: ["STARTING_POINTS", "PLAY_REMINDER_MINUTES", "SITE_TIMEZONE", "SLOT_DEMO_HOSTS"],
	names: [
		...["PLINKO_NAME", "PLINKO_NAME_EN", "CRASH_NAME", "CRASH_NAME_EN"],
		...["LIVE_CRASH_NAME", "LIVE_CRASH_NAME_EN", "SLOTS_TITLE", "SLOTS_TITLE_EN"],
	],
	legal: ["LEGAL_DATE"],
	backups: [
		...["BACKUP_FOLDER", "BACKUP_EVERY_HOURS", "BACKUP_KEEP", "BACKUP_S3_ENDPOINT", "BACKUP_S3_BUCKET"],
		...["BACKUP_S3_REGION", "BACKUP_S3_KEY_ID", "BACKUP_S3_SECRET"],
	],
} as const;

export type FormName = keyof typeof SETTING_FORMS;
export type EditableName = (typeof SETTING_FORMS)[FormName][number];

export const FORM_NAMES = Object.keys(SETTING_FORMS) as [FormName, ...FormName[]];
export const EDITABLE = Object.values(SETTING_FORMS).flat() as readonly EditableName[];

/** Never sent to a browser. An empty field keeps the stored value. */
export const WRITE_ONLY: ReadonlySet<EditableName> = new Set([
	"REDEEM_BOT_SECRET",
	"TWITCH_CLIENT_SECRET",
	"KICK_CLIENT_SECRET",
	"BACKUP_S3_SECRET",
]);

/** Stored encrypted and not written to the change log, because an address may contain a key. */
export const CONFIDENTIAL: ReadonlySet<EditableName> = new Set([
	"REDEEM_BOT_URL",
	"REDEEM_BOT_SECRET",
	"REDEEM_BOT_PREVIOUS_SECRET",
	"TWITCH_CLIENT_SECRET",
	"KICK_CLIENT_SECRET",
	"BACKUP_S3_SECRET",
	"POINTS_PROVIDER_URL",
	"BONUS_HUNT_STATS_URL",
	"BONUS_HUNT_SLOTS_URL",
	"BONUS_HUNT_IMAGE_URL",
]);

/** Texts of a form by setting; a missing one is empty. */
export type SettingTexts = Readonly<Partial<Record<EditableName, string>>>;

/** A setting as its form shows it. */
export interface ShownSetting {
	/** The value that applies; empty for the default, a write-only value, and a confidential one of the environment. */
	value: string;
	/** The value without a setting, such as `1000`; empty for none. */
	fallback: string;
	/** Whether the environment sets it. */
	isFixed: boolean;
	/** Whether a write-only value is stored. */
	isSet: boolean;
	/** The stored value is not in effect, because it is invalid without a setting that has been removed. */
	isIgnored: boolean;
}

/** A form's revision increases by one with each save. */
export type Revisions = Readonly<Record<FormName, number>>;

/** The settings of the forms of one page. */
export type ShownSettings = Readonly<Partial<Record<EditableName, ShownSetting>>>;
