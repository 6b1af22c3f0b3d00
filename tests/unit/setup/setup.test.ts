import type { Db } from "db/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSecretBox } from "~/lib/secret-box.server";
import { createLog } from "~/observability/log.server";
import { createSetup } from "~/setup/setup.server";
import { issueToken } from "~/setup/setup-access.server";
import { readSignIn } from "~/setup/sign-in-store.server";
import { startProvider } from "../../../demo/provider.mjs";
import { openDatabaseWithFailingCommits } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { serve } from "../../support/http-server";
import { withQuery } from "../../support/providers/local-provider";
import { rowsOf } from "../../support/rows-of";
import { CookieJar, followRedirects } from "../../support/site/sign-in";

const HERE = "http://localhost:3998";
const SECRET = "a-secret-of-the-client";
const client = { clientId: "plateia-test", clientSecret: SECRET };
const log = createLog({ LOG_LEVEL: "silent" });
const test = databaseForEachTest({ users: { boss: 1000 } });
let provider: Awaited<ReturnType<typeof startProvider>>;

beforeAll(async () => {
	provider = await startProvider({ port: 0, siteOrigin: HERE, ...client });
});
afterAll(() => provider.close());

async function open({ environment = {}, stored = {}, db = test.db }: Partial<Opened> = {}) {
	const tokens: string[] = [];
	const box = createSecretBox("k".repeat(64), "settings");
	const setup = await createSetup({
		...{ db, box, log, now: () => new Date(), environment, stored },
		config: { SESSION_SECRET: "s".repeat(32) },
		print: (token) => void tokens.push(token),
	});
	return { setup, tokens, box, last: () => tokens.at(-1) ?? "" };
}
interface Opened {
	environment: Record<string, string>;
	stored: Record<string, string>;
	db: Db;
}
type Site = Awaited<ReturnType<typeof open>>;

interface Sent {
	form?: Record<string, string>;
	origin?: string;
	isPrivate?: boolean;
	fetchSite?: string;
}

/** A browser with its own cookies. */
function newBrowser({ setup }: Pick<Site, "setup">) {
	const jar = new CookieJar();
	async function send(
		path: string,
		{ form, origin = HERE, isPrivate = true, fetchSite = "same-origin" }: Sent = {},
	) {
		const url = new URL(path, origin);
		const headers = { Cookie: jar.header(origin), Accept: "text/html", "Sec-Fetch-Site": fetchSite };
		const body = form && { method: "POST", body: new URLSearchParams(form) };
		const request = new Request(url, { headers, ...body });
		const answer = await setup.answer({ request, url, sentOrigin: undefined, isPrivate });
		jar.keep(origin, answer);
		const text = await answer.text();
		return { status: answer.status, location: answer.headers.get("Location"), headers: answer.headers, text };
	}
	return {
		jar,
		send,
		open: (token: string, sent?: Sent) => send(`/setup?token=${token}`, sent),
		save: (form: Record<string, string> = {}) =>
			send("/setup", {
				form: {
					...{ intent: "save", preset: "other", OIDC_ISSUER: provider.issuer },
					...{
						OIDC_CLIENT_ID: client.clientId,
						OIDC_CLIENT_SECRET: SECRET,
						OIDC_SCOPE: "openid profile email",
					},
					...form,
				},
			}),
		/** Signs in at the provider up to its redirect. */
		async callback(name: string): Promise<string> {
			const { location } = await send("/setup/sign-in");
			const start = withQuery(location ?? "", { login_hint: name });
			const { address } = await followRedirects(new CookieJar(), start, (next) => next.startsWith(HERE));
			return address.slice(HERE.length);
		},
	};
}

async function admitted(site: Site) {
	const browser = newBrowser(site);
	expect(await browser.open(site.last())).toMatchObject({ status: 303, location: "/setup" });
	return browser;
}
async function tested(site: Site, name = "ana") {
	const browser = await admitted(site);
	expect(await browser.save()).toMatchObject({ status: 303, location: "/setup" });
	expect(await browser.send(await browser.callback(name))).toMatchObject({ status: 303, location: "/setup" });
	return browser;
}
const finish = { form: { intent: "finish", subject: "demo|ana" } };
const admins = async (db = test.db) => (await rowsOf(db, "admins")).map((row) => row.subject);
const stored = async (db = test.db) => JSON.stringify(await rowsOf(db, "site_settings"));

describe("a site without settings", () => {
	it("is closed to everybody, in both languages, except for its health", async () => {
		const browser = newBrowser(await open());
		for (const path of [
			"/",
			"/store",
			"/login",
			"/live",
			"/metrics",
			"/settings",
			"/setup/other",
			"/api/x",
		]) {
			const answer = await browser.send(path);
			expect(answer, path).toMatchObject({ status: 503 });
			expect(answer.text).toContain("Este site está a ser preparado");
			expect(answer.headers.get("Retry-After")).toBe("60");
			expect((await browser.send(path, { form: { intent: "finish" } })).status, path).toBe(503);
		}
		expect((await browser.send("/?language=en")).text).toContain("This site is being set up");
		expect((await browser.send("/bio")).text).toContain("This site is being set up");
		expect(await browser.send("/healthz")).toMatchObject({
			status: 200,
			text: expect.stringContaining('"setup"'),
		});
	});

	it("is opened by the link of another process, once, and not over a connection that others can read", async () => {
		const site = await open();
		const token = await issueToken(test.db, new Date());
		const insecure = newBrowser(site);
		expect((await insecure.open(token, { isPrivate: false })).status).toBe(403);
		expect((await newBrowser(site).open(token)).status).toBe(403);
		const browser = newBrowser(site);
		const renewed = await issueToken(test.db, new Date());
		expect(await browser.open(renewed)).toMatchObject({ status: 303, location: "/setup" });
		expect((await browser.send("/setup")).status).toBe(200);
		expect((await newBrowser(site).open(renewed)).status).toBe(403);
	});

	it("is opened by the link that was printed before it started", async () => {
		const token = await issueToken(test.db, new Date());
		const site = await open();
		expect(site.tokens).toEqual([]);
		expect(await newBrowser(site).open(token)).toMatchObject({ status: 303, location: "/setup" });
	});

	it("refuses every step to a browser that has not opened the link", async () => {
		const site = await open();
		await tested(site);
		const stranger = newBrowser(site);
		stranger.jar.set(HERE, "setup", "guessed");
		for (const path of [
			"/setup",
			"/setup/sign-in",
			"/login/callback?code=x&state=y",
			"/setup?token=guessed",
		]) {
			expect(await stranger.send(path), path).toMatchObject({ status: 403, location: null });
		}
		for (const intent of ["save", "finish"]) {
			const answer = await stranger.send("/setup", { form: { ...finish.form, intent } });
			expect(answer.status, intent).toBe(403);
			expect(answer.text).not.toContain("token=");
		}
		expect(await admins()).toEqual([]);
	});

	it("refuses forms of other sites", async () => {
		const site = await open();
		const browser = await tested(site);
		for (const fetchSite of ["cross-site", "same-site", "none"]) {
			expect((await browser.send("/setup", { ...finish, fetchSite })).status, fetchSite).toBe(403);
		}
		expect((await browser.send("/setup", { ...finish, fetchSite: "" })).status, "no header at all").toBe(403);
		expect(await admins()).toEqual([]);
	});

	it("uses a link up that was opened where others can read it", async () => {
		const site = await open();
		const token = site.last();
		const browser = newBrowser(site);
		const origin = "http://example.com";
		const answer = await browser.open(token, { origin, isPrivate: false });
		expect(answer.status).toBe(403);
		expect(answer.text).toContain("TRUSTED_PROXY_HOPS");
		expect(answer.headers.getSetCookie()).toEqual([]);
		expect((await browser.open(token)).status).toBe(403);
		expect(site.tokens).toHaveLength(2);
		expect(await browser.open(site.last())).toMatchObject({ status: 303 });
	});

	it("gives a cookie that no script reads and that on https belongs to this host", async () => {
		const site = await open();
		const plain = await newBrowser(site).open(site.last());
		expect(plain.headers.get("Set-Cookie")).toMatch(/^setup=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
		await newBrowser(site).send("/setup");
		const secure = await newBrowser(site).open(site.last(), { origin: "https://example.com" });
		expect(secure.headers.get("Set-Cookie")).toMatch(
			/^__Host-setup=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
		);
	});
});

describe("the settings", () => {
	it("are refused if the provider demands what the site cannot do", async () => {
		const demanding = await serve((_request, response) => {
			const address = `${demanding.origin}/x`;
			const endpoints = { authorization_endpoint: address, token_endpoint: address, jwks_uri: address };
			const more = { require_pushed_authorization_requests: true };
			response.end(JSON.stringify({ issuer: demanding.origin, ...endpoints, ...more }));
		});
		const browser = await admitted(await open());
		const answer = await browser.save({ OIDC_ISSUER: demanding.origin });
		expect(answer.status).toBe(400);
		expect(answer.text).toContain("exige PAR (RFC 9126)");
		await demanding.close();
	});

	it("keep what was typed when they are wrong, and never send the secret back", async () => {
		const browser = await admitted(await open());
		const { port } = provider;
		for (const [form, message] of [
			[{ OIDC_CLIENT_ID: "" }, "Indica o ID do cliente."],
			[{ OIDC_CLIENT_ID: "kept", OIDC_SCOPE: "email" }, "O âmbito tem de incluir openid."],
			[{ OIDC_SCOPE: "" }, "O âmbito tem de incluir openid."],
			[{ OIDC_ISSUER: "nowhere at all" }, "Indica o endereço do emissor"],
			[{ OIDC_ISSUER: `${provider.issuer}/elsewhere` }, "Nenhum serviço de autenticação responde"],
			[{ OIDC_ISSUER: `http://127.0.0.1:${port}` }, `o seu emissor é http://localhost:${port}`],
		] as const) {
			const answer = await browser.save(form);
			expect(answer.status, message).toBe(400);
			expect(answer.text.replaceAll("&#x27;", "'")).toContain(message);
			for (const text of Object.values(form)) expect(answer.text).toContain(`value="${text}"`);
			expect(answer.text).not.toContain(SECRET);
			expect(answer.text).not.toContain("/setup/sign-in");
		}
		expect(await browser.save({ OIDC_CLIENT_SECRET: "" }), "the secret was kept").toMatchObject({
			status: 303,
		});
		expect((await browser.send("/setup")).text).not.toContain(SECRET);
	});

	it("of the environment precede and are shown as fixed", async () => {
		const environment = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_SECRET: SECRET, APP_ORIGIN: HERE };
		const named = await admitted(await open({ environment: { ...environment, OIDC_AUDIENCE: "api" } }));
		expect((await named.send("/setup?provider=other")).text).toContain(
			"servidor: APP_ORIGIN, OIDC_AUDIENCE.",
		);
		const site = await open({ environment });
		const browser = await admitted(site);
		const { text } = await browser.send("/setup");
		for (const name of ["OIDC_ISSUER", "OIDC_CLIENT_SECRET"]) expect(text).toContain(`(${name})`);
		expect(text).not.toContain(SECRET);
		await browser.save({
			OIDC_ISSUER: "https://evil.example",
			OIDC_CLIENT_SECRET: "other",
			APP_ORIGIN: "https://evil.example",
		});
		await browser.send(await browser.callback("ana"));
		expect((await browser.send("/setup", finish)).status).toBe(200);
		expect(await site.setup.finished).toEqual({
			OIDC_CLIENT_ID: client.clientId,
			OIDC_SCOPE: "openid profile email",
		});
	});

	it("keep what was typed for its provider only, and propose addresses of this site", async () => {
		const browser = await admitted(await open());
		const { text } = await browser.send("/setup?provider=auth0");
		for (const shown of [`${HERE}/api`, `${HERE}/roles`]) expect(text).toContain(`value="${shown}"`);
		const typed = { OIDC_CONNECTION: "google", OIDC_CLIENT_ID: "typed", OIDC_AUDIENCE: "" };
		await browser.save({ preset: "auth0", ...typed });
		const saved = await browser.send("/setup");
		for (const shown of ["google", "typed"]) expect(saved.text).toContain(`value="${shown}"`);
		expect(saved.text).not.toContain(`${HERE}/api`);
		const other = await browser.send("/setup?provider=other");
		for (const gone of ["google", "typed", "/roles"]) expect(other.text).not.toContain(gone);
		expect(other.text).toContain('value="roles"');
	});

	it("send no secret to a provider for which it was not typed", async () => {
		const site = await open({
			stored: { OIDC_CLIENT_SECRET: "stored-secret", OIDC_ISSUER: provider.issuer },
		});
		const browser = await admitted(site);
		const blank = { OIDC_CLIENT_SECRET: "" };
		expect(await browser.save(blank), "the stored one").toMatchObject({ status: 400 });
		expect(await browser.save()).toMatchObject({ status: 303 });
		expect(await browser.save(blank)).toMatchObject({ status: 303 });
		expect(await browser.save({ ...blank, OIDC_CLIENT_ID: "another" })).toMatchObject({ status: 400 });
		expect(await browser.save()).toMatchObject({ status: 303 });
		const twitch = await browser.save({ ...blank, preset: "twitch" });
		expect(twitch).toMatchObject({ status: 400 });
		expect(twitch.text).toContain("Indica o segredo do cliente.");
		expect(await browser.save()).toMatchObject({ status: 303 });
		await newBrowser(site).send("/setup");
		const other = await admitted(site);
		expect((await other.send("/setup")).text, "the test of another browser").not.toContain("/setup/sign-in");
		expect(await other.save(blank), "the one of another browser").toMatchObject({ status: 400 });
	});

	it("are not changed by a browser whose form arrives after another one has opened a newer link", async () => {
		const site = await open();
		const browser = await admitted(site);
		let release = () => {};
		const body = new ReadableStream({
			start(controller) {
				release = () => {
					controller.enqueue(new TextEncoder().encode("intent=save"));
					controller.close();
				};
			},
		});
		const url = new URL("/setup", HERE);
		const late = site.setup.answer({
			request: new Request(url, {
				...{ method: "POST", body, duplex: "half" },
				headers: {
					...{ Cookie: browser.jar.header(HERE), "Sec-Fetch-Site": "same-origin" },
					"Content-Type": "application/x-www-form-urlencoded",
				},
			} as RequestInit),
			...{ url, sentOrigin: undefined, isPrivate: true },
		});
		await newBrowser(site).send("/setup");
		await admitted(site);
		release();
		expect((await late).status).toBe(403);
	});

	it("are not asked for at another address than the environment sets", async () => {
		const site = await open({ environment: { APP_ORIGIN: "https://example.com" } });
		const browser = await admitted(site);
		for (const answer of [await browser.send("/setup"), await browser.save()]) {
			expect(answer.status).toBe(200);
			expect(answer.text).toContain('href="https://example.com/setup"');
			expect(answer.text).not.toContain("<form");
		}
	});
});

describe("the test", () => {
	it("shows who has signed in, and only this person can become the admin", async () => {
		const site = await open();
		const browser = await tested(site);
		const { text } = await browser.send("/setup");
		for (const shown of ["demo|ana", "fazer de ana", "E-mail", "iss, "]) expect(text).toContain(shown);
		await browser.send("/login/callback?code=old&state=old");
		expect((await browser.send("/setup")).text, "after a reload of the callback").toContain("fazer de ana");
		await browser.send(await browser.callback("bruno"));
		expect(await browser.send("/setup", finish), "the page of before").toMatchObject({ status: 409 });
		expect(await admins()).toEqual([]);
	});

	it("tells that the secret is wrong", async () => {
		const browser = await admitted(await open());
		await browser.save({ OIDC_CLIENT_SECRET: "wrong" });
		await browser.send(await browser.callback("ana"));
		const { text } = await browser.send("/setup");
		expect(text).toContain("não aceita o ID ou o segredo do cliente");
		expect(text).not.toContain('value="finish"');
	});

	it("does not accept the callback of another browser", async () => {
		const site = await open();
		const browser = await tested(site, "bruno");
		const callback = await browser.callback("ana");
		const [, cookie = ""] = /setup=([\w-]+)/.exec(browser.jar.header(HERE)) ?? [];
		const victim = newBrowser(site);
		victim.jar.set(HERE, "setup", cookie);
		await victim.send(callback);
		const { text } = await victim.send("/setup");
		expect([text.includes("demo|ana"), text.includes("demo|bruno")]).toEqual([false, true]);
	});

	it("is not known to the browser that opens the next link", async () => {
		const site = await open();
		await tested(site);
		await newBrowser(site).send("/setup");
		const other = await admitted(site);
		expect(await other.send("/setup", finish)).toMatchObject({ status: 409 });
		expect(await admins()).toEqual([]);
	});
});

describe("the end", () => {
	it("stores settings, admin and change log, and the secret encrypted", async () => {
		const site = await open();
		const browser = await tested(site);
		const answer = await browser.send("/setup", finish);
		expect(answer.status).toBe(200);
		expect(answer.text).toContain('content="5; url=/login?returnTo=%2Fsettings"');
		expect(await site.setup.finished).toEqual({
			APP_ORIGIN: HERE,
			OIDC_ISSUER: provider.issuer,
			OIDC_CLIENT_ID: client.clientId,
			OIDC_CLIENT_SECRET: SECRET,
			OIDC_SCOPE: "openid profile email",
		});
		expect(await readSignIn({ db: test.db, box: site.box, log })).toEqual(await site.setup.finished);
		expect(await stored()).not.toContain(SECRET);
		expect(await admins()).toEqual(["demo|ana"]);
		const [change, ...others] = await rowsOf(test.db, "admin_changes");
		expect(change).toMatchObject({ actor: "setup", action: "admin.add" });
		expect(others).toEqual([]);
		const other = createSecretBox("o".repeat(64), "settings");
		expect(await readSignIn({ db: test.db, box: other, log })).not.toHaveProperty("OIDC_CLIENT_SECRET");
	});

	it("happens once, even if it is sent twice at the same time, and closes the setup", async () => {
		const site = await open();
		const browser = await tested(site);
		const answers = await Promise.all([1, 2, 3].map(() => browser.send("/setup", finish)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 503, 503]);
		for (const path of ["/setup", `/setup?token=${site.last()}`, "/setup/sign-in", "/login", "/"]) {
			expect(await browser.send(path), path).toMatchObject({ status: 503, location: null });
		}
		expect(await browser.save({ OIDC_ISSUER: "https://evil.example" })).toMatchObject({ status: 503 });
		expect(await admins()).toEqual(["demo|ana"]);
	});

	it("stores nothing when the disk is full, and can be repeated", async () => {
		const { db, failCommits, close } = await openDatabaseWithFailingCommits();
		const site = await open({ db });
		const browser = await tested(site);
		failCommits(true);
		expect(await browser.send("/setup", finish)).toMatchObject({ status: 503 });
		expect([await admins(db), await stored(db)]).toEqual([[], expect.not.stringContaining("signIn")]);
		failCommits(false);
		expect(await browser.send("/setup", finish)).toMatchObject({ status: 200 });
		expect(await admins(db)).toEqual(["demo|ana"]);
		await close();
	});
});
