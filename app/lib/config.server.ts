import { z } from "zod";
import { loadEnvFile } from "../../bin/read-env-file.mjs";
import { SETTING_NAMES, SETTINGS, type SettingName } from "./settings.server";
import { isAtHost, isDiscordWebhook } from "./web-address";

/** Where stock remix-serve listens without PORT. */
export const DEFAULT_PORT = 3000;

const blankIsUnset = (value: unknown) => (value === "" ? undefined : value);

type Schemas = { [Name in SettingName]: (typeof SETTINGS)[Name]["schema"] };

const settings = z.object(
	Object.fromEntries(
		SETTING_NAMES.map((name) => [name, z.preprocess(blankIsUnset, SETTINGS[name].schema)]),
	) as unknown as Schemas,
);

/**
 * The validated settings; docs/settings.md describes each. The site's object changes when an admin saves a
 * setting, so it is read at each use and not copied.
 */
export type Config = z.infer<typeof settings>;

/** A setting that is missing or invalid. */
export interface SettingFault {
	name: string;
	/** Continues a sentence that begins with the name. */
	message: string;
}

/** Its message lists every fault. */
export class ConfigError extends Error {
	override name = "ConfigError";
	constructor(readonly faults: readonly SettingFault[]) {
		const lines = faults.map(({ name, message }) => `\n  ${name}: ${message}`);
		super(`${faults.length} invalid setting(s); see docs/settings.md.${lines.join("")}`);
	}
}

/**
 * Validates the environment variables and applies defaults. An empty string counts as unset.
 * @throws {ConfigError} listing every missing or invalid setting.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
	const result = settings.safeParse(environment);
	const faults = (result.error?.issues ?? []).map(({ path, message }) => ({ name: path.join("."), message }));
	const demand = (name: SettingName, message: string) => {
		if (!environment[name]) faults.push({ name, message });
	};
	const { REDEEM_BOT_URL, REDEEM_BOT_FORMAT, BONUS_HUNT_STATS_URL, BONUS_HUNT_SLOTS_URL } = environment;
	// A Discord webhook URL is itself secret. Any other bot needs the signature to authenticate the sender.
	if (REDEEM_BOT_URL && REDEEM_BOT_FORMAT !== "discord" && !isDiscordWebhook(REDEEM_BOT_URL))
		demand("REDEEM_BOT_SECRET", "is missing, but REDEEM_BOT_URL requires it");
	if (environment.WEBHOOK_URL) demand("WEBHOOK_SECRET", "is missing, but WEBHOOK_URL requires it");
	if (result.success && isAtHost(new URL(result.data.APP_ORIGIN), result.data.SLOT_DEMO_HOSTS)) {
		// A same-origin frame could remove its own sandbox attribute.
		faults.push({ name: "SLOT_DEMO_HOSTS", message: "must not contain the host of APP_ORIGIN" });
	}
	if (BONUS_HUNT_STATS_URL || BONUS_HUNT_SLOTS_URL)
		for (const name of ["BONUS_HUNT_STATS_URL", "BONUS_HUNT_SLOTS_URL"] as const)
			demand(name, "is missing; an outside bonus hunt needs statistics and slots");
	for (const store of ["BACKUP_S3", "PICTURE_S3"] as const)
		if (environment[`${store}_ENDPOINT`])
			for (const part of ["BUCKET", "KEY_ID", "SECRET"] as const)
				demand(`${store}_${part}`, `is missing, but ${store}_ENDPOINT requires it`);
	if (result.success && faults.length === 0) return result.data;
	throw new ConfigError(faults);
}

/**
 * The environment variables, after loading `.env` of the working directory into `process.env` if it exists. Variables
 * that are already set win.
 */
export function readEnvironment(): NodeJS.ProcessEnv {
	loadEnvFile();
	return process.env;
}
