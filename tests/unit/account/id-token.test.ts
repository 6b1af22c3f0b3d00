import { createHmac } from "node:crypto";
import { exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createOidcClient } from "~/account/oidc-client.server";
import { ClocksDiffer, UntrustedAnswer } from "~/account/sign-in-fault.server";

const ISSUER = "https://login.example/";
const CLIENT = "plateia";
const NOW = new Date("2026-03-04T12:00:00.000Z");
const seconds = Math.floor(NOW.getTime() / 1000);

type Keys = Awaited<ReturnType<typeof generateKeyPair>>;
let own: Keys;
let foreign: Keys;
let key: object;

beforeAll(async () => {
	// The library reads the clock itself, and must read the same second as the site.
	vi.useFakeTimers({ toFake: ["Date"], now: NOW });
	own = await generateKeyPair("RS256", { extractable: true });
	foreign = await generateKeyPair("RS256");
	key = { ...(await exportJWK(own.publicKey)), kid: "own" };
});
afterAll(() => vi.useRealTimers());

interface Expected {
	/** The algorithms that the provider states. */
	algorithms?: string[] | undefined;
	nonce?: string | undefined;
	subject?: string | undefined;
}

function verifyIdToken(token: string, change: Expected = {}) {
	const { algorithms, nonce, subject } = { algorithms: ["RS256"], nonce: "n-1", ...change };
	const metadata = {
		issuer: ISSUER,
		authorization_endpoint: `${ISSUER}authorize`,
		token_endpoint: `${ISSUER}token`,
		jwks_uri: `${ISSUER}jwks`,
		id_token_signing_alg_values_supported: algorithms,
	};
	const fetcher = async () => Response.json({ keys: [key] });
	const config = { OIDC_CLIENT_ID: CLIENT, OIDC_CLIENT_SECRET: "secret" };
	const answer = { access_token: "at", token_type: "bearer" as const, id_token: token };
	const expected = { ...(nonce !== undefined && { nonce }), ...(subject !== undefined && { subject }) };
	return createOidcClient({ config, now: () => NOW, fetcher }, metadata).verifyTokens(answer, expected);
}

const good: JWTPayload = {
	iss: ISSUER,
	aud: CLIENT,
	sub: "oauth2|twitch|1",
	iat: seconds,
	exp: seconds + 3600,
	nonce: "n-1",
};

const sign = (change: JWTPayload = {}, signingKey = own.privateKey, header = {}) =>
	new SignJWT({ ...good, ...change })
		.setProtectedHeader({ alg: "RS256", kid: "own", ...header })
		.sign(signingKey);

const verify = async (change: JWTPayload = {}, expected: Expected = {}) =>
	verifyIdToken(await sign(change), expected);

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");

it("accepts a valid token and returns its claims", async () => {
	expect(await verify({ nickname: "Ana" })).toEqual({ ...good, nickname: "Ana" });
});

describe("refuses a token", () => {
	it.each<[string, JWTPayload]>([
		["of another issuer", { iss: "https://evil.example/" }],

		["without an issuer", { iss: undefined }],
		["for another audience", { aud: "other" }],
		["without an audience", { aud: undefined }],

		["that has expired", { exp: seconds - 121 }],
		["without an expiry time", { exp: undefined }],
		["issued in the future", { iat: seconds + 121, exp: seconds + 9000 }],
		["without a time of issue", { iat: undefined }],
		["that is not valid yet", { nbf: seconds + 121 }],
		["with another nonce", { nonce: "n-2" }],

		["without a nonce", { nonce: undefined }],
		["without a subject", { sub: undefined }],
	])("%s", async (_what, change) => {
		await expect(verify(change)).rejects.toThrow();
	});

	it.each<[string, Record<string, unknown>, string]>([
		["issued to another client", { azp: "other" }, "another client"],
		[
			"for two audiences without an authorized party",
			{ aud: [CLIENT, "other"] },
			"no authorized party (azp)",
		],
		// Two numbers that JavaScript reads as the same one.
		...[80351110224678912n, 80351110224678913n, 42n].map((sub): [string, Record<string, unknown>, string] => [
			`about the number ${sub}`,
			{ sub: Number(sub) },
			"(sub) is a value of the type number",
		]),
		...[true, null, {}, ["1"]].map((sub): [string, Record<string, unknown>, string] => [
			`about ${JSON.stringify(sub)}`,
			{ sub },
			"(sub)",
		]),
		["about a text that cannot be stored", { sub: "a\u0000" }, "control characters"],
		["about a text that is stored as another", { sub: "a\ud800" }, "halves of characters"],
	])("%s, with words that name the cause", async (_what, change, words) => {
		const error = await verify(change as JWTPayload).catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(UntrustedAnswer);
		expect(String(error)).toContain(words);
	});

	it("with another subject than expected", async () => {
		await expect(verify({}, { subject: "oauth2|twitch|2" })).rejects.toThrow();
		await expect(verify({}, { subject: good.sub })).resolves.toMatchObject({ sub: good.sub });
	});

	it("signed by another key under the provider's key id", async () => {
		await expect(verifyIdToken(await sign({}, foreign.privateKey))).rejects.toThrow(/signature/);
	});

	it.each(["none", "None", "NONE"])("of algorithm %s, even where the provider states it", async (alg) => {
		const token = `${encode({ alg, kid: "own" })}.${encode(good)}.`;
		for (const algorithms of [["RS256"], ["RS256", alg], [alg], undefined]) {
			await expect(verifyIdToken(token, { algorithms })).rejects.toThrow();
		}
	});

	it("signed with HS256 and the public key as the secret, even where the provider states HS256", async () => {
		const head = `${encode({ alg: "HS256", kid: "own" })}.${encode(good)}`;
		const secret = await exportSPKI(own.publicKey);
		const token = `${head}.${createHmac("sha256", secret).update(head).digest("base64url")}`;
		for (const algorithms of [["RS256"], ["RS256", "HS256"], ["HS256"], undefined]) {
			await expect(verifyIdToken(token, { algorithms })).rejects.toThrow();
		}
	});

	it("of an algorithm that the provider does not state", async () => {
		await expect(verify({}, { algorithms: ["ES256"] })).rejects.toThrow();
	});

	it.each(["", "a", "a.b", "a.b.c", "a.b.c.d.e"])("that is malformed, such as %j", async (token) => {
		await expect(verifyIdToken(token)).rejects.toThrow();
	});
});

describe("a difference of the clocks", () => {
	const differenceOf = (change: JWTPayload, signingKey = own.privateKey) =>
		sign(change, signingKey)
			.then((token) => verifyIdToken(token))
			.then(
				() => "accepted",
				(error: unknown) => (error instanceof ClocksDiffer ? error.seconds : "other"),
			);

	it.each([
		["ahead", 600, 3600, 600],
		["ahead, of a token with a start time", 600, 3600, 600, 0],
		["behind", -1800, 900, -1800],
		["just tolerated ahead", 119, 3600, "accepted"],
		["just tolerated behind", -119, 60, "accepted"],
		["ahead beyond the tolerance", 121, 3600, 121],
		["behind beyond the tolerance", -121, 0, -121],
	])("of a provider %s, %i s, of a token for %i s, is %s", async (_what, ahead, life, result, nbf?) => {
		const iat = seconds + ahead;
		const start = nbf === undefined ? {} : { nbf: iat + nbf };
		expect(await differenceOf({ iat, exp: iat + life, ...start })).toBe(result);
	});

	it.each<[string, JWTPayload]>([
		["that expired at once", { exp: seconds - 200 }],
		["of another issuer", { iat: seconds + 600, nbf: seconds + 600, iss: "https://evil.example/" }],
		["with another nonce", { iat: seconds + 600, nonce: "n-2" }],
	])("does not explain a token %s", async (_what, change) => {
		expect(await differenceOf(change)).toBe("other");
	});

	it("is not derived from a token with another signature", async () => {
		expect(await differenceOf({ iat: seconds + 600 }, foreign.privateKey)).toBe("other");
	});
});

describe("accepts a token", () => {
	it.each<[string, JWTPayload]>([
		["that expired within the tolerance", { exp: seconds - 119 }],
		["issued in the future within the tolerance", { iat: seconds + 119 }],
		["issued long ago that has not expired", { iat: seconds - 9000 }],
		["issued to this client", { azp: CLIENT }],
		["for two audiences, issued to this client", { aud: [CLIENT, "other"], azp: CLIENT }],
	])("%s", async (_what, change) => {
		await expect(verify(change)).resolves.toMatchObject({ sub: good.sub });
	});

	it("without a nonce when none is expected, as after a refresh", async () => {
		await expect(verify({ nonce: undefined }, { nonce: undefined })).resolves.toMatchObject({
			sub: good.sub,
		});
	});

	it("of RS256 when the provider does not state its algorithms", async () => {
		await expect(verify({}, { algorithms: undefined })).resolves.toMatchObject({ sub: good.sub });
	});
});
