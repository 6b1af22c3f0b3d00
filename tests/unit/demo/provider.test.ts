import { createRemoteJWKSet, decodeJwt, jwtVerify } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { platformIdOf } from "../../../demo/platform-people.mjs";
import { startProvider } from "../../../demo/provider.mjs";
import { PLATFORM_ID_CLAIM, ROLES_CLAIM, USERNAME_CLAIM } from "../../../demo/provider-accounts.mjs";
import { CookieJar, fetchWithJar } from "../../support/site/sign-in";
import { client, relyingParty, siteOrigin } from "./relying-party";

let provider: Awaited<ReturnType<typeof startProvider>>;
let jar: CookieJar;
let site: ReturnType<typeof relyingParty>;

beforeAll(async () => {
	provider = await startProvider({ port: 0, siteOrigin, accessTokenSeconds: 120, ...client });
});
afterAll(() => provider.close());
beforeEach(() => {
	jar = new CookieJar();
	site = relyingParty(provider, jar);
});

async function signIn(name: string) {
	const { status, tokens } = await site.exchange(await site.authorize({ login_hint: name }));
	expect(status).toBe(200);
	return tokens;
}

describe("signing in", () => {
	it("issues a verifiable ID token for the chosen name", async () => {
		const page = await site.openPage();
		expect(page.html).toContain("Quem és tu?");
		expect(page.html).toContain("Who are you?");
		const { callback } = await site.answerPage(page.address, { name: "ana" });
		expect(callback?.get("state")).toBe("the-state");
		expect(callback?.get("iss")).toBe(provider.issuer);
		const { tokens } = await site.exchange(callback ?? new URLSearchParams());
		expect(tokens.expires_in).toBe(120);
		const { payload, protectedHeader } = await jwtVerify(
			tokens.id_token,
			createRemoteJWKSet(new URL(`${provider.issuer}/jwks`)),
			{ issuer: provider.issuer, audience: client.clientId },
		);
		expect(protectedHeader.alg).toBe("RS256");
		expect(payload).toMatchObject({
			sub: "demo|ana",
			nonce: "the-nonce",
			nickname: "ana",
			name: "ana",
			email: "ana@example.com",
			[ROLES_CLAIM]: [],
			[USERNAME_CLAIM]: "ana",
			[PLATFORM_ID_CLAIM]: platformIdOf("ana"),
		});
	});

	it.each(["a", "x".repeat(26), "two words", "<script>"])("refuses the name %j", async (name) => {
		const page = await site.openPage();
		const { status, html } = await site.answerPage(page.address, { name });
		expect(status).toBe(422);
		expect(html).toContain('role="alert"');
		expect(html).not.toContain("<script>");
		const hinted = await site.openPage({ login_hint: name });
		expect(hinted.html).toContain('role="alert"');
	});

	it("returns access_denied for a cancelled sign-in", async () => {
		const page = await site.openPage();
		const { callback } = await site.answerPage(page.address, { cancel: "yes" });
		expect(callback?.get("error")).toBe("access_denied");
		expect(callback?.get("state")).toBe("the-state");
	});
});

describe("refreshing", () => {
	it("issues a new ID token with the current roles and name", async () => {
		const { refresh_token } = await signIn("carla");
		provider.setRoles("Carla", ["Admin"]);
		provider.rename("carla", "carla_live");
		const { status, tokens } = await site.refresh(refresh_token);
		expect(status).toBe(200);
		expect(decodeJwt(tokens.id_token)).toMatchObject({
			sub: "demo|carla",
			nickname: "carla_live",
			[ROLES_CLAIM]: ["Admin"],
		});
		expect(tokens.refresh_token).toBeTruthy();
	});

	it("fails with invalid_grant after a revocation, for that account only", async () => {
		const [ana, bruno] = [await signIn("ana"), await signIn("bruno")];
		provider.revoke("ANA");
		const refused = await site.refresh(ana.refresh_token);
		expect(refused.status).toBe(400);
		expect(refused.tokens.error).toBe("invalid_grant");
		expect((await site.refresh(bruno.refresh_token)).status).toBe(200);
	});
});

describe("signing out", () => {
	const endAddress = (parameters: Record<string, string>) =>
		`${provider.issuer}/session/end?${new URLSearchParams(parameters)}`;

	it.each([`${siteOrigin}/`, siteOrigin])("returns to %s without a page", async (target) => {
		const { id_token, refresh_token } = await signIn("ana");
		const { status, next } = await fetchWithJar(
			jar,
			endAddress({ id_token_hint: id_token, post_logout_redirect_uri: target, state: "s" }),
		);
		expect(status).toBe(303);
		expect(next).toBe(`${siteOrigin}/?state=s`);
		expect((await site.refresh(refresh_token)).tokens.error).toBe("invalid_grant");
	});
});

it("the provider answers 503 while it is down", async () => {
	provider.setDown(true);
	const status = (await fetch(`${provider.issuer}/jwks`)).status;
	provider.setDown(false);
	expect([status, (await fetch(`${provider.issuer}/jwks`)).status]).toEqual([503, 200]);
});
