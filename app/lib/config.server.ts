import { DATABASE_URL_FORM, DEFAULT_DATA_FOLDER, DEFAULT_DATABASE, isDatabaseUrl } from "db/address";
import { z } from "zod";
import { loadEnvFile } from "../../bin/read-env-file.mjs";
import { isLoopback } from "./loopback";
import { isVisible, singleLine } from "./single-line";
import { isAtHost, isDiscordWebhook } from "./web-address";

/** Where stock remix-serve listens without PORT. */
export const DEFAULT_PORT = 3000;

const blankIsUnset = (value: unknown) => (value === "" ? undefined : value);
const setting = <T extends z.ZodTypeAny>(type: T) => z.preprocess(blankIsUnset, type);

/** A whole number of at least `min` and at most `max`. */
function wholeFrom(min: number, max = Number.MAX_SAFE_INTEGER) {
	const message = `must be a whole number from ${min}${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ""}`;
	const number = z.coerce.number({ invalid_type_error: message });
	return number.refine((value) => Number.isSafeInteger(value) && value >= min && value <= max, message);
}

/** The largest balance that the ledger accepts. */
const MAX_POINTS = 1e12;

/** Points that a bet may have. Every bet is a multiple of the lowest one. */
const BETS = { lowest: 10, highest: 1_000_000_000 };

const bet = wholeFrom(BETS.lowest, BETS.highest).refine(
	(points) => points % BETS.lowest === 0,
	`must be a multiple of ${BETS.lowest}`,
);

const ABOVE_ZERO = "must be a number above 0";
const positive = z.coerce.number({ invalid_type_error: ABOVE_ZERO }).positive(ABOVE_ZERO);

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
	z.enum(values, { errorMap: () => ({ message: `must be one of ${values.join(", ")}` }) });

const upTo = (length: number) => z.string().max(length, `must have at most ${length} characters`);

const nameUpTo = (length: number) =>
	upTo(length).transform(singleLine).refine(isVisible, "must have a visible character").optional();

const date = z
	.string()
	.refine(
		(text) =>
			/^\d{4}-\d\d-\d\d$/.test(text) &&
			!Number.isNaN(Date.parse(text)) &&
			new Date(text).toISOString().startsWith(text),
		"must be a date such as 2026-11-22",
	);

const origin = z
	.string({ required_error: "is missing" })
	.refine((value) => /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value, {
		message: "must be an origin such as https://example.com, without a path",
	});

/** As providers show it: often without the scheme. */
const storeOrigin = z
	.string()
	.transform((text) => (/^https?:/.test(text) ? text : `https://${text}`).replace(/\/$/, ""))
	.refine((text) => URL.canParse(text) && new URL(text).origin === text, {
		message: "must be an address such as https://s3.example.com, without a path",
	});

const timeZone = z.string().refine(
	(value) => {
		try {
			return Boolean(new Intl.DateTimeFormat("en", { timeZone: value }));
		} catch {
			return false;
		}
	},
	{ message: "must be an IANA time zone such as Europe/Lisbon" },
);

const httpAddress = z
	.string()
	.refine((value) => /^https?:/.test(value) && URL.canParse(value), "must be an http or https address");

const pointsAddress = httpAddress.refine(
	(value) => value.includes("{username}"),
	"must contain {username} in place of the viewer's name",
);

// `fetch` throws for a URL with credentials.
const bareAddress = httpAddress.refine(
	(value) => !/^https?:\/\/[^/]*@/.test(value),
	"must not contain a user name or password",
);

const botSecret = z.string().min(16, "must have at least 16 characters").optional();

const claimNames = z.record(z.object({}).passthrough().nullable()).optional();

/** The value of OpenID Connect's `claims` parameter. Checked here because a provider answers a malformed one with an error. */
const claimsRequest = z.string().refine((text) => {
	try {
		return z.object({ id_token: claimNames, userinfo: claimNames }).strict().safeParse(JSON.parse(text))
			.success;
	} catch {
		return false;
	}
}, 'must be JSON such as {"id_token":{"email":null},"userinfo":{"email":null}}');

/** A host name with an optional port. The prefix `*.` matches its subdomains. */
const HOST = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/;

const hosts = (otherwise: string) =>
	z
		.string()
		.default(otherwise)
		.transform((list) =>
			list
				.toLowerCase()
				.split(",")
				.flatMap((host) => host.trim() || []),
		)
		.refine(
			(list) => list.every((host) => HOST.test(host)),
			"must be hosts such as demo.example, without https://",
		);

const settings = z.object({
	NODE_ENV: setting(oneOf(["development", "production", "test"]).default("production")),
	LOG_LEVEL: setting(oneOf(["silent", "error", "warn", "info", "debug"]).default("info")),
	APP_ORIGIN: setting(origin),
	DATABASE_URL: setting(z.string().refine(isDatabaseUrl, DATABASE_URL_FORM).default(DEFAULT_DATABASE)),
	DATA_FOLDER: setting(z.string().default(DEFAULT_DATA_FOLDER)),
	SESSION_SECRET: setting(
		z.string({ required_error: "is missing" }).min(32, "must have at least 32 characters, made at random"),
	),
	OIDC_ISSUER: setting(
		z.string({ required_error: "is missing" }).url("must be the provider's issuer address"),
	),
	OIDC_CLIENT_ID: setting(z.string({ required_error: "is missing" })),
	OIDC_CLIENT_SECRET: setting(z.string({ required_error: "is missing" })),
	OIDC_SCOPE: setting(
		z
			.string()
			.regex(/(^| )openid( |$)/, "must contain openid")
			.default("openid profile email read:roles"),
	),
	OIDC_CLAIMS: setting(claimsRequest.optional()),
	OIDC_AUDIENCE: setting(z.string().optional()),
	OIDC_CONNECTION: setting(z.string().optional()),
	OIDC_ROLES_CLAIM: setting(z.string().default("roles")),
	OIDC_USERNAME_CLAIM: setting(z.string().optional()),
	OIDC_VALIDATE_URL: setting(bareAddress.optional()),
	OIDC_PLATFORM: setting(oneOf(["twitch", "kick"]).default("twitch")),
	OIDC_PLATFORM_ID_CLAIM: setting(z.string().optional()),
	ADMIN_SUBJECTS: setting(
		z
			.string()
			.default("")
			.transform((list) => list.split(",").flatMap((subject) => subject.trim() || [])),
	),
	STARTING_POINTS: setting(wholeFrom(0, MAX_POINTS).default(1000)),
	SITE_TIMEZONE: setting(timeZone.default("Europe/Lisbon")),
	SOLO_CRASH_DRAW: setting(oneOf(["table", "even"]).default("table")),
	PLINKO_MAX_BET: setting(bet.optional()),
	CRASH_MAX_BET: setting(bet.optional()),
	LIVE_CRASH_MAX_BET: setting(bet.optional()),
	PLINKO_NAME: setting(nameUpTo(40)),
	PLINKO_NAME_EN: setting(nameUpTo(40)),
	CRASH_NAME: setting(nameUpTo(40)),
	CRASH_NAME_EN: setting(nameUpTo(40)),
	LIVE_CRASH_NAME: setting(nameUpTo(40)),
	LIVE_CRASH_NAME_EN: setting(nameUpTo(40)),
	SLOTS_TITLE: setting(nameUpTo(60)),
	SLOTS_TITLE_EN: setting(nameUpTo(60)),
	LEGAL_DATE: setting(date.optional()),
	IMAGE_FOLDER: setting(z.string().default(".data/images")),
	BACKUP_FOLDER: setting(z.string().optional()),
	BACKUP_EVERY_HOURS: setting(positive.default(24)),
	BACKUP_KEEP: setting(wholeFrom(1).default(7)),
	BACKUP_S3_ENDPOINT: setting(storeOrigin.optional()),
	BACKUP_S3_BUCKET: setting(
		z
			.string()
			.regex(/^[A-Za-z0-9][\w.-]{1,62}(\/[\w.-]*\w)*$/, "must be a bucket such as backups, or backups/folder")
			.optional(),
	),
	BACKUP_S3_REGION: setting(
		z
			.string()
			.regex(/^[\w-]{1,63}$/, "must be a region such as eu-central-1")
			.default("us-east-1"),
	),
	BACKUP_S3_KEY_ID: setting(upTo(200).optional()),
	BACKUP_S3_SECRET: setting(upTo(200).optional()),
	POINTS_PROVIDER_URL: setting(pointsAddress.optional()),
	POINTS_PROVIDER_CHANNEL: setting(
		z
			.string()
			.regex(/^[0-9a-f]{24}$/, "must be a StreamElements channel id: 24 hexadecimal digits")
			.optional(),
	),
	POINTS_PROVIDER_NAME: setting(upTo(40).default("StreamElements")),
	REDEEM_BOT_URL: setting(bareAddress.optional()),
	REDEEM_BOT_SECRET: setting(botSecret),
	REDEEM_BOT_PREVIOUS_SECRET: setting(botSecret),
	REDEEM_BOT_FORMAT: setting(oneOf(["json", "discord"]).default("json")),
	SLOT_DEMO_HOSTS: setting(hosts("demogamesfree.pragmaticplay.net")),
	ANALYTICS_DASHBOARD_URL: setting(httpAddress.optional()),
	ANALYTICS_COLLECTOR_URL: setting(bareAddress.optional()),
	BONUS_HUNT_STATS_URL: setting(bareAddress.optional()),
	BONUS_HUNT_SLOTS_URL: setting(bareAddress.optional()),
	BONUS_HUNT_IMAGE_URL: setting(bareAddress.optional()),
	BONUS_HUNT_USER: setting(upTo(100).default("streamer")),
	TWITCH_CLIENT_ID: setting(upTo(100).optional()),
	TWITCH_CLIENT_SECRET: setting(upTo(100).optional()),
	TWITCH_TRANSPORT: setting(oneOf(["webhook", "socket"]).optional()),
	KICK_CLIENT_ID: setting(upTo(100).optional()),
	KICK_CLIENT_SECRET: setting(upTo(100).optional()),
	PLATFORM_ORIGIN: setting(
		z
			.string()
			.refine(
				isLoopback,
				"must be an origin of this machine such as http://127.0.0.1:9999; for demo and tests",
			)
			.optional(),
	),
	METRICS_TOKEN: setting(
		z
			.string()
			.regex(/^\S{16,}$/, "must have at least 16 characters and no spaces")
			.optional(),
	),
	TEST_ORIGIN: setting(
		z
			.string()
			.refine(isLoopback, "must be an origin of this machine such as http://127.0.0.1:9999; for tests only")
			.optional(),
	),
	TRUSTED_PROXY_HOPS: setting(wholeFrom(0).default(0)),
	PLAY_REMINDER_MINUTES: setting(positive.default(60)),
	RATE_LIMIT_SCALE: setting(positive.default(1)),
	CRASH_PAUSE_SCALE: setting(positive.default(1)),
	DEMO_PROVIDER: setting(oneOf(["true", "false"]).default("false")).transform((value) => value === "true"),
});

/** The names of the environment variables. */
export const SETTINGS: readonly string[] = Object.keys(settings.shape);

/**
 * The validated settings. `.env.example` describes each with its unit. The site's object changes when an admin saves a
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
		super(`${faults.length} invalid setting(s); see .env.example.${lines.join("")}`);
	}
}

/**
 * Validates the environment variables and applies defaults. An empty string counts as unset.
 * @throws {ConfigError} listing every missing or invalid setting.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
	const result = settings.safeParse(environment);
	const faults = (result.error?.issues ?? []).map(({ path, message }) => ({ name: path.join("."), message }));
	const { REDEEM_BOT_URL, REDEEM_BOT_SECRET, REDEEM_BOT_FORMAT } = environment;
	// A Discord webhook URL is itself secret. Any other bot needs the signature to authenticate the sender.
	const isDiscord = REDEEM_BOT_FORMAT === "discord" || isDiscordWebhook(REDEEM_BOT_URL ?? "");
	if (REDEEM_BOT_URL && !REDEEM_BOT_SECRET && !isDiscord) {
		faults.push({ name: "REDEEM_BOT_SECRET", message: "is missing, but REDEEM_BOT_URL requires it" });
	}
	if (result.success && isAtHost(new URL(result.data.APP_ORIGIN), result.data.SLOT_DEMO_HOSTS)) {
		// A same-origin frame could remove its own sandbox attribute.
		faults.push({ name: "SLOT_DEMO_HOSTS", message: "must not contain the host of APP_ORIGIN" });
	}
	const { BONUS_HUNT_STATS_URL, BONUS_HUNT_SLOTS_URL } = environment;
	if (!BONUS_HUNT_STATS_URL !== !BONUS_HUNT_SLOTS_URL) {
		const name = BONUS_HUNT_STATS_URL ? "BONUS_HUNT_SLOTS_URL" : "BONUS_HUNT_STATS_URL";
		faults.push({ name, message: "is missing; an outside bonus hunt needs statistics and slots" });
	}
	if (environment.BACKUP_S3_ENDPOINT) {
		for (const name of ["BACKUP_S3_BUCKET", "BACKUP_S3_KEY_ID", "BACKUP_S3_SECRET"]) {
			if (!environment[name]) {
				faults.push({ name, message: "is missing, but BACKUP_S3_ENDPOINT requires it" });
			}
		}
	}
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
