/**
 * Every setting of the site. Its environment variable, its stored value, its row in a form, its encryption, its entries in
 * the change log, `.env.example` and docs/settings.md come from its declaration.
 */
import { DATABASE_URL_FORM, DEFAULT_DATA_FOLDER, DEFAULT_DATABASE, isDatabaseUrl } from "db/address";
import { z } from "zod";
import { ANNOUNCEMENT_TYPES } from "./announcement-types";
import { isLoopback } from "./loopback";
import * as kind from "./setting-kinds.server";

/** How a form shows a setting; a line of text without one. */
export type Input =
	| ("number" | "decimal" | "url" | "email" | "date" | "zone" | "picture" | "paragraphs" | "switch")
	/** Options with texts in `settings.options`. */
	| "choice"
	/** An instant, which the form shows as local date and time of the site's time zone. */
	| "instant"
	/** A box with which the server creates a new value. It creates the first one with the receiver's address. */
	| "created"
	/** A box for each option, a type of announcements with a text in `settings.events`; the value lists those that are ticked. */
	| "events";

export interface Declared {
	/** From the text of the environment to the value; undefined without a text. */
	schema: z.ZodTypeAny;
	/**
	 * The form with which admins change it. It needs `settings.fields.NAME` with label and hint in each language. A setting
	 * without a form can be set in the environment only, which `about` describes.
	 */
	form?: string;
	input?: Input;
	options?: readonly string[];
	/** The code of the error of an invalid value in the form. */
	error?: string;
	/**
	 * `hidden`: never sent to a browser; an empty field keeps the stored value. `address`: admins see it, unless the
	 * environment sets it. Both are stored encrypted, and the change log has dots in their place.
	 */
	secret?: "hidden" | "address";
	/** An empty field is a value, and not the default. The form begins with the default. */
	mayBeBlank?: true;
	/** It is as wide as the form. */
	isWide?: true;
	/** The setup stores it. */
	inSetup?: true;
	/** What a host needs to know before the first start: it is in `.env.example`. */
	isFirst?: true;
	/** English, for hosts; without it, docs/settings.md has label and hint of the form. */
	about?: string;
}

const missing = { required_error: "is missing" };
const optionalText = z.string().optional();
const clientText = { schema: kind.upTo(100).optional(), error: "clientInvalid" } as const;
const clientSecret = { ...clientText, secret: "hidden" } as const;
const maxBet = {
	schema: kind.bet.optional(),
	form: "games",
	input: "number",
	error: "maxBetInvalid",
} as const;
/** What the site writes in the chats. */
const command = { schema: kind.flag, form: "chat", input: "switch" } as const;
const requestNumber = { form: "requests", input: "number", error: "requestNumberInvalid" } as const;
const openGame = { schema: kind.flag, form: "games", input: "switch" } as const;
const alertSwitch = { schema: kind.flagOn, form: "overlay", input: "switch", mayBeBlank: true } as const;
const gameName = { schema: kind.named(40).optional(), form: "names", error: "gameNameInvalid" } as const;
const slotsTitle = { schema: kind.named(60).optional(), form: "names", error: "slotsTitleInvalid" } as const;
/** Of an outside service. It may contain a key. */
const address = { schema: kind.bareAddress.optional(), input: "url", secret: "address" } as const;
const channelText = { form: "channel", input: "paragraphs", mayBeBlank: true } as const;
const tagline = (text: string) =>
	({ ...channelText, schema: kind.line(300).default(text), error: "taglineTooLong" }) as const;
const aboutMe = (text: string) =>
	({ ...channelText, schema: kind.lines(5000).default(text), error: "aboutTooLong" }) as const;
const signingSecret = {
	schema: z.string().min(16, "must have at least 16 characters").optional(),
	error: "botSecretInvalid",
} as const;
const botSecret = { ...signingSecret, form: "bot" } as const;
const webhookSecret = { ...signingSecret, form: "webhook" } as const;
/** What a receiver is told of; by default what is news for everybody. */
const eventTypes = {
	schema: kind.eventTypes([
		...(["raffle.opened", "raffle.drawn", "tournament.opened", "tournament.finished"] as const),
		...(["prediction.opened", "hunt.opened", "stream.started"] as const),
	]),
	input: "events",
	options: ANNOUNCEMENT_TYPES,
	isWide: true,
	mayBeBlank: true,
	about: `Events that are sent, separated by commas, of: ${ANNOUNCEMENT_TYPES.join(", ")}.`,
} as const;
const loopback = z
	.string()
	.refine(isLoopback, "must be an origin of this machine such as http://127.0.0.1:9999")
	.optional();
const pattern = (expression: RegExp, form: string) => z.string().regex(expression, `must be ${form}`);
const storeBucket = {
	schema: pattern(
		/^[A-Za-z0-9][\w.-]{1,62}(\/[\w.-]*\w)*$/,
		"a bucket such as backups, or backups/folder",
	).optional(),
} as const;
const storeRegion = {
	schema: pattern(/^[\w-]{1,63}$/, "a region such as eu-central-1").default("us-east-1"),
} as const;

/** In the order of forms and documents. */
export const SETTINGS = {
	// Sign-in.
	APP_ORIGIN: {
		inSetup: true,
		schema: kind.origin,
		isFirst: true,
		about: "The site's origin, without a path; https in production.",
	},
	OIDC_ISSUER: {
		inSetup: true,
		schema: z.string(missing).url("must be the provider's issuer address"),
		isFirst: true,
		about: "Issuer URL of the OpenID Connect provider.",
	},
	OIDC_CLIENT_ID: {
		inSetup: true,
		schema: z.string(missing),
		isFirst: true,
		about: "The site's client at the provider, with the redirect URL APP_ORIGIN/login/callback.",
	},
	OIDC_CLIENT_SECRET: {
		inSetup: true,
		schema: z.string(missing),
		secret: "hidden",
		isFirst: true,
		about: "The client's secret.",
	},
	OIDC_SCOPE: {
		inSetup: true,
		schema: z
			.string()
			.regex(/(^| )openid( |$)/, "must contain openid")
			.default("openid profile email read:roles"),
	},
	OIDC_CLAIMS: {
		inSetup: true,
		schema: kind.claimsRequest.optional(),
		about:
			"The claims parameter of the sign-in, as JSON. Twitch requires it to return a name: see docs/sign-in.md.",
	},
	OIDC_AUDIENCE: { inSetup: true, schema: optionalText },
	OIDC_CONNECTION: { inSetup: true, schema: optionalText },
	OIDC_ROLES_CLAIM: {
		inSetup: true,
		schema: z.string().default("roles"),
		about:
			"Claim with the user's roles, or the path to it with dots, such as realm_access.roles. The value is a list, or one text with spaces or commas between the roles.",
	},
	OIDC_USERNAME_CLAIM: { inSetup: true, schema: optionalText },
	OIDC_VALIDATE_URL: {
		inSetup: true,
		schema: kind.bareAddress.optional(),
		about:
			"URL that validates the tokens of sessions once an hour. Twitch requires it: https://id.twitch.tv/oauth2/validate",
	},
	OIDC_PLATFORM: {
		schema: kind.oneOf(["twitch", "kick"]).default("twitch"),
		about:
			"Platform whose accounts people sign in with, if neither the issuer nor the subject says it: see docs/integrations.md.",
	},
	OIDC_PLATFORM_ID_CLAIM: {
		schema: optionalText,
		about: "Claim with the user id on that platform, if neither the issuer nor the subject says it.",
	},
	ADMIN_SUBJECTS: {
		schema: z
			.string()
			.default("")
			.transform((list) => list.split(",").flatMap((subject) => subject.trim() || [])),
		isFirst: true,
		about:
			"Subjects (sub) of users who are admins independently of their roles, separated by commas. Admins add others on the site.",
	},

	// The server.
	SESSION_SECRET: {
		schema: z.string(missing).min(32, "must have at least 32 characters, made at random"),
		isFirst: true,
		about:
			"At least 32 random characters. Signs cookies and encrypts tokens. A change signs all users out. If empty, a key file beside the database takes its place.",
	},
	PORT: { schema: optionalText, isFirst: true, about: "Port that the server listens on; 3000 if empty." },
	HOST: {
		schema: optionalText,
		isFirst: true,
		about:
			"Address that the server listens on; all if empty. Use 127.0.0.1 behind a proxy on the same machine.",
	},
	MEMORY_LIMIT_MB: {
		schema: optionalText,
		isFirst: true,
		about:
			"Limit of the JavaScript heap in MB. By default a quarter of the memory of the machine or container, from 192 to 1024.",
	},
	TRUSTED_PROXY_HOPS: {
		schema: kind.wholeFrom(0).default(0),
		isFirst: true,
		about: "Number of proxies in front of the site that append to X-Forwarded-For.",
	},
	DATABASE_URL: {
		schema: z.string().refine(isDatabaseUrl, DATABASE_URL_FORM).default(DEFAULT_DATABASE),
		isFirst: true,
		about:
			"Database: file: and a path, or postgres://USER:PASSWORD@HOST/DATABASE (docs/hosting.md, PostgreSQL). Several processes can serve a PostgreSQL database.",
	},
	DATA_FOLDER: {
		schema: z.string().default(DEFAULT_DATA_FOLDER),
		isFirst: true,
		about:
			"Folder of the key file (plateia.key) if the database is PostgreSQL; a database file has it beside it. All processes of a site need the same key file.",
	},
	IMAGE_FOLDER: {
		schema: z.string().default(".data/images"),
		isFirst: true,
		about:
			"Folder of uploaded pictures, and of pictures that are given by file name. All processes of a site share it, unless PICTURE_S3_ENDPOINT is set.",
	},
	PICTURE_S3_ENDPOINT: {
		schema: kind.storeOrigin.optional(),
		about:
			"S3-compatible store of the pictures, such as https://s3.example.com; IMAGE_FOLDER then holds copies, and each machine has its own (docs/hosting.md, Pictures in an S3-compatible store).",
	},
	PICTURE_S3_BUCKET: {
		...storeBucket,
		about: "S3 bucket of the pictures, or bucket/folder. It may be private.",
	},
	PICTURE_S3_REGION: { ...storeRegion, about: "S3 region, as the provider shows it." },
	PICTURE_S3_KEY_ID: {
		schema: kind.upTo(200).optional(),
		about: "S3 key ID. Of a key for this bucket only.",
	},
	PICTURE_S3_SECRET: { schema: kind.upTo(200).optional(), about: "S3 secret key." },
	LOG_LEVEL: {
		schema: kind.oneOf(["silent", "error", "warn", "info", "debug"]).default("info"),
		isFirst: true,
		about: "Log level: silent, error, warn, info or debug.",
	},
	METRICS_TOKEN: {
		schema: z
			.string()
			.regex(/^\S{16,}$/, "must have at least 16 characters and no spaces")
			.optional(),
		about:
			'At least 16 characters. Required as "Authorization: Bearer ..." to read /metrics, which does not exist if empty.',
	},
	ANALYTICS_DASHBOARD_URL: {
		schema: kind.httpAddress.optional(),
		about: "URL of an outside analytics dashboard, linked on the analytics page.",
	},
	ANALYTICS_COLLECTOR_URL: {
		schema: kind.bareAddress.optional(),
		about:
			'URL to which counted events are posted as JSON {"events":[{event, label, at, details}]}; not sent if empty.',
	},
	TWITCH_TRANSPORT: {
		schema: kind.oneOf(["webhook", "socket"]).optional(),
		about:
			"How Twitch's messages arrive: webhook (needs https from the internet) or socket. If empty, webhook with https, else socket.",
	},

	// For demo and tests.
	NODE_ENV: {
		schema: kind.oneOf(["development", "production", "test"]).default("production"),
		about: "Set by the commands.",
	},
	RATE_LIMIT_SCALE: {
		schema: kind.positive.default(1),
		about: "Multiplier of every rate limit, for load tests.",
	},
	CRASH_PAUSE_SCALE: {
		schema: kind.positive.default(1),
		about: "Multiplier of the pauses before and after a Crash flight, for tests.",
	},
	TEST_ORIGIN: {
		schema: loopback,
		about:
			"An origin such as http://localhost:9999 that may get push messages although it is private or not https; for tests only.",
	},
	BEACON: {
		schema: kind.oneOf(["drand", "local"]).default("drand"),
		about:
			"Source of the public randomness that draws wait for: drand, or local for a site without the internet. The site makes the rounds of local itself, so that they prove nothing to viewers, and its pages say so.",
	},
	PLATFORM_ORIGIN: {
		schema: loopback,
		about:
			"Origin of a local Twitch and Kick on this machine, such as http://localhost:4001; for the demo and tests only.",
	},
	DEMO_PROVIDER: {
		schema: kind.flag,
		about: "true passes login_hint on to the provider; for the demo's provider only.",
	},

	// The channel.
	CHANNEL_NAME: {
		schema: kind.named(40).default("Plateia"),
		form: "channel",
		error: "channelNameInvalid",
		mayBeBlank: true,
		isWide: true,
	},
	CHANNEL_TAGLINE: tagline(
		"A casa da comunidade do canal: vê o direto, junta pontos, joga os minijogos e partilha os grandes momentos.",
	),
	CHANNEL_TAGLINE_EN: tagline(
		"The channel's community home: watch the stream, earn points, play mini games and share the big moments.",
	),
	CHANNEL_PICTURE: {
		schema: kind.picture.optional(),
		form: "channel",
		input: "picture",
		error: "imageInvalid",
		isWide: true,
	},
	CHANNEL_ABOUT: aboutMe(
		"Este é o sítio onde a comunidade do canal se encontra quando o direto acaba.\n\nAqui juntas pontos, jogas os minijogos, trocas o que ganhaste na loja e acompanhas os bonus hunts em direto. Entra, escolhe um lugar na plateia e fica à vontade.",
	),
	CHANNEL_ABOUT_EN: aboutMe(
		"This is where the channel's community meets when the stream is over.\n\nEarn points, play the mini games, swap what you've won for rewards in the store and follow the bonus hunts live. Come in, take a seat and make yourself at home.",
	),
	TWITCH_CHANNEL: { schema: kind.twitchLogin.optional(), form: "channel", error: "twitchLoginInvalid" },
	NEXT_STREAM: {
		schema: kind.instant.optional(),
		form: "channel",
		input: "instant",
		error: "nextStreamInvalid",
	},
	CONTACT_EMAIL: {
		schema: kind.email.optional(),
		form: "channel",
		input: "email",
		error: "contactEmailInvalid",
		isWide: true,
	},

	// Services.
	REDEEM_BOT_URL: { ...address, form: "bot", error: "botUrlInvalid" },
	REDEEM_BOT_FORMAT: {
		schema: kind.oneOf(["json", "discord"]).default("json"),
		form: "bot",
		input: "choice",
		options: ["json", "discord"],
	},
	REDEEM_BOT_SECRET: { ...botSecret, secret: "hidden" },
	REDEEM_BOT_PREVIOUS_SECRET: { ...botSecret, input: "switch", secret: "address" },
	WEBHOOK_URL: { ...address, form: "webhook", error: "botUrlInvalid" },
	WEBHOOK_SECRET: {
		...webhookSecret,
		input: "created",
		secret: "hidden",
		about:
			"What the messages are signed with: at least 16 characters, or base64 after whsec_. Without it, the site creates one when an admin saves the address.",
	},
	WEBHOOK_PREVIOUS_SECRET: { ...webhookSecret, input: "switch", secret: "address" },
	WEBHOOK_TYPES: { ...eventTypes, form: "webhook" },
	DISCORD_URL: { ...address, form: "discord", error: "botUrlInvalid" },
	DISCORD_LANGUAGE: {
		schema: kind.oneOf(["pt", "en"]).default("pt"),
		form: "discord",
		input: "choice",
		options: ["pt", "en"],
	},
	DISCORD_TYPES: { ...eventTypes, form: "discord" },
	POINTS_PROVIDER_CHANNEL: {
		schema: pattern(/^[0-9a-f]{24}$/, "a StreamElements channel id: 24 hexadecimal digits").optional(),
		form: "pointsProvider",
		error: "pointsChannelInvalid",
	},
	POINTS_PROVIDER_URL: {
		...address,
		schema: kind.pointsAddress.optional(),
		form: "pointsProvider",
		error: "pointsUrlInvalid",
	},
	POINTS_PROVIDER_NAME: {
		schema: kind.upTo(40).default("StreamElements"),
		form: "pointsProvider",
		error: "pointsNameInvalid",
	},
	BONUS_HUNT_STATS_URL: { ...address, form: "hunt", error: "huntSourceInvalid" },
	BONUS_HUNT_SLOTS_URL: { ...address, form: "hunt", error: "huntSourceInvalid" },
	BONUS_HUNT_IMAGE_URL: { ...address, form: "hunt", error: "serviceUrlInvalid" },
	BONUS_HUNT_USER: { schema: kind.upTo(100).default("streamer"), form: "hunt", error: "huntUserInvalid" },
	TWITCH_CLIENT_ID: { ...clientText, form: "twitch" },
	TWITCH_CLIENT_SECRET: { ...clientSecret, form: "twitch" },
	KICK_CLIENT_ID: { ...clientText, form: "kick" },
	KICK_CLIENT_SECRET: { ...clientSecret, form: "kick" },
	CHAT_LANGUAGE: {
		schema: kind.oneOf(["pt", "en"]).default("pt"),
		form: "chat",
		input: "choice",
		options: ["pt", "en"],
	},
	CHAT_POINTS: command,
	CHAT_TOP: command,
	CHAT_CLAIM: command,
	CHAT_JOIN: command,
	CHAT_GUESS: command,
	CHAT_REQUEST: command,
	CHAT_WINS: command,
	CHAT_STARTS: command,

	// Rules.
	SOLO_CRASH_DRAW: {
		schema: kind.oneOf(["table", "even"]).default("table"),
		form: "games",
		input: "choice",
		options: ["table", "even"],
	},
	PLINKO_MAX_BET: maxBet,
	CRASH_MAX_BET: maxBet,
	LIVE_CRASH_MAX_BET: maxBet,
	BIG_WIN_FROM: { schema: kind.winFrom, form: "games", error: "bigWinInvalid" },
	DICE_OPEN: openGame,
	WHEEL_OPEN: openGame,
	PREDICTIONS: { schema: kind.flag, form: "predictions", input: "switch" },
	STREAM_DELAY_SECONDS: {
		schema: kind.wholeFrom(0, 900).default(10),
		form: "predictions",
		input: "number",
		error: "streamDelayInvalid",
	},
	GOAL_TEXT: { schema: kind.named(60).optional(), form: "goal", error: "goalTextInvalid" },
	GOAL_TARGET: {
		schema: kind.wholeFrom(1, kind.MAX_POINTS).default(100),
		form: "goal",
		input: "number",
		error: "goalTargetInvalid",
	},
	GOAL_COUNTS: {
		schema: kind.oneOf(["redeems", "spent", "viewers"]).default("redeems"),
		form: "goal",
		input: "choice",
		options: ["redeems", "spent", "viewers"],
	},
	GOAL_SINCE: { schema: kind.date.optional(), form: "goal", input: "date", error: "goalSinceInvalid" },
	SLOT_REQUESTS: { schema: kind.flag, form: "requests", input: "switch" },
	SLOT_REQUEST_PRICE: { ...requestNumber, schema: kind.wholeFrom(1, 1_000_000).default(500) },
	SLOT_REQUESTS_PER_VIEWER: { ...requestNumber, schema: kind.wholeFrom(1, 20).default(1) },
	SLOT_REQUESTS_WAITING: { ...requestNumber, schema: kind.wholeFrom(1, 200).default(20) },
	STARTING_POINTS: {
		schema: kind.wholeFrom(0, kind.MAX_POINTS).default(1000),
		form: "rules",
		input: "number",
		error: "startingPointsInvalid",
	},
	PLAY_REMINDER_MINUTES: {
		schema: kind.positive.default(60),
		form: "rules",
		input: "decimal",
		error: "reminderInvalid",
	},
	SITE_TIMEZONE: {
		schema: kind.timeZone.default("Europe/Lisbon"),
		form: "rules",
		input: "zone",
		error: "timeZoneInvalid",
	},
	SLOT_DEMO_HOSTS: {
		schema: kind.hosts("demogamesfree.pragmaticplay.net"),
		form: "rules",
		error: "demoHostsInvalid",
	},

	// Alerts of the overlay: those of the types of announcements that begin with the name.
	ALERTS_STORE: alertSwitch,
	ALERTS_GAME: alertSwitch,
	ALERTS_RAFFLE: alertSwitch,
	ALERTS_TOURNAMENT: alertSwitch,
	ALERTS_PREDICTION: alertSwitch,
	ALERTS_HUNT: alertSwitch,
	ALERTS_CODE: alertSwitch,
	ALERTS_STREAM: alertSwitch,
	ALERTS_SLOT: alertSwitch,
	ALERT_SOUND: alertSwitch,
	ALERT_SECONDS: {
		schema: kind.wholeFrom(3, 30).default(8),
		form: "overlay",
		input: "number",
		error: "alertSecondsInvalid",
	},
	ALERT_MIN_POINTS: {
		schema: kind.wholeFrom(0, kind.MAX_POINTS).default(0),
		form: "overlay",
		input: "number",
		error: "startingPointsInvalid",
	},

	// Backups.
	BACKUP_FOLDER: {
		schema: optionalText,
		form: "backups",
		input: "switch",
		isFirst: true,
		about:
			"Folder for backups of database and pictures, preferably on another disk (docs/hosting.md, Backups elsewhere); no backups if empty, unless an admin turns them on. All processes of a site share it.",
	},
	BACKUP_EVERY_HOURS: {
		schema: kind.positive.default(24),
		form: "backups",
		input: "decimal",
		error: "backupHoursInvalid",
	},
	BACKUP_KEEP: {
		schema: kind.wholeFrom(1).default(7),
		form: "backups",
		input: "number",
		error: "backupKeepInvalid",
	},
	BACKUP_S3_ENDPOINT: {
		schema: kind.storeOrigin.optional(),
		form: "backups",
		error: "storeAddressInvalid",
		about:
			"S3-compatible store to which each backup is copied; no copies if empty. Only a store of the environment may be in the site's own network or without https.",
	},
	BACKUP_S3_BUCKET: { ...storeBucket, form: "backups", error: "storeBucketInvalid" },
	BACKUP_S3_REGION: { ...storeRegion, form: "backups", error: "storeRegionInvalid" },
	BACKUP_S3_KEY_ID: { schema: kind.upTo(200).optional(), form: "backups", error: "storeKeyInvalid" },
	BACKUP_S3_SECRET: {
		schema: kind.upTo(200).optional(),
		form: "backups",
		error: "storeKeyInvalid",
		secret: "hidden",
	},

	// Names and legal texts.
	PLINKO_NAME: gameName,
	PLINKO_NAME_EN: gameName,
	CRASH_NAME: gameName,
	CRASH_NAME_EN: gameName,
	LIVE_CRASH_NAME: gameName,
	LIVE_CRASH_NAME_EN: gameName,
	SLOTS_TITLE: slotsTitle,
	SLOTS_TITLE_EN: slotsTitle,
	LEGAL_DATE: { schema: kind.date.optional(), form: "legal", input: "date", error: "legalDateInvalid" },
} as const satisfies Record<string, Declared>;

export type SettingName = keyof typeof SETTINGS;

/** A setting that admins change with a form. */
export type EditableName = {
	[Name in SettingName]: (typeof SETTINGS)[Name] extends { form: string } ? Name : never;
}[SettingName];

/** The settings of a form. */
export type SettingsOf<Form> = {
	[Name in EditableName]: (typeof SETTINGS)[Name]["form"] extends Form ? Name : never;
}[EditableName];

export type FormName = (typeof SETTINGS)[EditableName]["form"];

/** The declaration of a setting, with all optional properties. */
export const declarationOf = (name: SettingName): Declared => SETTINGS[name];

export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];

export const EDITABLE = SETTING_NAMES.filter((name): name is EditableName => "form" in SETTINGS[name]);

export const formOf = (name: EditableName): FormName => SETTINGS[name].form;

/** The settings of each form, in the order of the declarations. */
export const FORMS = Object.fromEntries(
	EDITABLE.map((name) => [formOf(name), EDITABLE.filter((other) => formOf(other) === formOf(name))]),
) as unknown as Readonly<Record<FormName, readonly EditableName[]>>;

export const FORM_NAMES = Object.keys(FORMS) as [FormName, ...FormName[]];
