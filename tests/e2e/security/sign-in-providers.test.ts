import { openDatabase } from "db/database";
import { sql } from "kysely";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../support/browser/browser";
import { journey } from "../../support/browser/journey";
import { startAuth0 } from "../../support/providers/auth0";
import { blockOf, settingsOf } from "../../support/providers/settings";
import { startTwitch } from "../../support/providers/twitch";
import { type Site, startSite } from "../../support/site/site";

const client = { id: "the client", secret: "a+secret%of the client" };
const HEADINGS = { twitch: "Twitch directly", auth0: "Auth0 with a Twitch connection" };
/** Due for a refresh from the beginning: fewer than three ticks of 30 s remain. */
const REFRESHED_AT_ONCE = 60;
/** What the demo's provider is told, and these are not. */
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
	browser = await launchBrowser();
});
afterAll(async () => {
	await browser?.close();
	await twitch?.close();
	await auth0?.close();
});

async function open(env: Record<string, string>): Promise<Site> {
	const site = await startSite({ env: { ...unset, ...env } });
	twitch.register(`${site.origin}/login/callback`);
	auth0.register(site.origin);
	return site;
}

/** Presses the site's own button and, where Twitch asks, its. */
async function enter(page: Page, { origin }: Site, isAsked = false) {
	await page.goto(`${origin}/mini-games`);
	await page.getByRole("link", { name: "Sign in" }).first().click();
	if (isAsked) await page.getByRole("button", { name: "Authorize" }).click();
	await page.waitForURL(`${origin}/mini-games`);
	await page.getByText("You are signed in.").waitFor();
}

/** A site that has just started refreshes at once what is due, one that runs a tick after the last answer. */
async function comeBackLater(page: Page, site: Site) {
	await page.goto("about:blank");
	await site.restart();
	await page.goto(`${site.origin}/mini-games`);
}

const nameOn = (page: Page) => page.getByTestId("username").textContent();
/** Whether the user is an admin: others are redirected from `/orders`. */
async function mayRun(page: Page, { origin }: Site) {
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

describe("with Twitch directly, as docs/sign-in.md sets it up", () => {
	let site: Site;
	beforeAll(async () => {
		site = await open({ ...settings.twitch, ADMIN_SUBJECTS: "900, 901" });
	});
	afterAll(() => site?.close());

	it("a viewer allows the site once, goes by the new name after a rename, and signs out", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			twitch.visit("100", "Ana_Live");
			await enter(page, site, true);
			expect(await nameOn(page)).toBe("ana_live");
			expect(await page.getByTestId("balance").textContent()).toBe("1,000");
			expect(await mayRun(page, site)).toBe(false);
			await page.goto(site.origin);
			await page.locator("form[action='/logout'] button").click();
			await page.getByText("You are signed out.").waitFor();
			expect(await page.getByTestId("balance").count()).toBe(0);

			twitch.setTokenSeconds(REFRESHED_AT_ONCE);
			await enter(page, site);
			twitch.rename("100", "Ana_TV");
			await comeBackLater(page, site);
			expect(await nameOn(page)).toBe("ana_tv");
			const own = (await accounts(site)).filter(({ twitch_id }) => twitch_id === "100");
			expect(own).toMatchObject([{ twitch_username: "ana_tv", email: "100@example.com", points: 1000 }]);
			twitch.setTokenSeconds();
		}));

	it("who is listed as an admin is one", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			twitch.visit("901", "the_streamer");
			await enter(page, site, true);
			expect(await mayRun(page, site)).toBe(true);
		}));

	it("who says no stays a visitor, and is told so", () =>
		journey(browser, site, { lang: "en", scripts: false }, async (page) => {
			twitch.visit("102", "carla");
			await page.goto(`${site.origin}/login`);
			await page.getByRole("button", { name: "Cancel" }).click();
			await page.waitForURL(`${site.origin}/login/failed?reason=cancelled`);
			expect((await accounts(site)).map(({ twitch_id }) => twitch_id)).not.toContain("102");
		}));

	it("who disconnects the site is signed out when it has started again, and asked anew", () =>
		journey(browser, site, { lang: "en", scripts: false }, async (page) => {
			twitch.visit("103", "dora");
			await enter(page, site, true);
			const before = twitch.to("/oauth2/validate").length;
			await page.reload();
			expect(await nameOn(page)).toBe("dora");
			expect(twitch.to("/oauth2/validate"), "a sign-in is as good").toHaveLength(before);
			twitch.disconnect("103");
			await site.restart();
			await page.reload();
			expect(await page.getByTestId("balance").count()).toBe(0);
			expect(twitch.to("/oauth2/validate")).toHaveLength(before + 1);
			await enter(page, site, true);
			expect(await nameOn(page)).toBe("dora");
		}));

	it("people from Auth0 keep their accounts with the statements of docs/sign-in.md", () =>
		journey(browser, site, { lang: "en", scripts: false }, async (page) => {
			twitch.visit("104", "filipa");
			await enter(page, site, true);
			const own = async () =>
				(await accounts(site)).find(({ twitch_username }) => twitch_username === "filipa");
			const before = await own();
			await run(site, "update users set twitch_id = 'oauth2|twitch|104' where twitch_id = '104'");
			for (const statement of blockOf("Moving from Auth0 to Twitch", "sql").split(";\n").filter(Boolean)) {
				await run(site, statement);
			}
			await page.reload();
			expect(await page.getByTestId("balance").count(), "everybody is signed out").toBe(0);
			await enter(page, site);
			expect(before).toMatchObject({ twitch_id: "104", points: 1000 });
			expect(await own()).toEqual(before);
		}));

	it("no secret and no token is in the log", () => {
		const words = twitch.asked.flatMap(({ form, headers }) => [
			...["code", "client_secret", "refresh_token", "code_verifier"].map((name) => form.get(name)),
			headers.authorization?.split(" ")[1],
		]);
		const secrets = words.filter((word) => word);
		expect(secrets.length).toBeGreaterThan(10);
		for (const word of secrets) expect(site.logs()).not.toContain(word);
	});
});

describe("with Auth0, as docs/sign-in.md sets it up", () => {
	let site: Site;
	beforeAll(async () => {
		site = await open(settings.auth0);
	});
	afterAll(() => site?.close());

	it("a role given in the dashboard comes with the next refresh and goes with the one after", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			auth0.setTokenSeconds(REFRESHED_AT_ONCE);
			auth0.visit("200", "Bruno");
			await enter(page, site);
			expect(await nameOn(page)).toBe("bruno");
			expect(await mayRun(page, site)).toBe(false);
			auth0.change("200", { roles: ["Admin"] });
			await comeBackLater(page, site);
			expect(await mayRun(page, site)).toBe(true);
			auth0.change("200", { roles: [], nickname: "Bruno_TV" });
			await comeBackLater(page, site);
			expect(await mayRun(page, site)).toBe(false);
			await page.goto(site.origin);
			expect(await nameOn(page)).toBe("bruno_tv");
			auth0.setTokenSeconds();
		}));

	it("a sign-out ends Auth0's session too and comes back to the start", () =>
		journey(browser, site, { lang: "en", scripts: false }, async (page) => {
			auth0.visit("201", "carla");
			await enter(page, site);
			await page.locator("form[action='/logout'] button").click();
			await page.waitForURL(`${site.origin}/`);
			await page.getByText("You are signed out.").waitFor();
			await page.goto(`${site.origin}/login`);
			await page.getByRole("heading", { name: "Log in to Twitch" }).waitFor();
		}));

	it("who is blocked in the dashboard is signed out at the next refresh", () =>
		journey(browser, site, { lang: "en" }, async (page) => {
			auth0.setTokenSeconds(REFRESHED_AT_ONCE);
			auth0.visit("202", "dora");
			await enter(page, site);
			auth0.change("202", { blocked: true });
			await comeBackLater(page, site);
			expect(await page.getByTestId("balance").count()).toBe(0);
			auth0.setTokenSeconds();
		}));

	it("while it is down everybody stays signed in", () =>
		journey(browser, site, { lang: "en", scripts: false }, async (page) => {
			auth0.setTokenSeconds(REFRESHED_AT_ONCE);
			auth0.visit("203", "eva");
			await enter(page, site);
			auth0.setDown(true);
			await comeBackLater(page, site);
			expect(await nameOn(page)).toBe("eva");
			auth0.setDown(false);
			auth0.setTokenSeconds();
		}));
});
