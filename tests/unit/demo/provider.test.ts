/** The demo's provider, whose client is the site's own sign-in. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type IdentityProvider, RefreshRefused } from "~/account/identity-provider.server";
import { platformIdOf } from "../../../demo/platform-people.mjs";
import { startProvider } from "../../../demo/provider.mjs";
import { PLATFORM_ID_CLAIM } from "../../../demo/provider-accounts.mjs";
import { CookieJar, fetchWithJar, followRedirects } from "../../support/site/sign-in";
import {
	begin,
	callback,
	client,
	openIdentityProvider,
	refreshedUser,
	siteOrigin,
} from "../account/identity-provider.setup";

let demo: Awaited<ReturnType<typeof startProvider>>;
let provider: IdentityProvider;
let jar: CookieJar;

beforeAll(async () => {
	demo = await startProvider({ port: 0, siteOrigin, accessTokenSeconds: 120, ...client });
});
afterAll(() => demo.close());
beforeEach(() => {
	jar = new CookieJar();
	provider = openIdentityProvider(demo.issuer);
});

const isSite = (address: string) => address.startsWith(siteOrigin);

/** Where a sign-in leads: to the page that asks for a name, or back to the site. */
async function visit(hint = "") {
	const { address: start, cookie } = await begin(provider, hint && `?login_hint=${encodeURIComponent(hint)}`);
	const { address, response } = await followRedirects(jar, start.href, isSite);
	return { address, cookie, html: (await response?.text()) ?? "" };
}
/** Sends the form of the page. @returns the answer, or the parameters of the site's callback. */
async function answer(address: string, form: Record<string, string>) {
	const { status, next, response } = await fetchWithJar(jar, address, {
		method: "POST",
		body: new URLSearchParams(form),
	});
	if (!next) return { status, html: await response.text(), parameters: new URLSearchParams() };
	const { address: end } = await followRedirects(jar, next, isSite);
	return { status, html: "", parameters: new URL(end).searchParams };
}
async function signIn(name: string) {
	const { address, cookie } = await visit(name);
	return provider.identify(callback(new URL(address).searchParams, cookie));
}

describe("signing in", () => {
	it("asks for a name, and identifies it by a verifiable ID token", async () => {
		const { address, cookie, html } = await visit();
		for (const question of ["Quem és tu?", "Who are you?"]) expect(html).toContain(question);
		const { parameters } = await answer(address, { name: "ana" });
		const { claims } = await provider.identify(callback(parameters, cookie));
		const ana = { sub: "demo|ana", nickname: "ana", name: "ana", email: "ana@example.com" };
		expect(claims).toMatchObject({ ...ana, [PLATFORM_ID_CLAIM]: platformIdOf("ana") });
		expect((await signIn("aNA")).claims.sub, "regardless of case").toBe("demo|ana");
	});

	it.each(["a", "x".repeat(26), "<script>"])("refuses the name %j", async (name) => {
		const { status, html } = await answer((await visit()).address, { name });
		expect(status).toBe(422);
		expect(html).toContain('role="alert"');
		expect(html).not.toContain("<script>");
		expect((await visit(name)).html).toContain('role="alert"');
	});

	it("returns access_denied for a cancelled sign-in", async () => {
		const { parameters } = await answer((await visit()).address, { cancel: "yes" });
		expect(parameters.get("error")).toBe("access_denied");
	});
});

it("a refresh has the current roles and name, and is refused after a revocation, for that account only", async () => {
	const [carla, bruno] = [await signIn("carla"), await signIn("bruno")];
	demo.setRoles("Carla", ["Admin"]);
	demo.rename("carla", "carla_live");
	const fresh = await provider.refresh(carla.tokens, "demo|carla");
	expect(refreshedUser(provider, fresh)).toMatchObject({ roles: ["Admin"], name: "carla_live" });
	demo.revoke("CARLA");
	await expect(provider.refresh(fresh.tokens, "demo|carla")).rejects.toThrow(RefreshRefused);
	await expect(provider.refresh(bruno.tokens, "demo|bruno")).resolves.toBeDefined();
});

it("signing out returns to the site without a page, and ends the tokens", async () => {
	const { tokens } = await signIn("ana");
	const { status, next } = await fetchWithJar(jar, provider.endSessionAddress(tokens.idToken) ?? "");
	expect([status, next]).toEqual([303, `${siteOrigin}/`]);
	await expect(provider.refresh(tokens, "demo|ana")).rejects.toThrow(RefreshRefused);
});

it("the provider answers 503 while it is down", async () => {
	demo.setDown(true);
	const { status } = await fetch(`${demo.issuer}/jwks`);
	demo.setDown(false);
	expect([status, (await fetch(`${demo.issuer}/jwks`)).status]).toEqual([503, 200]);
});
