import { z } from "zod";
import { readOutsideJson } from "~/http/outside-json.server";
import { textsOf } from "~/lib/valid-items";
import { ASYMMETRIC } from "./id-token.server";
import type { ClientAuthentication } from "./token-endpoint.server";

const names = textsOf().optional();
const address = z.string().url();
/** An endpoint or a list that the site can do without. */
const optional = <Value extends z.ZodTypeAny>(value: Value) => value.optional().catch(undefined);

const metadataSchema = z.object({
	issuer: z.string().url(),
	authorization_endpoint: address,
	token_endpoint: address,
	jwks_uri: address,
	userinfo_endpoint: optional(address),
	end_session_endpoint: optional(address),
	id_token_signing_alg_values_supported: optional(names),
	token_endpoint_auth_methods_supported: optional(names),
	require_pushed_authorization_requests: optional(z.boolean()),
	require_signed_request_object: optional(z.boolean()),
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
	const metadata = metadataSchema.parse(await readOutsideJson(response));
	if (withoutSlash(metadata.issuer) !== withoutSlash(issuer)) throw new OtherIssuer(metadata.issuer, issuer);
	return metadata;
}

/** The authentication methods of a provider that the site can use. Without a secret, a provider does not check it. */
const USABLE_METHODS = ["client_secret_basic", "client_secret_post", "none"];

/** What a provider demands by its metadata and the site cannot do, in the terms of the standards; empty for most. */
export function unmetDemandsOf(metadata: ProviderMetadata): string[] {
	const methods = metadata.token_endpoint_auth_methods_supported ?? [];
	const algorithms = metadata.id_token_signing_alg_values_supported ?? [];
	return [
		...(metadata.require_pushed_authorization_requests ? ["PAR (RFC 9126)"] : []),
		...(metadata.require_signed_request_object ? ["JAR (RFC 9101)"] : []),
		...(methods.length > 0 && !methods.some((name) => USABLE_METHODS.includes(name)) ? methods : []),
		...(algorithms.length > 0 && !algorithms.some((name) => ASYMMETRIC.test(name)) ? algorithms : []),
	];
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
