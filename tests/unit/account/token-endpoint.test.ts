import { OAuth2RequestError } from "remix-auth-oauth2";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createOidcClient } from "~/account/oidc-client.server";
import { UnclearRefusal } from "~/account/provider-quirks.server";

const SECRET = "p+q r%:ü-_.";
const answers = vi.fn<(request: Request) => Promise<Response>>();

beforeEach(() => {
	answers.mockImplementation(async () => Response.json({ access_token: "at", token_type: "bearer" }));
});
afterEach(() => vi.clearAllMocks());

/** @param methods the ways of authentication that the provider states. */
const exchangeCode = (methods?: string[]) =>
	createOidcClient(
		{
			config: { OIDC_CLIENT_ID: "the client", OIDC_CLIENT_SECRET: SECRET },
			now: () => new Date(),
			fetcher: async (input, init) => answers(new Request(input, init)),
		},
		{
			issuer: "https://login.example",
			authorization_endpoint: "https://login.example/authorize",
			token_endpoint: "https://login.example/token",
			jwks_uri: "https://login.example/jwks",
			token_endpoint_auth_methods_supported: methods,
		},
	).requestTokens("authorization_code", { code: "c&d" });

async function firstRequest() {
	const request = answers.mock.calls[0]?.[0];
	if (!request) throw new Error("no request was sent");
	return { request, fields: Object.fromEntries(new URLSearchParams(await request.text())) };
}

describe("the site authenticates", () => {
	it.each([undefined, ["client_secret_post", "client_secret_basic"]])(
		"in the Authorization header, with form-encoded parts, if the provider states %j",
		async (methods) => {
			await exchangeCode(methods);
			const { request, fields } = await firstRequest();
			const [scheme, pair = ""] = (request.headers.get("authorization") ?? "").split(" ");
			expect(scheme).toBe("Basic");
			expect(Buffer.from(pair, "base64").toString()).toBe("the+client:p%2Bq+r%25%3A%C3%BC-_.");
			expect(fields).toEqual({ grant_type: "authorization_code", code: "c&d" });
		},
	);

	it.each([[["client_secret_post"]], [["private_key_jwt", "client_secret_post"]]])(
		"in the request body, without a header, if the provider states %j",
		async (methods) => {
			await exchangeCode(methods);
			const { request, fields } = await firstRequest();
			expect(request.headers.get("authorization")).toBeNull();
			expect(fields).toMatchObject({ client_id: "the client", client_secret: SECRET, code: "c&d" });
			expect(request.url, "URLs end up in logs").toBe("https://login.example/token");
		},
	);

	it("and does not follow redirects", async () => {
		await exchangeCode();
		expect((await firstRequest()).request.redirect).toBe("manual");
	});
});

describe("a response", () => {
	it.each([["openid email"], [["openid", "user:read:email"]], [null], [7]])(
		"is read with the scope %j",
		async (scope) => {
			answers.mockImplementation(async () => Response.json({ access_token: "at", scope }));
			expect((await exchangeCode()).access_token).toBe("at");
		},
	);

	it.each<[number, object, string]>([
		[400, { error: "invalid_grant", error_description: "used" }, "invalid_grant"],
		[
			403,
			{ error: "invalid_grant", error_description: "Unknown or invalid refresh token." },
			"invalid_grant",
		],
		[401, { error: "invalid_client" }, "invalid_client"],
		[403, { error: "unauthorized", error_description: "user is blocked" }, "invalid_grant"],
		[403, { error: "access_denied", error_description: "an Action says so" }, "invalid_grant"],
		[400, { status: 400, message: "Invalid authorization code" }, "invalid_grant"],
		[400, { error: "Bad Request", status: 400, message: "Invalid refresh token" }, "invalid_grant"],
		[403, { status: 403, message: "invalid client secret" }, "invalid_client"],
		[400, { status: 400, message: "invalid client" }, "invalid_client"],
	])("with status %i and body %j is the refusal %s", async (status, body, code) => {
		answers.mockImplementation(async () => Response.json(body, { status }));
		const error = await exchangeCode().catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(OAuth2RequestError);
		expect(error).not.toBeInstanceOf(UnclearRefusal);
		expect(error).toMatchObject({ code });
	});

	it.each<[number, string]>([
		[400, ""],
		[401, '{"status":401,"message":"Unauthorized"}'],
	])("with status %i and body %s is an unclear refusal invalid_grant", async (status, body) => {
		answers.mockImplementation(async () => new Response(body, { status }));
		const error = await exchangeCode().catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(UnclearRefusal);
		expect(error).toMatchObject({ code: "invalid_grant" });
	});

	it.each<[number, string]>([
		[500, "{}"],
		[400, "<html>"],
		[401, '{"error":"access_denied","error_description":"Unauthorized"}'],
		[400, '{"status":400,"message":"missing grant type"}'],
		[429, '{"error":"Too Many Requests"}'],
		[200, "no JSON"],
	])(
		"with status %i and body %s is not a refusal, and its error contains no secret",
		async (status, body) => {
			answers.mockImplementation(async () => new Response(body, { status }));
			const error = await exchangeCode().catch((caught: unknown) => caught);
			expect(error).toBeInstanceOf(Error);
			expect(error).not.toBeInstanceOf(OAuth2RequestError);
			expect(String(error)).toContain(`the provider answered ${status}`);
			expect(String(error)).not.toContain(SECRET);
		},
	);
});
