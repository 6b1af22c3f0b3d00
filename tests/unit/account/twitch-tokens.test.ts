/** What is Twitch's own: tokens that the site validates. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type IdentityProvider, RefreshRefused } from "~/account/identity-provider.server";
import { settingsOf } from "../../support/providers/settings";
import { startTwitch } from "../../support/providers/twitch";
import { CookieJar, fetchWithJar, followRedirects } from "../../support/site/sign-in";
import { begin, callback, openIdentityProvider, siteOrigin } from "./identity-provider.setup";

const client = { id: "a client", secret: "a+secret%of the client" };
/** Settings that the other provider tests use and this does not. */
const unset = {
	OIDC_ROLES_CLAIM: "",
	OIDC_USERNAME_CLAIM: "",
	OIDC_AUDIENCE: "",
	OIDC_CONNECTION: "",
	DEMO_PROVIDER: "",
};
let twitch: Awaited<ReturnType<typeof startTwitch>>;
let provider: IdentityProvider;

beforeAll(async () => {
	twitch = await startTwitch(client);
	twitch.register(`${siteOrigin}/login/callback`);
	const at = { shown: "https://id.twitch.tv", origin: twitch.origin };
	const env = { ...unset, ...settingsOf("Twitch directly", { at, client }) };
	provider = openIdentityProvider(twitch.issuer, { env });
});
afterAll(() => twitch.close());

/** Signs a new user in, who gives their consent. */
async function signIn(id: string, name: string) {
	twitch.visit(id, name);
	const { address, cookie } = await begin(provider);
	const jar = new CookieJar();
	const { response } = await followRedirects(jar, address.href);
	const page = (await response?.text()) ?? "";
	const [, to = ""] = page.match(/<button name="to" value="([^"]*)">Authorize/) ?? [];
	const [, code = ""] = page.match(/name="code" value="(\w+)"/) ?? [];
	const body = new URLSearchParams({ code, to: to.replaceAll("&amp;", "&") });
	const { next } = await fetchWithJar(jar, `${twitch.origin}/oauth2/allow`, { method: "POST", body });
	return provider.identify(callback(new URL(next ?? "").searchParams, cookie));
}

it("Twitch's tokens are validated, and the refresh of a user who has disconnected the site is refused", async () => {
	const { tokens } = await signIn("14", "ines");
	expect(await provider.isTokenValid(tokens)).toBe(true);
	twitch.disconnect("14");
	expect(await provider.isTokenValid(tokens)).toBe(false);
	await expect(provider.refresh(tokens, "14")).rejects.toThrow(RefreshRefused);
});
