import { openDatabase } from "db/open";
import { sql } from "kysely";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { journey, signOut } from "../../support/browser/journey";
import { workerBrowser } from "../../support/browser/worker-browser";
import { startAuth0 } from "../../support/providers/auth0";
import { blockOf, settingsOf } from "../../support/providers/settings";
import { startTwitch } from "../../support/providers/twitch";
import { type Site, startSite } from "../../support/site/site";

const client = { id: "the client", secret: "a+secret%of the client" };
const HEADINGS = { twitch: "Twitch directly", auth0: "Auth0 with a Twitch connection" };
/** The token lifetime makes a refresh due immediately: fewer than three ticks of 30 s remain. */
const REFRESHED_AT_ONCE = 60;
/** Settings for the demo provider, which these providers do not get. */
const unset = {
	OIDC_ROLES_CLAIM: "",
	OIDC_USERNAME_CLAIM: "",
	OIDC_AUDIENCE: "",
	OIDC_CONNECTION: "",
	DEMO_PROVIDER: "",
};

let browser: Browser;
let twitch: Awaited<ReturnType<typeof startTwitch>>;
let auth0: Awaited<ReturnType<typeof startAuth0>>;
const settings: Record<"twitch" | "auth0", Record<string, string>> = { twitch: {}, auth0: {} };

beforeAll(async () => {
	const audience = "https://plateia.example.com/api";
	twitch = await startTwitch(client);
	auth0 = await startAuth0({ client, audience, action: blockOf(HEADINGS.auth0, "js") });
	const shown = { twitch: "https://id.twitch.tv", auth0: "https://TENANT.eu.auth0.com" };
	settings.twitch = settingsOf(HEADINGS.twitch, {
		at: { shown: shown.twitch, origin: twitch.origin },
		client,
	});
	settings.auth0 = settingsOf(HEADINGS.auth0, { at: { shown: shown.auth0, origin: auth0.origin }, client });
	browser = await workerBrowser();
});
afterAll(async () => {
	await twitch?.close();
	await auth0?.close();
});

async function open(env: Record<string, string>): Promise<Site> {
	const site = await startSite({ env: { ...unset, ...env } });
	twitch.register(`${site.origin}/login/callback`);
	auth0.register(site.origin);
	return site;
}

/** Presses the site's sign-in button and, if Twitch asks for consent, the Authorize button. */
async function signInByButton(page: Page, { origin }: Site, needsConsent = false) {
	await page.goto(`${origin}/mini-games`);
	await page.getByRole("link", { name: "Sign in" }).first().click();
	if (needsConsent) await page.getByRole("button", { name: "Authorize" }).click();
	await page.waitForURL(`${origin}/mini-games`);
	await page.getByText("You're signed in.").waitFor();
}

/** A restarted site refreshes due sessions immediately. A running site refreshes one tick after the last response. */
async function reopenAfterRestart(page: Page, site: Site) {
	await page.goto("about:blank");
	await site.restart();
	await page.goto(`${site.origin}/mini-games`);
}

const nameOn = (page: Page) => page.getByTestId("username").textContent();
/** Whether the user is an admin: other users are redirected from `/orders`. */
async function isAdmin(page: Page, { origin }: Site) {
	await page.goto(`${origin}/orders`);
	return new URL(page.url()).pathname === "/orders";
}

async function accounts({ database }: Site) {
	const db = openDatabase(`file:${database}`);
	try {
		return await db
			.selectFrom("users")
			.innerJoin("user_points", "user_points.user_id", "users.id")
			.select(["users.id", "twitch_id", "twitch_username", "email", "points"])
			.execute();
	} finally {
		await db.destroy();
	}
}

async function run({ database }: Site, statement: string) {
	const db = openDatabase(`file:${database}`);
	await sql.raw(statement).execute(db);
	await db.destroy();
}

describe("Twitch directly, set up as in docs/sign-in.md", () => {
	let site: Site;
	beforeAll(async () => {
		site = await open({ ...settings.twitch, ADMIN_SUBJECTS: "900, 901" });
	});
	afterAll(() => site?.close());

	it("asks for consent once, applies a rename at the next refresh, and signs out", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			twitch.visit("100", "Ana_Live");
			await signInByButton(page, site, true);
			expect(await nameOn(page)).toBe("ana_live");
			expect(await page.getByTestId("balance").textContent()).toBe("1,000");
			expect(await isAdmin(page, site)).toBe(false);
			await page.goto(site.origin);
			await signOut(page);
			await page.getByText("You're signed out.").waitFor();
			expect(await page.getByTestId("balance").count()).toBe(0);

			twitch.setTokenSeconds(REFRESHED_AT_ONCE);
			await signInByButton(page, site);
			twitch.rename("100", "Ana_TV");
			await reopenAfterRestart(page, site);
			expect(await nameOn(page)).toBe("ana_tv");
			const own = (await accounts(site)).filter(({ twitch_id }) => twitch_id === "100");
			expect(own).toMatchObject([{ twitch_username: "ana_tv", email: "100@example.com", points: 1000 }]);
			twitch.setTokenSeconds();
		}));

	it("makes a listed user an admin", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			twitch.visit("901", "the_streamer");
			await signInByButton(page, site, true);
			expect(await isAdmin(page, site)).toBe(true);
		}));

	it("leaves a user who refuses consent a visitor and shows the reason", () =>
		journey(browser, site, { lang: "en", scripts: false }, async (page) => {
			twitch.visit("102", "carla");
			await page.goto(`${site.origin}/login`);
			await page.getByRole("button", { name: "Cancel" }).click();
			await page.waitForURL(`${site.origin}/login/failed?reason=cancelled`);
			expect((await accounts(site)).map(({ twitch_id }) => twitch_id)).not.toContain("102");
		}));

	it("states how far the clocks differ if they do", () =>
		journey(browser, site, { lang: "en", scripts: false }, async (page) => {
			twitch.visit("105", "gil");
			twitch.setClock(600);
			await page.goto(`${site.origin}/login`);
			await page.getByRole("button", { name: "Authorize" }).click();
			await page.waitForURL(`${site.origin}/login/failed?reason=clock&minutes=10`);
			await page.getByText("differ by about 10 minutes").waitFor();
			expect(site.logs()).toMatch(/"fault":"clock","seconds":(59\d|600),/);
			twitch.setClock();
		}));

	it("ends the session of a user who revoked consent at the next restart, and asks for consent again", () =>
		journey(browser, site, { lang: "en", scripts: false }, async (page) => {
			twitch.visit("103", "dora");
			await signInByButton(page, site, true);
			const before = twitch.to("/oauth2/validate").length;
			await page.reload();
			expect(await nameOn(page)).toBe("dora");
			expect(twitch.to("/oauth2/validate"), "a recent sign-in needs no validation").toHaveLength(before);
			twitch.disconnect("103");
			await site.restart();
			await page.reload();
			expect(await page.getByTestId("balance").count()).toBe(0);
			expect(twitch.to("/oauth2/validate")).toHaveLength(before + 1);
			await signInByButton(page, site, true);
			expect(await nameOn(page)).toBe("dora");
		}));

	it("keeps the accounts of users from Auth0 with the statements of docs/sign-in.md", () =>
		journey(browser, site, { lang: "en", scripts: false }, async (page) => {
			twitch.visit("104", "filipa");
			await signInByButton(page, site, true);
			const own = async () =>
				(await accounts(site)).find(({ twitch_username }) => twitch_username === "filipa");
			const before = await own();
			await run(site, "update users set twitch_id = 'oauth2|twitch|104' where twitch_id = '104'");
			for (const statement of blockOf("Moving from Auth0 to Twitch", "sql").split(";\n").filter(Boolean)) {
				await run(site, statement);
			}
			await page.reload();
			expect(await page.getByTestId("balance").count(), "every user is signed out").toBe(0);
			await signInByButton(page, site);
			expect(before).toMatchObject({ twitch_id: "104", points: 1000 });
			expect(await own()).toEqual(before);
		}));

	it("leaves no secret and no token in the log", () => {
		const values = twitch.requests.flatMap(({ form, headers }) => [
			...["code", "client_secret", "refresh_token", "code_verifier"].map((name) => form.get(name)),
			headers.authorization?.split(" ")[1],
		]);
		const secrets = values.filter((word) => word);
		expect(secrets.length).toBeGreaterThan(10);
		for (const word of secrets) expect(site.logs()).not.toContain(word);
	});
});

describe("Auth0, set up as in docs/sign-in.md", () => {
	let site: Site;
	beforeAll(async () => {
		site = await open({ ...settings.auth0, ADMIN_SUBJECTS: "oauth2|twitch|299" });
	});
	afterAll(() => site?.close());

	it("applies a granted role at the next refresh and a revoked role at the one after", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			auth0.setTokenSeconds(REFRESHED_AT_ONCE);
			auth0.visit("200", "Bruno");
			await signInByButton(page, site);
			expect(await nameOn(page)).toBe("bruno");
			expect(await isAdmin(page, site)).toBe(false);
			auth0.change("200", { roles: ["Admin"] });
			await reopenAfterRestart(page, site);
			expect(await isAdmin(page, site)).toBe(true);
			auth0.change("200", { roles: [], nickname: "Bruno_TV" });
			await reopenAfterRestart(page, site);
			expect(await isAdmin(page, site)).toBe(false);
			await page.goto(site.origin);
			expect(await nameOn(page)).toBe("bruno_tv");
			auth0.setTokenSeconds();
		}));

	it("ends Auth0's session on sign-out and returns to the start page", () =>
		journey(browser, site, { lang: "en", scripts: false }, async (page) => {
			auth0.visit("201", "carla");
			await signInByButton(page, site);
			await signOut(page);
			await page.waitForURL(`${site.origin}/`);
			await page.getByText("You're signed out.").waitFor();
			await page.goto(`${site.origin}/login`);
			await page.getByRole("heading", { name: "Log in to Twitch" }).waitFor();
		}));

	it("signs out a blocked user at the next refresh", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			auth0.setTokenSeconds(REFRESHED_AT_ONCE);
			auth0.visit("202", "dora");
			await signInByButton(page, site);
			auth0.change("202", { blocked: true });
			await reopenAfterRestart(page, site);
			expect(await page.getByTestId("balance").count()).toBe(0);
			auth0.setTokenSeconds();
		}));

	it("keeps users signed in while it is down", () =>
		journey(browser, site, { lang: "en", scripts: false }, async (page) => {
			auth0.setTokenSeconds(REFRESHED_AT_ONCE);
			auth0.visit("203", "eva");
			await signInByButton(page, site);
			auth0.setDown(true);
			await reopenAfterRestart(page, site);
			expect(await nameOn(page)).toBe("eva");
			auth0.setDown(false);
			auth0.setTokenSeconds();
		}));

	it("shows admins that roles cannot be read", () =>
		journey(browser, site, { lang: "en", scripts: false }, async (page) => {
			auth0.visit("299", "the_streamer");
			auth0.change("299", { roles: { Admin: true } });
			await signInByButton(page, site);
			await page.goto(`${site.origin}/operations`);
			const problem = page.locator("[data-problem=rolesUnreadable]");
			await problem.getByText("the roles that the sign-in service sends can't be read").waitFor();
		}));
});
