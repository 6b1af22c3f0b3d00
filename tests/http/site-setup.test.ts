/** From a site without settings to the first admin on the settings page, by the link in the log. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ServedPage, visit } from "../support/http/visitor";
import { type Site, startSite } from "../support/site/site";

const UNSET = [
	...["APP_ORIGIN", "SESSION_SECRET", "OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
	...["OIDC_ROLES_CLAIM", "OIDC_USERNAME_CLAIM", "OIDC_AUDIENCE", "OIDC_CONNECTION"],
];
let site: Site;
beforeAll(async () => {
	site = await startSite({ env: Object.fromEntries(UNSET.map((name) => [name, ""])) });
});
afterAll(() => site?.close());

const lastLink = () => /"link":"([^"]+)"(?!.*"link":")/s.exec(site.logs())?.[1] ?? "";
const headings = (page: ServedPage) => page.text("h1, h2");
const health = async (): Promise<string> =>
	fetch(`${site.origin}/healthz`).then(
		async (answer) => (await answer.json()).status,
		() => "nothing",
	);

it("a new site is set up by the link in the log, and its first admin gets to the settings", async () => {
	const { client, provider, origin } = site;
	const pt = await (await visit(site, { lang: "pt" })).open("/store");
	expect([pt.status, pt.text("h1")]).toEqual([503, "Este site está a ser preparado"]);
	// A browser on this machine, whose requests nobody else can read.
	const visitor = await visit(site, { headers: { "sec-fetch-site": "same-origin" } });
	const closed = await visitor.open("/store");
	expect(closed.text("h1")).toBe("This site is being set up");
	expect((await closed.follow("main a[href='/setup']")).text("h1")).toBe("Open the setup link");

	const opened = await visitor.open(lastLink());
	expect(opened.path).toBe("/setup");
	let page = await opened.follow("a[href='/setup?provider=other']");
	expect(page.$("#redirect").attr("value")).toBe(`${origin}/login/callback`);
	const typed = {
		...{ OIDC_ISSUER: `${provider.issuer}/elsewhere` },
		...{ OIDC_CLIENT_ID: client.clientId, OIDC_CLIENT_SECRET: client.clientSecret },
	};
	page = await page.submit("main form", typed);
	expect(page.text("main")).toContain("No sign-in service answers there");
	expect(page.fields("main form")).toMatchObject({ ...typed, OIDC_CLIENT_SECRET: "" });
	page = await page.submit("main form", { OIDC_ISSUER: provider.issuer });

	expect(headings(page)).toContain("Test it");
	const signIn = await page.follow("main .button-primary:last");
	page = await signIn.submit("form:has(#name)", { name: "Streamer" });
	expect(page.path).toBe("/setup");
	expect(headings(page)).toContain("It works");
	expect(page.text("dl")).toContain("demo|streamer");
	page = await page.submit("main form:last", {}, { button: ".button-primary" });
	expect(headings(page)).toContain("All set");
	expect(page.$("main .button-primary").attr("href")).toBe("/login?returnTo=%2Fsettings");

	await expect.poll(health).toBe("ok");
	const settings = await visitor.open("/login?returnTo=%2Fsettings&login_hint=streamer");
	expect([settings.path, settings.text("h1")]).toEqual(["/settings", "Settings"]);
	expect((await visitor.open(lastLink())).path).toBe("/");
	// Nothing else is needed after a restart.
	await site.restart();
	expect(await health()).toBe("ok");
	expect(site.logs()).not.toContain(client.clientSecret);
});
