import type { Renewal } from "~/account/identity.server";
import { IdentityProvider } from "~/account/identity-provider.server";
import { SignInError } from "~/account/sign-in-fault.server";
import { readConfig } from "~/lib/config.server";
import { createLog, type Log } from "~/observability/log.server";

export const siteOrigin = "http://localhost:3998";
export const client = { clientId: "plateia-test", clientSecret: "a secret of the client" };

const base = {
	APP_ORIGIN: siteOrigin,
	SESSION_SECRET: "s".repeat(32),
	OIDC_CLIENT_ID: client.clientId,
	OIDC_CLIENT_SECRET: client.clientSecret,
	OIDC_ROLES_CLAIM: "https://plateia.example/roles",
	OIDC_USERNAME_CLAIM: "https://plateia.example/username",
	OIDC_AUDIENCE: "https://api.plateia.example",
	OIDC_CONNECTION: "twitch",
	DEMO_PROVIDER: "true",
};

export function openIdentityProvider(
	issuer: string,
	{
		env,
		log = createLog({ LOG_LEVEL: "silent" }),
		now = () => new Date(),
	}: { env?: Record<string, string>; log?: Log; now?: () => Date } = {},
) {
	const config = readConfig({ ...base, OIDC_ISSUER: issuer, ...env });
	return new IdentityProvider({ config, log, now });
}

/**
 * Starts a sign-in. Returns the redirect to the provider and the login cookie.
 * @param previousCookie login cookie of an earlier sign-in.
 */
export async function begin(provider: IdentityProvider, query = "", previousCookie = "") {
	const request = new Request(
		`${siteOrigin}/login${query}`,
		previousCookie ? { headers: { Cookie: previousCookie } } : {},
	);
	const answer = await provider.authorize(request);
	const address = new URL(answer.headers.get("Location") ?? "");
	const setCookie = answer.headers.get("Set-Cookie") ?? "";
	return { address, setCookie, cookie: setCookie.split(";", 1)[0] ?? "", sent: address.searchParams };
}

/** Roles, name and e-mail address of a refresh's claims. */
export function refreshedUser(provider: IdentityProvider, { claims }: Renewal) {
	if (!claims) throw new Error("the refresh returned no claims");
	return { roles: provider.rolesOf(claims), name: provider.usernameOf(claims), email: claims.email };
}

/** The browser's request to the site's callback. */
export const callback = (query: URLSearchParams | Record<string, string>, cookie: string) =>
	new Request(`${siteOrigin}/login/callback?${new URLSearchParams(query)}`, {
		headers: cookie ? { Cookie: cookie } : {},
	});

/** The fault of a failed sign-in; throws if the sign-in succeeds. */
export async function faultOf(signIn: Promise<unknown>): Promise<string> {
	try {
		await signIn;
	} catch (error) {
		return faultIn(error);
	}
	throw new Error("the sign-in did not fail");
}

export function faultIn(error: unknown): string {
	if (error instanceof SignInError) return error.fault;
	throw error;
}
