import { OAuth2RequestError } from "remix-auth-oauth2";
import { OtherIssuer } from "~/account/provider-metadata.server";
import { UnclearRefusal } from "~/account/provider-quirks.server";
import { ClocksDiffer, type SignInError, type SignInFault } from "~/account/sign-in-fault.server";
import { ConfigError } from "~/lib/config.server";
import type { SignInName } from "./sign-in-settings.server";

/** The settings that can be invalid. */
const FALLIBLE = ["APP_ORIGIN", "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_SCOPE"] as const;

/** Why a setting is refused; the page has a sentence for each. */
interface Fault {
	code: (typeof FALLIBLE)[number] | "unreachable" | "otherIssuer" | "unsupported";
	/** The provider's own, for `otherIssuer`. */
	issuer?: string;
	/** What the provider demands, for `unsupported`. */
	demands?: string;
}

export type Faults = Partial<Record<SignInName, Fault>>;

/** Why a step has failed. `changed`: the page was older than the last test; `storage`: nothing was stored. */
export interface Problem {
	code: SignInFault | "secret" | "scope" | "redirect" | "changed" | "storage";
	/** The difference of the clocks, for `clock`. */
	minutes?: number;
}

/** Who has signed in, as the page shows it. */
export interface Person {
	subject: string;
	name: string;
	/** An address, or empty. */
	picture: string;
	hasEmail: boolean;
	roles: string[];
	/** The names of all claims that the provider sent. */
	claims: string[];
}

/** The refused settings for an error of the configuration or of discovery. */
export function faultsOf(error: unknown): Faults {
	if (error instanceof OtherIssuer) return { OIDC_ISSUER: { code: "otherIssuer", issuer: error.issuer } };
	if (!(error instanceof ConfigError)) return { OIDC_ISSUER: { code: "unreachable" } };
	const names = error.faults.map(
		// Settings that are not of the sign-in are valid, unless the address contradicts them.
		({ name }) => FALLIBLE.find((known) => known === name) ?? "APP_ORIGIN",
	);
	return Object.fromEntries(names.map((name) => [name, { code: name }]));
}

const SECRET = new Set(["invalid_client", "unauthorized_client"]);

/** What a failed sign-in tells about the settings. */
export function problemOf({ fault, cause }: SignInError): Problem {
	if (cause instanceof ClocksDiffer)
		return { code: "clock", minutes: Math.round(Math.abs(cause.seconds) / 60) };
	if (!(cause instanceof OAuth2RequestError)) return { code: fault };
	const { code, description } = cause;
	if (/redirect/i.test(`${code} ${description}`)) return { code: "redirect" };
	if (code === "invalid_scope") return { code: "scope" };
	return { code: SECRET.has(code) || cause instanceof UnclearRefusal ? "secret" : fault };
}
