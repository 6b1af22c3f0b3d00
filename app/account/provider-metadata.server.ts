import { z } from "zod";
import type { ClientAuthentication } from "./token-endpoint.server";

const metadataSchema = z.object({
	issuer: z.string().url(),
	authorization_endpoint: z.string().url(),
	token_endpoint: z.string().url(),
	jwks_uri: z.string().url(),
	userinfo_endpoint: z.string().url().optional(),
	end_session_endpoint: z.string().url().optional(),
	id_token_signing_alg_values_supported: z.array(z.string()).optional(),
	token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

export type ProviderMetadata = z.infer<typeof metadataSchema>;

/** The answer to discovery is for another issuer. */
export class OtherIssuer extends Error {
	override name = "OtherIssuer";
	/** @param issuer the provider's own. */
	constructor(
		readonly issuer: string,
		asked: string,
	) {
		super(`the provider's issuer is ${issuer}, not ${asked}`);
	}
}

const TIMEOUT_MS = 5000;
const withoutSlash = (address: string) => address.replace(/\/$/, "");

/**
 * Fetches the provider's metadata (OpenID Connect Discovery 1.0).
 * @throws {OtherIssuer} if the answer is for another issuer; any other error if there is no valid answer within 5 s.
 */
export async function discover(issuer: string, fetcher: typeof fetch): Promise<ProviderMetadata> {
	const response = await fetcher(`${withoutSlash(issuer)}/.well-known/openid-configuration`, {
		headers: { Accept: "application/json" },
		signal: AbortSignal.timeout(TIMEOUT_MS),
	});
	if (!response.ok) throw new Error(`the provider answered discovery with ${response.status}`);
	const metadata = metadataSchema.parse(await response.json());
	if (withoutSlash(metadata.issuer) !== withoutSlash(issuer)) throw new OtherIssuer(metadata.issuer, issuer);
	return metadata;
}

/**
 * How the site authenticates at the token endpoint: `client_secret_basic` unless only `client_secret_post` is
 * supported.
 */
export function clientAuthenticationOf(metadata: ProviderMetadata): ClientAuthentication {
	const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
	const supportsPostOnly = methods.includes("client_secret_post") && !methods.includes("client_secret_basic");
	return supportsPostOnly ? "client_secret_post" : "client_secret_basic";
}
