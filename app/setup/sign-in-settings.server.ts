import { isLoopback } from "~/lib/loopback";
import { SETTING_NAMES, SETTINGS, type SettingName } from "~/lib/settings.server";
import { withoutEmpty } from "~/lib/without-empty";

/** A setting of the sign-in, or the public address. A value of the environment takes precedence over a stored one. */
export type SignInName = {
	[Name in SettingName]: (typeof SETTINGS)[Name] extends { inSetup: true } ? Name : never;
}[SettingName];

const SIGN_IN_SETTINGS = SETTING_NAMES.filter((name): name is SignInName => "inSetup" in SETTINGS[name]);

/** Settings that a form asks for; the others belong to a preset. */
export type AskedName = Exclude<SignInName, "APP_ORIGIN" | "OIDC_CLAIMS" | "OIDC_VALIDATE_URL">;

/** Values as in the environment; a missing one is unset. */
export type SignInTexts = Readonly<Partial<Record<SignInName, string>>>;

const REQUIRED = SIGN_IN_SETTINGS.filter((name) => !SETTINGS[name].schema.safeParse(undefined).success);

/** The settings without which nobody can sign in and that are unset. */
export const missingIn = (texts: SignInTexts): SignInName[] => REQUIRED.filter((name) => !texts[name]);

interface Preset {
	/** What the form asks for, in this order. */
	asked: readonly AskedName[];
	/** What the form does not show. */
	fixed: SignInTexts;
	/** What the fields contain at first. */
	proposed(origin: string): SignInTexts;
	/** Where the client is registered; undefined if that depends on the provider. */
	console?: string;
}

const CLIENT = ["OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
const TWITCH_CLAIMS = { email: null, preferred_username: null, picture: null };

/** The values for Twitch and Auth0 are those of docs/sign-in.md. */
export const PRESETS = {
	twitch: {
		asked: CLIENT,
		fixed: {
			OIDC_ISSUER: "https://id.twitch.tv/oauth2",
			OIDC_SCOPE: "openid user:read:email",
			OIDC_CLAIMS: JSON.stringify({ id_token: TWITCH_CLAIMS, userinfo: TWITCH_CLAIMS }),
			OIDC_USERNAME_CLAIM: "preferred_username",
			OIDC_VALIDATE_URL: "https://id.twitch.tv/oauth2/validate",
		},
		proposed: () => ({}),
		console: "https://dev.twitch.tv/console",
	},
	auth0: {
		asked: [
			"OIDC_ISSUER",
			...CLIENT,
			"OIDC_AUDIENCE",
			"OIDC_CONNECTION",
			"OIDC_ROLES_CLAIM",
			"OIDC_USERNAME_CLAIM",
		],
		fixed: { OIDC_SCOPE: "openid profile email offline_access" },
		proposed: (origin) => ({
			OIDC_AUDIENCE: `${origin}/api`,
			OIDC_CONNECTION: "twitch",
			OIDC_ROLES_CLAIM: `${origin}/roles`,
			OIDC_USERNAME_CLAIM: `${origin}/username`,
		}),
		console: "https://manage.auth0.com/",
	},
	other: {
		asked: ["OIDC_ISSUER", ...CLIENT, "OIDC_SCOPE", "OIDC_ROLES_CLAIM", "OIDC_USERNAME_CLAIM"],
		fixed: {},
		proposed: () => ({ OIDC_SCOPE: "openid profile email", OIDC_ROLES_CLAIM: "roles" }),
	},
} satisfies Record<string, Preset>;

export type PresetName = keyof typeof PRESETS;
export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];

export const presetOf = (name: PresetName): Preset => PRESETS[name];

export const isPreset = (value: unknown): value is PresetName => PRESET_NAMES.some((name) => name === value);

/** The preset of an issuer; Twitch without one. */
export function presetFor(issuer = PRESETS.twitch.fixed.OIDC_ISSUER): PresetName {
	if (issuer === PRESETS.twitch.fixed.OIDC_ISSUER) return "twitch";
	return /\.auth0\.com\/?$/.test(issuer) ? "auth0" : "other";
}

/**
 * The stored settings that apply beside those of the environment: only the address if the environment names another
 * provider or client than the stored ones, to which the others belong.
 */
export function storedBeside(fixed: SignInTexts, stored: SignInTexts): SignInTexts {
	const isSame = (["OIDC_ISSUER", "OIDC_CLIENT_ID"] as const).every(
		(name) => fixed[name] === undefined || fixed[name] === stored[name],
	);
	const known = isSame ? stored : withoutEmpty({ APP_ORIGIN: stored.APP_ORIGIN });
	return Object.fromEntries(Object.entries(known).filter(([name]) => !(name in fixed)));
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Hold the places of settings that may be stored while those of the environment are checked. */
const PLACEHOLDERS: Environment = {
	SESSION_SECRET: "-".repeat(32),
	APP_ORIGIN: "http://localhost",
	OIDC_ISSUER: "http://localhost",
	OIDC_CLIENT_ID: "-",
	OIDC_CLIENT_SECRET: "-",
};

/** An environment with placeholders for the settings that it does not set and that the database may have. */
export const withPlaceholders = (environment: Environment): Environment => ({
	...PLACEHOLDERS,
	...withoutEmpty(environment),
});

/** The values of the settings in an environment. */
export const signInTextsIn = (environment: Environment): SignInTexts =>
	withoutEmpty(Object.fromEntries(SIGN_IN_SETTINGS.map((name) => [name, environment[name]])));

/** Whether requests to an origin cannot be read on their way: https, or a browser's own machine. */
export const isPrivateOrigin = (origin: string): boolean =>
	origin.startsWith("https://") || isLoopback(origin);

/** A typed address with `https://` in front if it has no scheme. */
export const withScheme = (address: string): string =>
	address === "" || /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
