import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { IdentityProvider } from "~/account/identity-provider.server";
import { SignInError } from "~/account/sign-in-fault.server";
import { createLog } from "~/observability/log.server";
import { ana, type FakeProvider, signInAs, startFakeProvider } from "./fake-provider";
import { faultOf, openIdentityProvider } from "./identity-provider.setup";

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
afterEach(() => fake.close());

const signIn = (change = {}, key?: Parameters<FakeProvider["idToken"]>[1]) =>
	signInAs(fake, provider, change, key);
const fetched = () =>
	fake.requestedPaths.filter((path) => path === "/jwks" || path.startsWith("/.well-known"));

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
