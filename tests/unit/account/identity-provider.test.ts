import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type IdentityProvider, RefreshRefused } from "~/account/identity-provider.server";
import { startProvider } from "../../../demo/provider.mjs";
import { CookieJar, followRedirects } from "../../support/site/sign-in";
import {
	begin,
	callback,
	client,
	faultOf,
	openIdentityProvider,
	siteOrigin,
} from "./identity-provider.setup";

let demo: Awaited<ReturnType<typeof startProvider>>;
let provider: IdentityProvider;

beforeAll(async () => {
	demo = await startProvider({ port: 0, siteOrigin, accessTokenSeconds: 120, ...client });
});
afterAll(() => demo.close());
beforeEach(() => {
	provider = openIdentityProvider(demo.issuer);
});
afterEach(() => {
	provider.stop();
});

/** Follows the provider's pages back to the site's callback. */
async function authorize(name: string) {
	const begun = await begin(provider, `?login_hint=${name}`);
	const { address } = await followRedirects(new CookieJar(), begun.address.href, (next) =>
		next.startsWith(siteOrigin),
	);
	return { ...begun, answer: new URL(address).searchParams };
}

async function signIn(name: string) {
	const { answer, cookie } = await authorize(name);
	return provider.identify(callback(answer, cookie));
}

describe("the redirect to the provider", () => {
	it("has state, PKCE, nonce, scopes, audience and connection", async () => {
		const [{ address, sent }, other] = [await begin(provider), await begin(provider)];
		expect(address.origin).toBe(demo.issuer);
		expect(Object.fromEntries(sent)).toMatchObject({
			response_type: "code",
			client_id: client.clientId,
			redirect_uri: `${siteOrigin}/login/callback`,
			scope: "openid profile email read:roles",
			audience: "https://api.plateia.example",
			connection: "twitch",
			code_challenge_method: "S256",
		});
		for (const name of ["state", "nonce", "code_challenge"]) {
			expect(sent.get(name)?.length, name).toBeGreaterThanOrEqual(43);
			expect(sent.get(name), name).not.toBe(other.sent.get(name));
		}
		expect(sent.has("login_hint")).toBe(false);
	});

	it("passes the hint on to the demo provider only", async () => {
		expect((await begin(provider, "?login_hint=ana")).sent.get("login_hint")).toBe("ana");
		const real = openIdentityProvider(demo.issuer, { env: { DEMO_PROVIDER: "false" } });
		expect((await begin(real, "?login_hint=ana")).sent.has("login_hint")).toBe(false);
	});
});

describe("the callback", () => {
	it("returns the identity with name, roles and tokens", async () => {
		const before = Date.now();
		const identity = await signIn("admin");
		expect(identity.claims.sub).toBe("demo|admin");
		expect(provider.usernameOf(identity.claims)).toBe("admin");
		expect(provider.rolesOf(identity.claims)).toEqual(["Admin"]);
		expect(identity.tokens.refreshToken).toBeTruthy();
		const expiresAt = Date.parse(identity.tokens.expiresAt);
		expect(expiresAt).toBeGreaterThanOrEqual(before + 120_000);
		expect(expiresAt).toBeLessThanOrEqual(Date.now() + 120_000);
	});

	it.each([
		["state", "forged", "expired"],
		["iss", "https://evil.example", "refused"],
	])("with another %s parameter, %s, has the fault %s", async (parameter, value, fault) => {
		const { answer, cookie } = await authorize("ana");
		answer.set(parameter, value);
		expect(await faultOf(provider.identify(callback(answer, cookie)))).toBe(fault);
	});

	it.each([
		["access_denied", "cancelled"],
		["server_error", "provider"],
		["temporarily_unavailable", "provider"],
	])("with the error %s has the fault %s", async (error, fault) => {
		const { sent, cookie } = await begin(provider);
		const query = { error, state: sent.get("state") ?? "" };
		expect(await faultOf(provider.identify(callback(query, cookie)))).toBe(fault);
	});
});

describe("a refresh", () => {
	it("is refused without a refresh token", async () => {
		const { tokens } = await signIn("ana");
		await expect(provider.refresh({ ...tokens, refreshToken: undefined }, "demo|ana")).rejects.toThrow(
			RefreshRefused,
		);
	});
});

it("the sign-out address is the provider's and returns to the site's start page", async () => {
	expect(provider.endSessionAddress("an-id-token")).toBeUndefined();
	expect(provider.origins).toEqual([demo.issuer]);
	await provider.start();
	const address = new URL(provider.endSessionAddress("an-id-token") ?? "");
	expect(address.origin + address.pathname).toBe(`${demo.issuer}/session/end`);
	expect(Object.fromEntries(address.searchParams)).toEqual({
		id_token_hint: "an-id-token",
		client_id: client.clientId,
		post_logout_redirect_uri: `${siteOrigin}/`,
	});
});
