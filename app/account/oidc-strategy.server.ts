import { createHmac } from "node:crypto";
import { OAuth2Tokens } from "arctic";
import { OAuth2Strategy } from "remix-auth-oauth2";
import type { Config } from "~/lib/config.server";
import type { OidcClient } from "./oidc-client.server";
import type { ProviderMetadata } from "./provider-metadata.server";
import type { TokenAnswer } from "./provider-quirks.server";

/** The token endpoint's answer to a sign-in, unverified, and the nonce that its ID token must have. */
export interface Answer {
	tokens: TokenAnswer;
	nonce: string;
}

/** remix-auth's OAuth 2 strategy (state and PKCE), with the parameters of OpenID Connect and the settings. */
export class OidcStrategy extends OAuth2Strategy<Answer> {
	constructor(
		private readonly config: Config,
		metadata: ProviderMetadata,
		private readonly oidc: Pick<OidcClient, "requestTokens">,
		loginCookie: string,
	) {
		super(
			{
				clientId: config.OIDC_CLIENT_ID,
				clientSecret: config.OIDC_CLIENT_SECRET,
				authorizationEndpoint: metadata.authorization_endpoint,
				tokenEndpoint: metadata.token_endpoint,
				redirectURI: `${config.APP_ORIGIN}/login/callback`,
				scopes: config.OIDC_SCOPE.split(" "),
				audience: config.OIDC_AUDIENCE,
				cookie: loginCookie,
			},
			async ({ request, tokens }) => ({
				tokens: tokens.data as TokenAnswer,
				nonce: this.nonceFor(new URL(request.url).searchParams.get("state") ?? ""),
			}),
		);
	}

	/** Derives the nonce from the state. The state is in the browser's cookie, so the nonce is bound to the browser too. */
	private nonceFor(state: string): string {
		return createHmac("sha256", this.config.SESSION_SECRET).update(`oidc nonce ${state}`).digest("base64url");
	}

	/**
	 * Adds the nonce and the settings' `connection` and `claims`. The request's `login_hint` is passed on to the demo
	 * provider only.
	 */
	override authorizationParams(params: URLSearchParams, request: Request): URLSearchParams {
		const all = new URLSearchParams(params);
		all.set("nonce", this.nonceFor(params.get("state") ?? ""));
		if (this.config.OIDC_CONNECTION) all.set("connection", this.config.OIDC_CONNECTION);
		if (this.config.OIDC_CLAIMS) all.set("claims", this.config.OIDC_CLAIMS);
		const loginHint = new URL(request.url).searchParams.get("login_hint");
		if (loginHint && this.config.DEMO_PROVIDER) all.set("login_hint", loginHint);
		return all;
	}

	protected override async validateAuthorizationCode(code: string, codeVerifier: string) {
		const fields = { code, code_verifier: codeVerifier, redirect_uri: `${this.options.redirectURI}` };
		return new OAuth2Tokens(await this.oidc.requestTokens("authorization_code", fields));
	}
}
