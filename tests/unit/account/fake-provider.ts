import type { ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { serve } from "../../support/http-server";
import { client } from "./identity-provider.setup";

type Answer = { status?: number; json: object } | undefined;

/** Claims of an account at the provider. */
export const ana = {
	sub: "s-ana",
	"https://plateia.example/username": "ana",
	"https://plateia.example/roles": ["Mod"],
};

const keys = await generateKeyPair("RS256", { extractable: true });
const foreign = await generateKeyPair("RS256");

/** A provider over HTTP on loopback whose answers are defined by the test. */
export async function startFakeProvider() {
	const jwk = { ...(await exportJWK(keys.publicKey)), kid: "k", alg: "RS256", use: "sig" };
	const requestedPaths: string[] = [];
	const answers: Record<"metadata" | "token" | "userinfo", () => Answer | Promise<Answer>> = {
		metadata: () => ({ json: metadata() }),
		token: () => ({ status: 500, json: {} }),
		userinfo: () => ({ status: 500, json: {} }),
	};
	const routes: Record<string, () => Answer | Promise<Answer>> = {
		"/.well-known/openid-configuration": () => answers.metadata(),
		"/jwks": () => ({ json: { keys: [jwk] } }),
		"/token": () => answers.token(),
		"/userinfo": () => answers.userinfo(),
	};
	const { origin: issuer, close } = await serve(async (request, response) => {
		const path = request.url ?? "";
		requestedPaths.push(path);
		send(response, await routes[path]?.());
	});

	const metadata = (): Record<string, unknown> => ({
		issuer,
		authorization_endpoint: `${issuer}/authorize`,
		token_endpoint: `${issuer}/token`,
		jwks_uri: `${issuer}/jwks`,
		userinfo_endpoint: `${issuer}/userinfo`,
		id_token_signing_alg_values_supported: ["RS256"],
	});

	const idToken = (claims: JWTPayload, key = keys.privateKey) =>
		new SignJWT({ iss: issuer, aud: client.clientId, ...claims })
			.setProtectedHeader({ alg: "RS256", kid: "k" })
			.setIssuedAt()
			.setExpirationTime("1h")
			.sign(key);

	return {
		issuer,
		requestedPaths,
		answers,
		metadata,
		foreignKey: foreign.privateKey,
		idToken,
		/** Sets the answer of the token endpoint. */
		giveTokens(idTokenText: string | undefined, more: object = {}) {
			answers.token = () => ({
				json: {
					access_token: "at",
					token_type: "Bearer",
					expires_in: 3600,
					...(idTokenText && { id_token: idTokenText }),
					...more,
				},
			});
		},
		close,
	};
}

function send(response: ServerResponse, answer: Answer) {
	if (!answer) return response.writeHead(404).end();
	response.writeHead(answer.status ?? 200, { "content-type": "application/json" });
	return response.end(JSON.stringify(answer.json));
}
