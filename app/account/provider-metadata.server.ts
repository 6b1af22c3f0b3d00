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

const TIMEOUT_MS = 5000;
const withoutSlash = (address: string) => address.replace(/\/$/, "");

/**
 * Reads the provider's addresses (OpenID Connect Discovery 1.0).
 * @throws when it does not answer in 5 s, or answers for another issuer.
 */
export async function discover(issuer: string, fetcher: typeof fetch): Promise<ProviderMetadata> {
	const response = await fetcher(`${withoutSlash(issuer)}/.well-known/openid-configuration`, {
		headers: { Accept: "application/json" },
		signal: AbortSignal.timeout(TIMEOUT_MS),
	});
	if (!response.ok) throw new Error(`the provider answered discovery with ${response.status}`);
	const metadata = metadataSchema.parse(await response.json());
	if (withoutSlash(metadata.issuer) !== withoutSlash(issuer)) {
		throw new Error(`the provider calls itself ${metadata.issuer}, not ${issuer}`);
	}
	return metadata;
}

/** The standard's default is the header; the form's fields are for those that take nothing else. */
export function clientAuthenticationOf(metadata: ProviderMetadata): ClientAuthentication {
	const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
	const takesFieldsOnly = methods.includes("client_secret_post") && !methods.includes("client_secret_basic");
	return takesFieldsOnly ? "client_secret_post" : "client_secret_basic";
}
