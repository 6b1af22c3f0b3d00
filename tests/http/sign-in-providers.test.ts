/** Sign-ins at Twitch and at Auth0 with the settings of docs/sign-in.md. */
import { spawnSync } from "node:child_process";
import { delimiter, dirname, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServedPage, type Visitor, visit } from "../support/http/visitor";
import { startAuth0 } from "../support/providers/auth0";
import { blockOf, settingsOf } from "../support/providers/settings";
import { startTwitch } from "../support/providers/twitch";
import { openRows, type Rows } from "../support/site/rows";
import { type Site, startSite } from "../support/site/site";

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

let twitch: Awaited<ReturnType<typeof startTwitch>>;
let auth0: Awaited<ReturnType<typeof startAuth0>>;
const settings: Record<"twitch" | "auth0", Record<string, string>> = { twitch: {}, auth0: {} };
let site: Site;
let rows: Rows;

beforeAll(async () => {
	const audience = "https://plateia.example.com/api";
	twitch = await startTwitch(client);
	auth0 = await startAuth0({ client, audience, action: blockOf(HEADINGS.auth0, "js") });
	const shown = { twitch: "https://id.twitch.tv", auth0: "https://TENANT.eu.auth0.com" };
	for (const [name, { origin }] of [["twitch", twitch] as const, ["auth0", auth0] as const])
		settings[name] = settingsOf(HEADINGS[name], { at: { shown: shown[name], origin }, client });
	site = await startSite({ env: { ...unset, ...settings.twitch, ADMIN_SUBJECTS: "900, 901" } });
	rows = openRows(site);
	twitch.register(`${site.origin}/login/callback`);
	auth0.register(site.origin);
});
afterAll(async () => {
	rows?.close();
	await site?.close();
	await twitch?.close();
	await auth0?.close();
});

/** Follows the site's sign-in link and, if Twitch asks for consent, presses its button. */
async function signIn(visitor: Visitor, consent?: "Authorize" | "Cancel"): Promise<ServedPage> {
	const page = await (await visitor.open("/mini-games")).follow("Sign in");
	return consent ? page.submit("form", {}, { button: `:contains(${consent})` }) : page;
}

function expectSignedIn(page: ServedPage, name: string) {
	expect(page.path).toBe("/mini-games");
	expect(page.text()).toMatch(/You're signed in\.|You got 1,000 points/);
	expect(page.text("[data-testid=username]")).toBe(name);
	expect(page.text("[data-testid=balance]")).toContain("1,000");
}

/** Other users are redirected from `/orders`. */
const isAdmin = async (visitor: Visitor) => (await visitor.open("/orders")).path === "/orders";

const account = (twitchId: string) =>
	rows.all(
		"select twitch_id, twitch_username, email, points from users join user_points on user_id = id where twitch_id = ?",
		twitchId,
	);

describe("Twitch directly, set up as in docs/sign-in.md", () => {
	it("asks for consent once, makes only a listed user an admin, and signs out", async () => {
		const ana = await visit(site);
		twitch.visit("100", "Ana_Live");
		expectSignedIn(await signIn(ana, "Authorize"), "ana_live");
		const expected = { twitch_username: "ana_live", email: "100@example.com", points: 1000 };
		expect(account("100")).toMatchObject([expected]);
		expect(await isAdmin(ana)).toBe(false);
		const signedOut = await (await ana.open("/")).submit("form[action='/logout']");
		expect(signedOut.text()).toContain("You're signed out.");
		expect(signedOut.$("[data-testid=balance]")).toHaveLength(0);
		expectSignedIn(await signIn(ana), "ana_live");

		const streamer = await visit(site);
		twitch.visit("901", "the_streamer");
		expectSignedIn(await signIn(streamer, "Authorize"), "the_streamer");
		expect(await isAdmin(streamer)).toBe(true);
	});

	it("leaves a user who refuses consent a visitor and shows the reason", async () => {
		twitch.visit("102", "carla");
		const page = await signIn(await visit(site), "Cancel");
		expect(page.path).toBe("/login/failed?reason=cancelled");
		expect(account("102")).toEqual([]);
	});

	it("states how far the clocks differ if they do", async () => {
		twitch.visit("105", "gil");
		twitch.setClock(600);
		const page = await signIn(await visit(site), "Authorize");
		twitch.setClock();
		expect(page.path).toBe("/login/failed?reason=clock&minutes=10");
		expect(page.text()).toContain("differ by about 10 minutes");
		expect(site.logs()).toMatch(/"fault":"clock","seconds":(59\d|600),/);
	});

	it("keeps the accounts of users from Auth0 after plateia auth0-to-twitch", async () => {
		const filipa = await visit(site);
		twitch.visit("104", "filipa");
		await signIn(filipa, "Authorize");
		const before = account("104");
		expect(before).toMatchObject([{ points: 1000 }]);
		rows.run("update users set twitch_id = 'oauth2|twitch|104' where twitch_id = '104'");
		await site.stop();
		const env = site.settings({ PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) });
		const moved = spawnSync(resolve("bin/plateia"), ["auth0-to-twitch"], { env: env as NodeJS.ProcessEnv });
		expect([moved.status, String(moved.stderr)]).toEqual([0, ""]);
		await site.restart();
		const page = await filipa.open("/");
		expect(page.$("[data-testid=balance]"), "every user is signed out").toHaveLength(0);
		expectSignedIn(await signIn(filipa), "filipa");
		expect(account("104")).toEqual(before);
	});

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
	beforeAll(async () => {
		const none = Object.fromEntries(Object.keys(settings.twitch).map((name) => [name, ""]));
		await site.restart({ ...none, ...settings.auth0, ADMIN_SUBJECTS: "oauth2|twitch|299" });
	});

	it("makes a user with the role an admin, ends its own session on sign-out, and refuses a blocked user", async () => {
		const bruno = await visit(site);
		auth0.visit("200", "Bruno");
		auth0.change("200", { roles: ["Admin"] });
		expectSignedIn(await signIn(bruno), "bruno");
		expect(await isAdmin(bruno)).toBe(true);
		const signedOut = await (await bruno.open("/")).submit("form[action='/logout']");
		expect(signedOut.path).toBe("/");
		expect(signedOut.text()).toContain("You're signed out.");
		expect((await bruno.open("/login")).text("h1")).toBe("Log in to Twitch");

		auth0.visit("202", "dora");
		auth0.change("202", { blocked: true });
		const refused = await signIn(await visit(site));
		expect(refused.path).toMatch(/^\/login\/failed\?reason=\w+$/);
		expect(account("oauth2|twitch|202")).toEqual([]);
	});

	it("applies a granted role and a new name at the next refresh, and signs out a blocked user", async () => {
		auth0.setTokenSeconds(REFRESHED_AT_ONCE);
		const [carla, eva] = [await visit(site), await visit(site)];
		auth0.visit("203", "Carla");
		expectSignedIn(await signIn(carla), "carla");
		expect(await isAdmin(carla)).toBe(false);
		auth0.visit("204", "Eva");
		expectSignedIn(await signIn(eva), "eva");
		auth0.change("203", { roles: ["Admin"], nickname: "Carla_TV" });
		auth0.change("204", { blocked: true });
		// A running site refreshes one tick after the last response.
		await site.restart();
		expect(await isAdmin(carla)).toBe(true);
		expect((await carla.open("/")).text("[data-testid=username]")).toBe("carla_tv");
		expect((await eva.open("/")).$("[data-testid=balance]")).toHaveLength(0);
		auth0.setTokenSeconds();
	});

	it("shows admins that roles cannot be read", async () => {
		const streamer = await visit(site);
		auth0.visit("299", "the_streamer");
		auth0.change("299", { roles: { Admin: true } });
		await signIn(streamer);
		const page = await streamer.open("/operations");
		expect(page.text("[data-problem=rolesUnreadable]")).toContain(
			"the roles that the sign-in service sends can't be read",
		);
	});
});
