import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Identity } from "~/account/identity.server";
import { type IdentityProvider, RefreshRefused } from "~/account/identity-provider.server";
import { startAuth0 } from "../../support/providers/auth0";
import { blockOf, settingsOf } from "../../support/providers/settings";
import { startTwitch } from "../../support/providers/twitch";
import { CookieJar, fetchWithJar, followRedirects } from "../../support/site/sign-in";
import { begin, callback, openIdentityProvider, refreshedUser, siteOrigin } from "./identity-provider.setup";

const client = { id: "a client", secret: "a+secret%of the client" };
const isBack = (address: string) => address.startsWith(`${siteOrigin}/login/callback?`);
/** Settings that the other provider tests use and these do not. */
const unset = {
	OIDC_ROLES_CLAIM: "",
	OIDC_USERNAME_CLAIM: "",
	OIDC_AUDIENCE: "",
	OIDC_CONNECTION: "",
	DEMO_PROVIDER: "",
};

/** Visits the provider and presses its button if it asks for consent. @returns the callback's parameters and the login cookie */
async function visit(provider: IdentityProvider) {
	const { address, cookie } = await begin(provider);
	const jar = new CookieJar();
	const arrival = await followRedirects(jar, address.href, isBack);
	if (!arrival.response) return { answer: new URL(arrival.address).searchParams, cookie };
	const page = await arrival.response.text();
	const [, to = ""] = page.match(/<button name="to" value="([^"]*)">Authorize/) ?? [];
	const [, code = ""] = page.match(/name="code" value="(\w+)"/) ?? [];
	if (!to) throw new Error(`the provider shows ${page}`);
	const { next } = await fetchWithJar(jar, `${address.origin}/oauth2/allow`, {
		method: "POST",
		body: new URLSearchParams({ code, to: to.replaceAll("&amp;", "&") }),
	});
	return { answer: new URL(next ?? "").searchParams, cookie };
}

async function signIn(provider: IdentityProvider): Promise<Identity> {
	const { answer, cookie } = await visit(provider);
	return provider.identify(callback(answer, cookie));
}

describe("Twitch", () => {
	let twitch: Awaited<ReturnType<typeof startTwitch>>;
	let env: Record<string, string>;
	let provider: IdentityProvider;
	const open = (more: Record<string, string> = {}) =>
		openIdentityProvider(twitch.issuer, { env: { ...unset, ...env, ...more } });

	beforeAll(async () => {
		twitch = await startTwitch(client);
		twitch.register(`${siteOrigin}/login/callback`);
		const at = { shown: "https://id.twitch.tv", origin: twitch.origin };
		env = settingsOf("Twitch directly", { at, client });
	});
	afterAll(() => twitch.close());
	beforeEach(() => {
		provider = open();
	});

	it("identifies a user with the settings of docs/sign-in.md", async () => {
		twitch.visit("141981764", "Ana_Live");
		const identity = await signIn(provider);
		expect(identity.claims.sub).toBe("141981764");
		expect(refreshedUser(provider, identity)).toEqual({
			roles: [],
			name: "ana_live",
			email: "141981764@example.com",
		});
		expect(identity.tokens.refreshToken).toBeTruthy();
	});

	it("receives the secret in the body only, and no unknown parameter", async () => {
		twitch.visit("7", "bruno");
		await signIn(provider);
		const { headers, form, query } = twitch.to("/oauth2/token").at(-1) ?? {};
		expect(headers?.authorization).toBeUndefined();
		expect(form?.get("client_secret")).toBe(client.secret);
		expect([...(query?.keys() ?? [])]).toEqual([]);
		const sent = twitch.to("/oauth2/authorize").at(-1)?.query;
		expect(sent?.get("scope")).toBe("openid user:read:email");
		expect(JSON.parse(sent?.get("claims") ?? "")).toHaveProperty("id_token.preferred_username", null);
	});

	it("returns a new name at a refresh, which has no ID token", async () => {
		twitch.visit("12", "gil");
		const { tokens } = await signIn(provider);
		twitch.rename("12", "Gil_TV");
		const fresh = await provider.refresh(tokens, "12");
		expect(refreshedUser(provider, fresh)).toEqual({ roles: [], name: "gil_tv", email: "12@example.com" });
		expect(fresh.tokens.idToken).toBe(tokens.idToken);
		const again = await provider.refresh(fresh.tokens, "12");
		expect(refreshedUser(provider, again).name).toBe("gil_tv");
	});

	it("validates tokens, and refuses the refresh of a user who has disconnected the site", async () => {
		twitch.visit("14", "ines");
		const { tokens } = await signIn(provider);
		expect(await provider.isTokenValid(tokens)).toBe(true);
		twitch.disconnect("14");
		expect(await provider.isTokenValid(tokens)).toBe(false);
		await expect(provider.refresh(tokens, "14")).rejects.toThrow(RefreshRefused);
	});
});

describe("Auth0", () => {
	let auth0: Awaited<ReturnType<typeof startAuth0>>;
	let env: Record<string, string>;
	let provider: IdentityProvider;
	const open = (more: Record<string, string> = {}) =>
		openIdentityProvider(`${auth0.origin}/`, { env: { ...unset, ...env, ...more } });

	beforeAll(async () => {
		const heading = "Auth0 with a Twitch connection";
		const audience = "https://plateia.example.com/api";
		auth0 = await startAuth0({ client, audience, action: blockOf(heading, "js") });
		auth0.register(siteOrigin);
		const at = { shown: "https://TENANT.eu.auth0.com", origin: auth0.origin };
		env = settingsOf(heading, { at, client });
	});
	afterAll(() => auth0.close());
	beforeEach(() => {
		provider = open();
	});

	it("returns name and roles from its Action, with code and settings of docs/sign-in.md", async () => {
		auth0.visit("1", "Ana_Live");
		auth0.change("1", { roles: ["Admin"] });
		const identity = await signIn(provider);
		expect(identity.claims.sub).toBe("oauth2|twitch|1");
		expect(refreshedUser(provider, identity)).toEqual({
			roles: ["Admin"],
			name: "ana_live",
			email: "1@example.com",
		});
		expect(auth0.to("/userinfo"), "the ID token has all claims").toEqual([]);
	});

	it("returns new roles, a new name and a new refresh token at a refresh", async () => {
		auth0.visit("3", "carla");
		const { tokens } = await signIn(provider);
		auth0.change("3", { roles: ["Admin"], nickname: "Carla_TV" });
		const fresh = await provider.refresh(tokens, "oauth2|twitch|3");
		expect(refreshedUser(provider, fresh)).toMatchObject({ roles: ["Admin"], name: "carla_tv" });
		expect(fresh.tokens.refreshToken).not.toBe(tokens.refreshToken);
		auth0.change("3", { roles: [] });
		expect(refreshedUser(provider, await provider.refresh(fresh.tokens, "oauth2|twitch|3")).roles).toEqual(
			[],
		);
	});

	it("ends its own session and redirects to the site's start page", async () => {
		auth0.visit("9", "ines");
		const { tokens } = await signIn(provider);
		const address = provider.endSessionAddress(tokens.idToken) ?? "";
		expect(address).toMatch(`${auth0.origin}/oidc/logout?`);
		expect((await fetchWithJar(new CookieJar(), address)).next).toBe(`${siteOrigin}/`);
		expect(provider.origins).toEqual([auth0.origin]);
	});
});
