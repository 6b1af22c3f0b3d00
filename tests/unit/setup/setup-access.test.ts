import { describe, expect, it } from "vitest";
import { createSetupAccess } from "~/setup/setup-access.server";
import { originOf } from "~/setup/setup-server.server";
import { PRESETS, signInTextsIn, storedBeside } from "~/setup/sign-in-settings.server";
import { fakeClock } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { settingsOf } from "../../support/providers/settings";
import { rowsOf } from "../../support/rows-of";

const MINUTE = 60_000;
const HERE = "https://example.com";

const test = databaseForEachTest();

async function open() {
	const clock = fakeClock();
	const printed: string[] = [];
	const access = createSetupAccess({ db: test.db, now: clock.now }, (token) => void printed.push(token));
	await access.offer();
	return { clock, printed, access, token: printed[0] ?? "" };
}

describe("the link of the setup", () => {
	it("has an unpredictable token that opens once", async () => {
		const { access, token, printed } = await open();
		expect(token).toMatch(/^[\w-]{43}$/);
		for (const guess of ["", token.slice(1), `${token}A`, "A".repeat(43)])
			expect(await access.redeem(guess)).toBe(false);
		const tries = await Promise.all([access.redeem(token), access.redeem(token)]);
		expect(tries.sort()).toEqual([false, true]);
		expect(printed).toEqual([token]);
		expect(JSON.stringify(await rowsOf(test.db, "site_settings"))).not.toContain(token);
	});

	it("expires after 15 minutes, or if the clock is set back", async () => {
		for (const [ms, isValid] of [
			[15 * MINUTE - 1, true],
			[15 * MINUTE, false],
			[-1, false],
		] as const) {
			const { clock, access, token } = await open();
			clock.pass(ms);
			expect(await access.redeem(token), `${ms} ms`).toBe(isValid);
		}
	});

	it("is printed again only once it is used or expired, and the old one is no longer valid", async () => {
		const { clock, access, printed, token } = await open();
		await access.offer();
		expect(printed).toHaveLength(1);
		clock.pass(15 * MINUTE);
		await Promise.all([access.offer(), access.offer()]);
		expect(printed).toHaveLength(2);
		expect([await access.redeem(token), await access.redeem(printed[1] ?? "")]).toEqual([false, true]);
		await access.offer();
		expect(printed).toHaveLength(3);
	});

	it("admits one browser at one origin: the one that opened the newest link", async () => {
		const { access } = await open();
		expect(access.isAdmitted("", HERE)).toBe(false);
		const first = access.admit(HERE);
		expect(access.isAdmitted(first, HERE)).toBe(true);
		for (const cookie of [undefined, "", first.slice(1)]) expect(access.isAdmitted(cookie, HERE)).toBe(false);
		expect(access.isAdmitted(first, "http://localhost:3000")).toBe(false);
		const second = access.admit(HERE);
		expect([access.isAdmitted(first, HERE), access.isAdmitted(second, HERE)]).toEqual([false, true]);
	});
});

const LOCAL = { host: "localhost:3000" };

describe("a request", () => {
	it.each<[string, Record<string, string>, number, "http" | "https", boolean]>([
		["https that a trusted proxy states", { "x-forwarded-proto": "https" }, 1, "https", true],
		["https that a client states", { "x-forwarded-proto": "https" }, 0, "http", false],
		["https that a client states to a proxy", { "x-forwarded-proto": "https, http" }, 1, "http", false],
		["http to a proxy", { "x-forwarded-proto": "http" }, 1, "http", false],
		["http from elsewhere", { host: "192.0.2.7:3000" }, 0, "http", false],
		["http from a browser on the machine itself", { ...LOCAL, "sec-fetch-site": "none" }, 0, "http", true],
		["http through a tunnel beside a proxy", { ...LOCAL, "sec-fetch-site": "same-origin" }, 1, "http", true],
		["http through a proxy that adds nothing", LOCAL, 0, "http", false],
		[
			"a proxy that sends the machine's name as Host",
			{ ...LOCAL, "x-forwarded-for": "192.0.2.7", "sec-fetch-site": "none" },
			...([0, "http", false] as const),
		],
		["a name that begins as the machine's", { host: "localhost.example.com" }, 0, "http", false],
	])("of %s has its origin in the browser", (_name, headers, hops, scheme, isPrivate) => {
		const all = { host: "example.com", ...headers };
		expect(originOf(all, hops)).toEqual({ origin: `${scheme}://${all.host}`, isPrivate });
	});

	it("without a readable Host has none", () => {
		for (const host of [undefined, "", "a b", "a/b:c:d"])
			expect(originOf({ host }, 0)?.isPrivate ?? false).toBe(false);
	});
});

describe("what the setup asks for", () => {
	it("applies beside the environment, but not to another provider or client there", () => {
		const address = { APP_ORIGIN: HERE };
		const provider = {
			OIDC_ISSUER: "https://id.twitch.tv/oauth2",
			OIDC_VALIDATE_URL: "https://id.twitch.tv/v",
		};
		const stored = { ...address, ...provider, OIDC_CLIENT_ID: "a", OIDC_CLIENT_SECRET: "b" };
		expect(storedBeside({}, stored)).toEqual(stored);
		expect(storedBeside({ OIDC_CLIENT_ID: "a", OIDC_SCOPE: "openid" }, stored)).toEqual({
			...{ ...address, ...provider, OIDC_CLIENT_SECRET: "b" },
		});
		expect(storedBeside(address, stored)).not.toHaveProperty("APP_ORIGIN");
		for (const fixed of [{ OIDC_ISSUER: "https://login.example" }, { OIDC_CLIENT_ID: "c" }]) {
			expect(storedBeside(fixed, stored)).toEqual(address);
		}
	});

	it("has the values of docs/sign-in.md for Twitch and Auth0", () => {
		const documented = (heading: string) =>
			signInTextsIn({
				...settingsOf(heading, {
					at: { shown: "https://plateia.example.com", origin: HERE },
					client: { id: "", secret: "" },
				}),
			});
		expect(documented("Twitch directly")).toEqual(PRESETS.twitch.fixed);
		const { OIDC_ISSUER, ...auth0 } = documented("Auth0 with a Twitch connection");
		expect({ ...PRESETS.auth0.fixed, ...PRESETS.auth0.proposed(HERE) }).toEqual(auth0);
		expect(OIDC_ISSUER).toMatch(/auth0\.com/);
	});
});
