import * as oauth from "oauth4webapi";
import { z } from "zod";
import { readBody } from "~/http/bounded-body.server";
import { readOutsideJson } from "~/http/outside-json.server";
import { textsOf } from "~/lib/valid-items";

const MAX_BYTES = 1024 * 1024;

/** Adds to a fetch the limits that the library lacks: the answer is read whole, at most 1 MiB within the time. */
export const limited =
	(fetcher: typeof fetch, timeoutMs = 10_000): typeof fetch =>
	async (address, init) => {
		const response = await fetcher(address, { ...init, signal: AbortSignal.timeout(timeoutMs) });
		const body = await readBody(response.body, MAX_BYTES);
		const { status, headers } = response;
		return new Response(body.length > 0 ? body : null, { status, headers });
	};

/** Signature algorithms with a key pair. `none` and the HMAC algorithms are not accepted. */
export const ASYMMETRIC = [
	...["RS", "PS", "ES"].flatMap((kind) => [256, 384, 512].map((bits) => `${kind}${bits}`)),
	...["EdDSA", "Ed25519"],
];

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

const withoutSlash = (address: string) => address.replace(/\/$/, "");

/**
 * Fetches the provider's metadata (OpenID Connect Discovery 1.0).
 * @throws {OtherIssuer} if the answer is for another issuer; any other error if there is no valid answer within 5 s.
 */
export async function discover(issuer: string, fetcher: typeof fetch): Promise<ProviderMetadata> {
	const response = await oauth.discoveryRequest(new URL(issuer), {
		[oauth.customFetch]: limited(fetcher, 5000),
		[oauth.allowInsecureRequests]: true,
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
	const unusable = (offered: string[] = [], usable: string[]) =>
		offered.some((name) => usable.includes(name)) ? [] : offered;
	return [
		...(metadata.require_pushed_authorization_requests ? ["PAR (RFC 9126)"] : []),
		...(metadata.require_signed_request_object ? ["JAR (RFC 9101)"] : []),
		...unusable(metadata.token_endpoint_auth_methods_supported, USABLE_METHODS),
		...unusable(metadata.id_token_signing_alg_values_supported, ASYMMETRIC),
	];
}

/** Whether the client's secret must be sent in the body of a request instead of its header. */
export function supportsPostOnly({ token_endpoint_auth_methods_supported: methods = [] }: ProviderMetadata) {
	return methods.includes("client_secret_post") && !methods.includes("client_secret_basic");
}
