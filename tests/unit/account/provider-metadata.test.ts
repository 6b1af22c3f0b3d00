import { expect, it } from "vitest";
import { discover, unmetDemandsOf } from "~/account/provider-metadata.server";

const ISSUER = "https://login.example";
const METADATA = {
	issuer: ISSUER,
	authorization_endpoint: `${ISSUER}/authorize`,
	token_endpoint: `${ISSUER}/token`,
	jwks_uri: `${ISSUER}/jwks`,
};
const found = (more: object, mark = "") =>
	discover(ISSUER, async () => new Response(mark + JSON.stringify({ ...METADATA, ...more })));

it.each<[object, string[]]>([
	[{}, []],
	[{ require_pushed_authorization_requests: false }, []],
	[{ require_pushed_authorization_requests: true }, ["PAR (RFC 9126)"]],
	[{ require_signed_request_object: true }, ["JAR (RFC 9101)"]],
	[{ token_endpoint_auth_methods_supported: ["private_key_jwt", "client_secret_post"] }, []],
	[{ token_endpoint_auth_methods_supported: ["none"] }, []],
	[
		{ token_endpoint_auth_methods_supported: ["private_key_jwt", "client_secret_jwt"] },
		["private_key_jwt", "client_secret_jwt"],
	],
	[{ id_token_signing_alg_values_supported: ["HS256"] }, ["HS256"]],
	[{ id_token_signing_alg_values_supported: ["HS256", "RS256"] }, []],
])("a provider with %j demands %j, which the site cannot do", async (more, demands) => {
	expect(unmetDemandsOf(await found(more))).toEqual(demands);
});

it("odd values of optional metadata and a byte order mark do not prevent a sign-in", async () => {
	const odd = { userinfo_endpoint: "", end_session_endpoint: null, require_signed_request_object: "no" };
	const lists = {
		id_token_signing_alg_values_supported: ["RS256", null, 5],
		token_endpoint_auth_methods_supported: "client_secret_post",
	};
	expect(await found({ ...odd, ...lists }, "\ufeff")).toEqual({
		...METADATA,
		id_token_signing_alg_values_supported: ["RS256"],
	});
});
