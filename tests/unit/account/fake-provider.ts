import type { ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import type { IdentityProvider } from "~/account/identity-provider.server";
import { serve } from "../../support/http-server";
import { begin, callback, client } from "./identity-provider.setup";

type Answer =
	| { status?: number; json: object }
	| { text: string; type?: string }
	| { isCut: true }
	| undefined;

/** Claims of an account at the provider. */
export const ana = {
	sub: "s-ana",
	"https://plateia.example/username": "ana",
	"https://plateia.example/roles": ["Mod"],
};

const KEYS = {
	RS256: await generateKeyPair("RS256", { extractable: true }),
	ES256: await generateKeyPair("ES256", { extractable: true }),
	/** A key that the provider gets by `changeKey` only. */
	foreign: await generateKeyPair("RS256", { extractable: true }),
};

/** A provider over HTTP on loopback whose answers are defined by the test. */
export async function startFakeProvider() {
	let signing: { alg: string; kid: string | undefined; pair: keyof typeof KEYS } = {
		alg: "RS256",
		kid: "k",
		pair: "RS256",
	};
	const requestedPaths: string[] = [];
	const answers: Record<"metadata" | "keys" | "token" | "userinfo", () => Answer | Promise<Answer>> = {
		metadata: () => ({ json: metadata() }),
		keys: async () => {
			const { pair, ...names } = signing;
			return { json: { keys: [{ ...(await exportJWK(KEYS[pair].publicKey)), ...names, use: "sig" }] } };
		},
		token: () => ({ status: 500, json: {} }),
		userinfo: () => ({ status: 500, json: {} }),
	};
	const routes: Record<string, () => Answer | Promise<Answer>> = {
		"/.well-known/openid-configuration": () => answers.metadata(),
		"/jwks": () => answers.keys(),
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
		id_token_signing_alg_values_supported: [signing.alg],
	});

	const idToken = (claims: JWTPayload, key = KEYS[signing.pair].privateKey) =>
		new SignJWT({ iss: issuer, aud: client.clientId, ...claims })
			.setProtectedHeader({ alg: signing.alg, kid: signing.kid })
			.setIssuedAt()
			.setExpirationTime("1h")
			.sign(key);

	return {
		issuer,
		requestedPaths,
		answers,
		metadata,
		foreignKey: KEYS.foreign.privateKey,
		/** Sets the only key of the provider, with which it signs from now on. */
		changeKey(pair: keyof typeof KEYS, kid?: string) {
			signing = { alg: pair === "ES256" ? pair : "RS256", kid, pair };
		},
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

export type FakeProvider = Awaited<ReturnType<typeof startFakeProvider>>;

/** Signs in with an ID token that has Ana's claims, the right nonce and the given changes. */
export async function signInAs(
	fake: FakeProvider,
	provider: IdentityProvider,
	change: Record<string, unknown> = {},
	key?: Parameters<FakeProvider["idToken"]>[1],
) {
	const { sent, cookie } = await begin(provider);
	fake.giveTokens(await fake.idToken({ ...ana, nonce: sent.get("nonce"), ...change }, key));
	return provider.identify(callback({ code: "c", state: sent.get("state") ?? "" }, cookie));
}

function send(response: ServerResponse, answer: Answer) {
	if (!answer) return response.writeHead(404).end();
	if ("isCut" in answer) return response.destroy();
	if ("text" in answer)
		return response.writeHead(200, { "content-type": answer.type ?? "" }).end(answer.text);
	response.writeHead(answer.status ?? 200, { "content-type": "application/json" });
	return response.end(JSON.stringify(answer.json));
}
