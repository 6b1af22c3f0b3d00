import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type IdentityProvider, RefreshRefused } from "~/account/identity-provider.server";
import { SignInError } from "~/account/sign-in-fault.server";
import { createLog } from "~/observability/log.server";
import { eventually } from "../../support/eventually";
import { ana, type FakeProvider, signInAs, startFakeProvider } from "./fake-provider";
import {
	begin,
	callback,
	faultIn,
	faultOf,
	openIdentityProvider,
	refreshedUser,
} from "./identity-provider.setup";

const MINUTE = 60_000;

let fake: FakeProvider;
let provider: IdentityProvider;
/** How far the site's clock is ahead of the provider's in ms. */
let ahead = 0;

beforeEach(async () => {
	ahead = 0;
	fake = await startFakeProvider();
	provider = openIdentityProvider(fake.issuer, { now: () => new Date(Date.now() + ahead) });
});
afterEach(async () => {
	vi.useRealTimers();
	provider.stop();
	await fake.close();
});

const DISCOVERY = "/.well-known/openid-configuration";
const discoveries = () => fake.requestedPaths.filter((path) => path === DISCOVERY).length;

const signIn = (change: Record<string, unknown> = {}, key?: Parameters<FakeProvider["idToken"]>[1]) =>
	signInAs(fake, provider, change, key);
const fetched = () =>
	fake.requestedPaths.filter((path) => path === "/jwks" || path.startsWith("/.well-known"));

describe("discovery", () => {
	it("that fails is repeated with increasing delays until it succeeds", async () => {
		fake.answers.metadata = () => (discoveries() < 4 ? { status: 500, json: {} } : { json: fake.metadata() });
		const log = createLog({ LOG_LEVEL: "silent" });
		const [warn, info] = [vi.spyOn(log, "warn"), vi.spyOn(log, "info")];
		provider = openIdentityProvider(fake.issuer, { log });
		expect(await faultOf(begin(provider))).toBe("provider");
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		await provider.start(5);
		await eventually(() => expect(info).toHaveBeenCalledOnce());
		expect(warn.mock.calls.map(([line]) => line)).toMatchObject([{ retryMs: 5 }, { retryMs: 10 }]);
		await vi.advanceTimersByTimeAsync(60_000);
		expect((await signIn()).claims.sub).toBe("s-ana");
		expect(discoveries(), "discovery stops after it succeeded").toBe(4);
	});

	it("is not repeated after the site has stopped", async () => {
		fake.answers.metadata = () => ({ status: 500, json: {} });
		vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
		await provider.start();
		expect(vi.getTimerCount()).toBe(1);
		provider.stop();
		expect(vi.getTimerCount()).toBe(0);
	});

	it.each<[string, () => Record<string, unknown>]>([
		["of another issuer", () => ({ issuer: "https://evil.example" })],
		["without an issuer", () => ({ issuer: undefined })],
		["without keys", () => ({ jwks_uri: undefined })],
		["with a malformed endpoint URL", () => ({ token_endpoint: "token" })],
	])("%s is refused", async (_what, change) => {
		fake.answers.metadata = () => ({ json: { ...fake.metadata(), ...change() } });
		expect(await faultOf(begin(provider))).toBe("provider");
	});
});

describe("a sign-in", () => {
	it("with the nonce of another sign-in is refused as untrusted", async () => {
		expect(await faultOf(signIn({ nonce: "n-2" }))).toBe("refused");
	});

	it.each(["metadata", "keys", "token"] as const)(
		"fails if the answer of %s is longer than 1 MiB or a redirect",
		async (endpoint) => {
			const { sent, cookie } = await begin(openIdentityProvider(fake.issuer));
			fake.giveTokens(await fake.idToken({ ...ana, nonce: sent.get("nonce") }));
			const answer = await fake.answers[endpoint]();
			const text = JSON.stringify(answer && "json" in answer ? answer.json : {});
			const identify = () => {
				const state = sent.get("state") ?? "";
				return openIdentityProvider(fake.issuer).identify(callback({ code: "c", state }, cookie));
			};
			for (const [padding, fault] of [[0], [1024 * 1024, "provider"]] as const) {
				fake.answers[endpoint] = () => ({ text: text + " ".repeat(padding), type: "application/json" });
				const result = identify().then(() => undefined, faultIn);
				expect(await result).toBe(fault);
			}
			fake.answers[endpoint] = () => ({ status: 302, json: {} });
			expect(await faultOf(identify())).toBe("provider");
		},
	);

	it("without an ID token fails", async () => {
		const { sent, cookie } = await begin(provider);
		fake.giveTokens(undefined);
		const request = callback({ code: "c", state: sent.get("state") ?? "" }, cookie);
		expect(await faultOf(provider.identify(request))).toBe("provider");
	});
});

describe("userinfo", () => {
	const nameless = { "https://plateia.example/username": undefined };

	it("is requested if the ID token lacks the name, and completes its claims", async () => {
		fake.answers.userinfo = () => ({ json: { sub: "s-ana", nickname: "Ana" } });
		const { claims } = await signIn(nameless);
		expect(provider.usernameOf(claims)).toBe("ana");
		expect(provider.rolesOf(claims)).toEqual(["Mod"]);
	});

	it("never overrides the ID token", async () => {
		const roles = { "https://plateia.example/roles": ["Admin"] };
		fake.answers.userinfo = () => ({ json: { sub: "s-ana", nickname: "Ana", ...roles } });
		expect(provider.rolesOf((await signIn(nameless)).claims)).toEqual(["Mod"]);
	});

	it.each([{ sub: "s-admin" }, {}, { sub: "" }])(
		"about another subject, %j, is refused as untrusted",
		async (answer) => {
			fake.answers.userinfo = () => ({ json: { nickname: "admin", ...answer } });
			expect(await faultOf(signIn(nameless))).toBe("refused");
		},
	);

	it.each<[string, string, string | number]>([
		["a number", "43", 43],
		["a text", "43", "43"],
	])("about the subject of the ID token as %s is read", async (_what, subject, sub) => {
		fake.answers.userinfo = () => ({ json: { sub, nickname: "Ana" } });
		const { claims } = await signIn({ sub: subject, ...nameless });
		expect([claims.sub, provider.usernameOf(claims)]).toEqual([subject, "ana"]);
	});

	it("as a signed JWT is read; another JWT fails with words that name the cause", async () => {
		const answer = await fake.idToken({ sub: "s-ana", nickname: "Ana" });
		const jwt = (text: string) => () => ({ text, type: "application/jwt; charset=utf-8" });
		fake.answers.userinfo = jwt(answer);
		expect(provider.usernameOf((await signIn(nameless)).claims)).toBe("ana");
		fake.answers.userinfo = jwt(await fake.idToken({ sub: "s-ana" }, fake.foreignKey));
		await expect(signIn(nameless)).rejects.toMatchObject({ cause: { message: /cannot be verified/ } });
		fake.answers.userinfo = jwt("a.b.c.d.e");
		await expect(signIn(nameless)).rejects.toMatchObject({ cause: { message: /encrypted JWT/ } });
	});

	const roleless = { "https://plateia.example/roles": undefined };

	it.each([
		["answers 500", () => ({ status: 500, json: {} })],
		["answers without JSON", () => ({ text: "<html>Bad gateway</html>" })],
		["is no object", () => ({ json: ["s-ana"] })],
		["has a subject that may have been rounded", () => ({ json: { sub: 80351110224678912 } })],
		[
			"is a JWT of another key",
			async () => ({ text: await fake.idToken(ana, fake.foreignKey), type: "application/jwt" }),
		],
		["does not answer", () => ({ isCut: true as const })],
	])("that %s leaves the claims of an ID token with a name", async (_what, answer) => {
		const log = createLog({ LOG_LEVEL: "silent" });
		const warn = vi.spyOn(log, "warn");
		provider = openIdentityProvider(fake.issuer, { log });
		fake.answers.userinfo = answer;
		const identity = await signIn(roleless);
		expect(identity).toMatchObject({ isPartial: true, claims: { sub: "s-ana" } });
		expect(provider.usernameOf(identity.claims)).toBe("ana");
		expect(provider.rolesOf(identity.claims)).toEqual([]);
		expect(warn.mock.calls.map(([line]) => line)).toMatchObject([{ event: "userinfo-failed" }]);
	});

	it.each<Record<string, unknown>>([
		{ nickname: 5, name: "Ana", email: { a: 1 }, picture: 7, roles: { Admin: true } },
		{ nickname: ["x"], name: "Ana", email: 5, picture: [], roles: [1, null] },
	])("is not needed for an ID token with a name and the odd values %j", async (odd) => {
		fake.answers.userinfo = () => ({ status: 500, json: {} });
		const env = { OIDC_USERNAME_CLAIM: "", OIDC_ROLES_CLAIM: "roles" };
		provider = openIdentityProvider(fake.issuer, { env });
		const { claims } = await signIn(odd);
		expect([provider.usernameOf(claims), provider.rolesOf(claims)]).toEqual(["ana", []]);
	});

	it("that fails is reported as the provider's fault if only the e-mail address names the person", async () => {
		fake.answers.userinfo = () => ({ status: 500, json: {} });
		const unnamed = { ...nameless, ...roleless, email: "private.address@example.com" };
		expect(await faultOf(signIn(unnamed))).toBe("provider");
	});
});

describe("a refresh", () => {
	const old = async () => ({
		accessToken: "old",
		refreshToken: "rt",
		idToken: await fake.idToken(ana),
		expiresAt: new Date().toISOString(),
	});

	it("without a new ID token returns the claims of userinfo, and keeps the refresh token", async () => {
		fake.giveTokens(undefined);
		const roles = { "https://plateia.example/roles": ["Admin"] };
		fake.answers.userinfo = () => ({ json: { sub: "s-ana", nickname: "Ana_Live", ...roles } });
		const fresh = await provider.refresh(await old(), "s-ana");
		expect(refreshedUser(provider, fresh)).toMatchObject({ roles: ["Admin"], name: "ana_live" });
		expect(fresh.tokens.refreshToken).toBe("rt");
	});

	it("keeps the previous name and e-mail address if userinfo lacks them, but no roles", async () => {
		fake.giveTokens(undefined);
		fake.answers.userinfo = () => ({ json: { sub: "s-ana" } });
		const previous = { ...(await old()), idToken: await fake.idToken({ ...ana, email: "ana@example.com" }) };
		const fresh = await provider.refresh(previous, "s-ana");
		expect(refreshedUser(provider, fresh)).toEqual({ roles: [], name: "ana", email: "ana@example.com" });
	});

	it("whose userinfo fails still returns its tokens", async () => {
		fake.giveTokens(undefined, { refresh_token: "rt-2" });
		const { tokens, claims } = await provider.refresh(await old(), "s-ana");
		expect(claims).toBeUndefined();
		expect(tokens).toMatchObject({ accessToken: "at", refreshToken: "rt-2" });
	});

	it("whose ID token has another subject is refused", async () => {
		fake.giveTokens(await fake.idToken({ ...ana, sub: "s-admin" }));
		await expect(provider.refresh(await old(), "s-ana")).rejects.toThrow();
	});

	it("whose userinfo has another subject is refused", async () => {
		fake.giveTokens(undefined);
		fake.answers.userinfo = () => ({ json: { sub: "s-admin", nickname: "ana" } });
		await expect(provider.refresh(await old(), "s-ana")).rejects.toThrow("somebody else");
	});

	it.each([
		[400, { error: "invalid_grant" }, true],

		[401, { status: 401, message: "Unauthorized" }, true],
		[403, { status: 403, message: "invalid client secret" }, false],
		[401, { error: "invalid_client" }, false],
		[500, { error: "server_error" }, false],
	])("answered with %i %j is a refusal: %s", async (status, json, refused) => {
		fake.answers.token = () => ({ status, json });
		const error = await provider.refresh(await old(), "s-ana").catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(Error);
		expect(error instanceof RefreshRefused).toBe(refused);
	});
});

describe("a provider that changes its key", () => {
	it.each<[string, Parameters<FakeProvider["changeKey"]>]>([
		["to one with another id", ["foreign", "k-2"]],
		["to one without an id", ["foreign"]],
		["to one with another algorithm and the same id", ["ES256", "k"]],
	])("%s signs users in at once", async (_what, change) => {
		await signIn();
		fake.changeKey(...change);
		expect((await signIn()).claims.sub).toBe("s-ana");
		const before = fetched().length;
		await signIn();
		expect(fetched(), "the new key is kept").toHaveLength(before);
	});

	it("refreshes sessions at once", async () => {
		const { tokens } = await signIn();
		fake.changeKey("ES256", "k-2");
		fake.giveTokens(await fake.idToken(ana));
		const { claims } = await provider.refresh({ ...tokens, refreshToken: "rt" }, "s-ana");
		expect(claims?.sub).toBe("s-ana");
	});

	it("is asked once for sign-ins at the same time", async () => {
		await signIn();
		fake.changeKey("ES256", "k-2");
		const before = fetched().length;
		const results = await Promise.allSettled([signIn(), signIn(), signIn()]);
		expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
		expect(fetched()).toHaveLength(before + 2);
	});
});

describe("tokens with unknown keys", () => {
	const refused = async (count: number) => {
		for (let time = 0; time < count; time += 1)
			expect(await faultOf(signIn({}, fake.foreignKey))).toBe("refused");
	};

	it("cause at most three renewals of metadata and keys within a minute", async () => {
		await signIn();
		const before = fetched().length;
		await refused(10);
		expect(fetched()).toHaveLength(before + 6);
		expect((await signIn()).claims.sub, "others can sign in").toBe("s-ana");
		ahead = MINUTE;
		await refused(10);
		expect(fetched()).toHaveLength(before + 12);
	});

	it("leave the known keys in use while discovery fails", async () => {
		await signIn();
		fake.answers.metadata = () => ({ status: 500, json: {} });
		expect(await faultOf(signIn({}, fake.foreignKey))).toBe("provider");
		expect((await signIn()).claims.sub).toBe("s-ana");
	});
});

describe("a provider whose clock", () => {
	const causeOf = async () => {
		const error = await signIn().catch((caught: unknown) => caught);
		return error instanceof SignInError ? { fault: error.fault, cause: error.cause } : undefined;
	};

	it.each([
		["is 10 minutes ahead", -10 * MINUTE, 600],
		// The token lasts an hour.
		["is 2 hours behind", 120 * MINUTE, -7200],
	])("%s has the fault clock, with the difference", async (_what, difference, seconds) => {
		ahead = difference;
		const { fault, cause } = (await causeOf()) ?? {};
		expect(fault).toBe("clock");
		expect(Math.abs((cause as { seconds: number }).seconds - seconds)).toBeLessThan(30);
	});
});

describe("the roles", () => {
	const open = (claim: string) => {
		const log = createLog({ LOG_LEVEL: "silent" });
		const warn = vi.spyOn(log, "warn");
		provider = openIdentityProvider(fake.issuer, { log, env: { OIDC_ROLES_CLAIM: claim } });
		return () => warn.mock.calls.map(([line]) => line);
	};
	const keycloak = (roles: unknown) => ({ realm_access: { roles }, resource_access: {} });

	it("of a nested claim are read from the ID token without userinfo", async () => {
		open("realm_access.roles");
		const { claims } = await signIn(keycloak(["Admin"]));
		expect(provider.rolesOf(claims)).toEqual(["Admin"]);
		expect(fake.requestedPaths).not.toContain("/userinfo");
	});

	it.each([
		["those of userinfo", keycloak(["Mod"]), ["Mod"]],
		["none that userinfo lacks", {}, []],
		["none that userinfo's object lacks", { realm_access: {} }, []],
	])("of a nested claim are, after a refresh without an ID token, %s", async (_what, current, roles) => {
		open("realm_access.roles");
		const { tokens } = await signIn(keycloak(["Admin"]));
		fake.giveTokens(undefined);
		for (const name of [{ nickname: "Ana" }, {}]) {
			fake.answers.userinfo = () => ({ json: { sub: "s-ana", ...name, ...current } });
			const { claims } = await provider.refresh({ ...tokens, refreshToken: "rt" }, "s-ana");
			expect(claims && provider.rolesOf(claims)).toEqual(roles);
		}
	});

	it("that cannot be read are logged once for each type, and reported until they can", async () => {
		const logged = open("roles");
		const read = (roles: unknown) => provider.rolesOf({ sub: "s", roles });
		expect(provider.rolesReadable).toBe(true);
		for (const unreadable of [{ Admin: true }, { Mod: true }, [7], [8, 9], [{ name: "Admin" }], 7]) {
			expect(read(unreadable)).toEqual([]);
			expect(provider.rolesReadable).toBe(false);
		}
		expect(logged()).toEqual(
			["object", "array of number", "array of object", "number"].map((type) => ({
				event: "roles-unreadable",
				claim: "roles",
				type,
			})),
		);
		expect(read(undefined)).toEqual([]);
		expect(provider.rolesReadable, "a user without the claim proves nothing").toBe(false);
		expect(read("viewer, Admin")).toEqual(["viewer", "Admin"]);
		expect(provider.rolesReadable).toBe(true);
		read({ Admin: true });
		expect(provider.rolesReadable).toBe(false);
		expect(logged()).toHaveLength(4);
	});
});

it("a name with nothing visible in any claim is the subject's", () => {
	const nameless = { nickname: "\u202e\u200b", name: " ", email: "\u2060@example.com" };
	expect(provider.usernameOf({ sub: "Auth0|Ana\u202e", ...nameless })).toBe("auth0|ana");
});
