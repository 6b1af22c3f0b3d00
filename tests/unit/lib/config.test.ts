import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "~/lib/config.server";

const good: Record<string, string | undefined> = {
	APP_ORIGIN: "https://plateia.example",
	OIDC_ISSUER: "https://login.example/",
	OIDC_CLIENT_ID: "client",
	OIDC_CLIENT_SECRET: "secret",
	SESSION_SECRET: "0123456789abcdef0123456789abcdef",
};

function errorsOf(environment: Record<string, string | undefined>): string[] {
	try {
		readConfig(environment);
		return [];
	} catch (error) {
		if (!(error instanceof ConfigError)) throw error;
		return error.message.split("\n").slice(1);
	}
}

it("an empty setting is treated as unset", () => {
	const names = [...Object.keys(readConfig(good))].filter((name) => !(name in good));
	const blank = Object.fromEntries(names.map((name) => [name, ""]));
	expect(readConfig({ ...blank, ...good })).toEqual(readConfig(good));
	expect(errorsOf({ ...good, SESSION_SECRET: "", APP_ORIGIN: "" })).toEqual([
		"  APP_ORIGIN: is missing",
		"  SESSION_SECRET: is missing",
	]);
});

describe("errors", () => {
	it("for all missing settings are reported in one message", () => {
		expect(errorsOf({})).toEqual(Object.keys(good).map((name) => `  ${name}: is missing`));
	});

	it("for all invalid settings are reported in one message with their number", () => {
		const wrong = { ...good, APP_ORIGIN: "plateia", STARTING_POINTS: "many", SITE_TIMEZONE: "Mars/Olympus" };
		expect(() => readConfig(wrong)).toThrow("3 invalid setting(s); see docs/settings.md.");
		expect(errorsOf(wrong).map((line) => line.trim().split(":")[0])).toEqual([
			"APP_ORIGIN",
			"STARTING_POINTS",
			"SITE_TIMEZONE",
		]);
	});

	it.each([
		["LOG_LEVEL", "loud", "must be one of silent, error, warn, info, debug"],
		["REDEEM_BOT_FORMAT", "xml", "must be one of json, discord"],
		["STARTING_POINTS", "many", "must be a whole number from 0 to 1000000000000"],
		["BACKUP_KEEP", "0.5", "must be a whole number from 1"],
		["BACKUP_EVERY_HOURS", "daily", "must be a number above 0"],
		["POINTS_PROVIDER_NAME", "x".repeat(41), "must have at most 40 characters"],
	])("say what is expected for %s=%s", (name, value, message) => {
		expect(errorsOf({ ...good, [name]: value })).toEqual([`  ${name}: ${message}`]);
	});

	it("never contain a secret", () => {
		const message = errorsOf({ ...good, SESSION_SECRET: "hunter2", APP_ORIGIN: "x" }).join("\n");
		expect(message).toContain("SESSION_SECRET");
		expect(message).not.toMatch(/hunter2|secret$/m);
	});

	it.each([
		["NODE_ENV", "staging"],
		["APP_ORIGIN", "https://plateia.example/"],
		["APP_ORIGIN", "HTTPS://plateia.example"],
		["APP_ORIGIN", "ftp://plateia.example"],
		["DATABASE_URL", "mysql://localhost/plateia"],
		["DATABASE_URL", "postgres://localhost"],
		["DATABASE_URL", "data.sqlite"],
		["OIDC_ISSUER", "login.example"],
		["OIDC_SCOPE", "profile email"],
		["OIDC_SCOPE", "openidx"],
		["OIDC_CLAIMS", '{"email":null}'],
		["OIDC_CLAIMS", '{"id_token":["email"]}'],
		["OIDC_CLAIMS", '{"id_token":{"email":true}}'],
		["OIDC_VALIDATE_URL", "id.twitch.tv/oauth2/validate"],
		["LEGAL_DATE", "2026-02-30"],
		["TRUSTED_PROXY_HOPS", "-1"],
		["TEST_ORIGIN", "localhost:9999/path"],
	])("are reported for %s=%s", (name, value) => {
		const faults = errorsOf({ ...good, [name]: value });
		expect(faults).toHaveLength(1);
		expect(faults[0]).toContain(`${name}: `);
	});

	it.each(["https://demo.example", "demo.example;", "*", "a b", "plateia.example", "*.example"])(
		"are reported for the hosts of slot demos: %s",
		(hosts) => {
			const [fault = "", ...others] = errorsOf({ ...good, SLOT_DEMO_HOSTS: hosts });
			expect([fault, others]).toEqual([expect.stringContaining("SLOT_DEMO_HOSTS: "), []]);
		},
	);

	it("are reported for a session secret of 31 characters and not for one of 32", () => {
		expect(errorsOf({ ...good, SESSION_SECRET: "x".repeat(31) })).toEqual([
			"  SESSION_SECRET: must have at least 32 characters, made at random",
		]);
		expect(errorsOf({ ...good, SESSION_SECRET: "x".repeat(32) })).toEqual([]);
	});
});

it("the list of admin subjects is split and trimmed", () => {
	const config = readConfig({ ...good, ADMIN_SUBJECTS: " oauth2|twitch|1 ,, auth0|2," });
	expect(config.ADMIN_SUBJECTS).toEqual(["oauth2|twitch|1", "auth0|2"]);
});

it("an outside bonus hunt requires both URLs or neither", () => {
	const [stats, slots] = [
		{ BONUS_HUNT_STATS_URL: "https://hunt.example/stats?user={user}" },
		{ BONUS_HUNT_SLOTS_URL: "https://hunt.example/slots" },
	];
	const fault = (name: string) => [
		`  BONUS_HUNT_${name}_URL: is missing; an outside bonus hunt needs statistics and slots`,
	];
	expect(errorsOf({ ...good, ...stats })).toEqual(fault("SLOTS"));
	expect(errorsOf({ ...good, ...slots, BONUS_HUNT_STATS_URL: "" })).toEqual(fault("STATS"));
	expect(errorsOf({ ...good, ...stats, ...slots })).toEqual([]);
});

it("the redeem bot's URL requires a secret unless the format is Discord's", () => {
	const url = { REDEEM_BOT_URL: "https://bot.example/redeems" };
	expect(errorsOf({ ...good, ...url, SITE_TIMEZONE: "Mars/Olympus" })).toEqual([
		"  SITE_TIMEZONE: must be an IANA time zone such as Europe/Lisbon",
		"  REDEEM_BOT_SECRET: is missing, but REDEEM_BOT_URL requires it",
	]);
	expect(errorsOf({ ...good, ...url, REDEEM_BOT_SECRET: "sixteen letters!" })).toEqual([]);
	expect(errorsOf({ ...good, ...url, REDEEM_BOT_FORMAT: "discord" })).toEqual([]);
	expect(errorsOf({ ...good, REDEEM_BOT_URL: "https://discord.com/api/webhooks/1/token" })).toEqual([]);
	expect(
		errorsOf({ ...good, REDEEM_BOT_FORMAT: "discord", REDEEM_BOT_URL: "https://me:word@bot.example" }),
	).toEqual(["  REDEEM_BOT_URL: must not contain a user name or password"]);
});
