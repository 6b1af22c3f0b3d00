import { createHmac } from "node:crypto";
import { OAuth2Strategy } from "remix-auth-oauth2";
import type { Config } from "~/lib/config.server";
import { clientAuthenticationOf, type ProviderMetadata } from "./provider-metadata.server";
import { requestTokens, type TokenEndpoint } from "./token-endpoint.server";

type Tokens = OAuth2Strategy.VerifyOptions["tokens"];

/** The token endpoint's answer to a sign-in, unverified, and the nonce that its ID token must have. */
export interface Answer {
	tokens: Tokens;
	nonce: string;
}

/**
 * remix-auth's OAuth 2 strategy (state and PKCE), extended with the parameters of OpenID Connect and the settings, and
 * with token requests that non-standard providers accept too.
 */
export class OidcStrategy extends OAuth2Strategy<Answer> {
	private readonly redirectAddress: string;
	private readonly tokenEndpoint: TokenEndpoint;

	constructor(
		private readonly config: Config,
		metadata: ProviderMetadata,
		fetcher: typeof fetch,
		loginCookie: string,
	) {
		const redirectAddress = `${config.APP_ORIGIN}/login/callback`;
		super(
			{
				clientId: config.OIDC_CLIENT_ID,
				clientSecret: config.OIDC_CLIENT_SECRET,
				authorizationEndpoint: metadata.authorization_endpoint,
				tokenEndpoint: metadata.token_endpoint,
				redirectURI: redirectAddress,
				scopes: config.OIDC_SCOPE.split(" "),
				audience: config.OIDC_AUDIENCE,
				cookie: loginCookie,
			},
			async ({ request, tokens }) => ({
				tokens,
				nonce: this.nonceFor(new URL(request.url).searchParams.get("state") ?? ""),
			}),
		);
		this.redirectAddress = redirectAddress;
		this.tokenEndpoint = {
			address: metadata.token_endpoint,
			authentication: clientAuthenticationOf(metadata),
			clientId: config.OIDC_CLIENT_ID,
			clientSecret: config.OIDC_CLIENT_SECRET,
			fetcher,
		};
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

	protected override validateAuthorizationCode(code: string, codeVerifier: string): Promise<Tokens> {
		return requestTokens(this.tokenEndpoint, {
			grant_type: "authorization_code",
			code,
			code_verifier: codeVerifier,
			redirect_uri: this.redirectAddress,
		});
	}

	/** Sends no scope, which requests the granted one, so that a later change of OIDC_SCOPE does not end sessions. */
	override refreshToken(refreshToken: string): Promise<Tokens> {
		return requestTokens(this.tokenEndpoint, { grant_type: "refresh_token", refresh_token: refreshToken });
	}
}
