import { createHash, randomBytes } from "node:crypto";
import type { startProvider } from "../../../demo/provider.mjs";
import { type CookieJar, fetchWithJar, followRedirects } from "../../support/site/sign-in";

export const siteOrigin = "http://localhost:3999";
export const client = { clientId: "test-client", clientSecret: randomBytes(24).toString("hex") };

const redirectUri = `${siteOrigin}/login/callback`;

const verifier = randomBytes(32).toString("base64url");

const isSite = (address: string) => address.startsWith(siteOrigin);

interface TokenAnswer {
	access_token: string;
	refresh_token: string;
	id_token: string;
	expires_in: number;
	error?: string;
}

/** A relying party instead of the site, with the cookies of one browser. */
export function relyingParty(provider: Awaited<ReturnType<typeof startProvider>>, jar: CookieJar) {
	function authorizationAddress(more: Record<string, string | undefined> = {}) {
		const parameters = {
			client_id: client.clientId,
			response_type: "code",
			redirect_uri: redirectUri,
			scope: "openid profile email read:roles",
			state: "the-state",
			nonce: "the-nonce",
			code_challenge: createHash("sha256").update(verifier).digest("base64url"),
			code_challenge_method: "S256",
			audience: "https://api.plateia.example",
			connection: "twitch",
			...more,
		};
		const address = new URL("/auth", provider.issuer);
		for (const [name, value] of Object.entries(parameters)) if (value) address.searchParams.set(name, value);
		return address.href;
	}

	/** Signs in and returns the parameters of the site's callback. */
	async function authorize(more?: Record<string, string | undefined>) {
		const { address } = await followRedirects(jar, authorizationAddress(more), isSite);
		if (!address.startsWith(redirectUri)) throw new Error(`The sign-in ended at ${address}`);
		return new URL(address).searchParams;
	}

	async function openPage(more?: Record<string, string | undefined>) {
		const { address, response } = await followRedirects(jar, authorizationAddress(more), isSite);
		return { address, status: response?.status, html: (await response?.text()) ?? "" };
	}

	async function answerPage(address: string, form: Record<string, string>) {
		const posted = await fetchWithJar(jar, address, { method: "POST", body: new URLSearchParams(form) });
		if (!posted.next)
			return { status: posted.status, html: await posted.response.text(), callback: undefined };
		const { address: end } = await followRedirects(jar, posted.next, isSite);
		return { status: posted.status, html: "", callback: new URL(end).searchParams };
	}

	async function requestTokens(form: Record<string, string>) {
		const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString("base64");
		const response = await fetch(`${provider.issuer}/token`, {
			method: "POST",
			headers: { authorization: `Basic ${basic}` },
			body: new URLSearchParams(form),
		});
		return { status: response.status, tokens: (await response.json()) as TokenAnswer };
	}

	function exchange(callback: URLSearchParams) {
		return requestTokens({
			grant_type: "authorization_code",
			code: callback.get("code") ?? "",
			redirect_uri: redirectUri,
			code_verifier: verifier,
		});
	}

	const refresh = (token: string) => requestTokens({ grant_type: "refresh_token", refresh_token: token });

	return { authorize, openPage, answerPage, exchange, refresh };
}
