import type { Db } from "db/database";
import { type Config, readConfig } from "~/lib/config.server";
import { createSecretBox } from "~/lib/secret-box.server";
import { openSettings } from "~/settings/settings.server";
import { fakeClock, userId } from "../../support/database";

export const BOSS = userId("boss");

export const BASE = {
	APP_ORIGIN: "https://example.com",
	SESSION_SECRET: "s".repeat(32),
	OIDC_ISSUER: "https://idp.example/",
	OIDC_CLIENT_ID: "id",
	OIDC_CLIENT_SECRET: "secret",
};

/** The settings of a site, which starts with the stored ones. */
export async function openSite(
	db: Db,
	environment: Record<string, string> = {},
	{ key = "k".repeat(64), folder = ".data/images" } = {},
) {
	const all = { ...BASE, IMAGE_FOLDER: folder, ...environment };
	const config: Config = readConfig(all);
	const events: Record<string, unknown>[] = [];
	const settings = await openSettings({
		...{ db, config, environment: all, now: fakeClock().now, backupFolder: "/data/backups" },
		box: createSecretBox(key, "settings"),
		log: { info() {}, error: ((event: Record<string, unknown>) => void events.push(event)) as () => void },
	});
	return { config, settings, events };
}
