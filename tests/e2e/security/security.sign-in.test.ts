import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { SQLite } from "db/sqlite/driver";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CookieJar, fetchWithJar, followRedirects, signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
beforeAll(async () => {
	site = await startSite();
});
afterAll(() => site?.close());

const sessions = (): number => {
	const database = new SQLite(site.database, { readonly: true });
	const { count } = database.prepare("select count(*) as count from sessions").get() as { count: number };
	database.close();
	return count;
};

/** A browser that has returned from the provider and has not requested the callback yet. */
async function returnFromProvider(name: string) {
	const jar = new CookieJar();
	jar.set(site.origin, "age-verified", "true");
	const start = `${site.origin}/login?login_hint=${name}`;
	const { address } = await followRedirects(jar, start, (at) =>
		at.startsWith(`${site.origin}/login/callback`),
	);
	return { jar, callback: new URL(address) };
}

const nameOn = async (cookie: string) => {
	const page = await fetch(site.origin, { headers: { cookie: `${cookie}; age-verified=true; language=en` } });
	return /data-testid="username"[^>]*>([^<]*)/.exec(await page.text())?.[1];
};

describe("a session", () => {
	it("planted in a browser is replaced at sign-in", async () => {
		const planted = "a".repeat(43);
		const { jar, callback } = await returnFromProvider("ana");
		jar.set(site.origin, "session", planted);
		await fetchWithJar(jar, callback.href);
		const own = jar.header(site.origin);
		expect(own).toMatch(/session=[\w-]{43}/);
		expect(own).not.toContain(planted);
		expect(await nameOn(own)).toBe("ana");
		expect(await nameOn(`session=${planted}`), "the planted session belongs to no user").toBeUndefined();
	});

	it("of another user planted in a browser is ended, and never becomes the victim's session", async () => {
		const attackers = (await signInWithCookies(site, "bruno")).match(/session=([\w-]+)/)?.[1] ?? "";
		const { jar, callback } = await returnFromProvider("ana");
		jar.set(site.origin, "session", attackers);
		await fetchWithJar(jar, callback.href);
		expect(await nameOn(jar.header(site.origin))).toBe("ana");
		expect(await nameOn(`session=${attackers}`)).toBeUndefined();
	});

	it("has an unpredictable token: 32 random bytes, all different", async () => {
		const tokens = [];
		for (const name of ["ana", "ana", "carla"]) {
			tokens.push((await signInWithCookies(site, name)).match(/session=([\w-]+)/)?.[1] ?? "");
		}
		expect(new Set(tokens).size).toBe(3);
		expect(tokens.map((token) => Buffer.from(token, "base64url").length)).toEqual([32, 32, 32]);
	});

	it("is not accepted after its end, even if its cookie was kept", async () => {
		const cookie = await signInWithCookies(site, "carla");
		const answer = await fetch(`${site.origin}/logout`, {
			method: "POST",
			redirect: "manual",
			headers: {
				cookie,
				"sec-fetch-site": "same-origin",
				"content-type": "application/x-www-form-urlencoded",
			},
		});
		expect(answer.status).toBe(302);
		expect(await nameOn(cookie)).toBeUndefined();
		const left = await fetch(`${site.origin}/points`, { headers: { cookie }, redirect: "manual" });
		expect(left.status).toBe(302);
	});

	it("is not ended by an image or a link of another site", async () => {
		const cookie = await signInWithCookies(site, "carla");
		for (const [method, from] of [
			["GET", "cross-site"],
			["GET", "same-origin"],
			["POST", "cross-site"],
			["POST", "same-site"],
		] as const) {
			await fetch(`${site.origin}/logout`, {
				method,
				redirect: "manual",
				headers: { cookie, "sec-fetch-site": from, "content-type": "application/x-www-form-urlencoded" },
			});
		}
		expect(await nameOn(cookie)).toBe("carla");
	});
});

describe("the callback URL", () => {
	type Forged = (own: URL, theirs: URL) => string;
	/** The callback URL with changed search parameters. A value of undefined removes the parameter. */
	const withParameters =
		(values: Record<string, string | undefined>): Forged =>
		(own) => {
			for (const [name, value] of Object.entries(values)) {
				if (value === undefined) own.searchParams.delete(name);
				else own.searchParams.set(name, value);
			}
			return own.href;
		};
	const forged: [string, Forged][] = [
		["without a state", withParameters({ state: undefined })],
		["with a forged state", withParameters({ state: "forged" })],
		["without a code", withParameters({ code: undefined })],
		["with a forged code", withParameters({ code: "forged" })],
		["from another browser", (_, theirs) => theirs.href],
		[
			"with another browser's code",
			(own, theirs) => withParameters({ code: theirs.searchParams.get("code") ?? "" })(own, theirs),
		],
		["with another issuer", withParameters({ iss: "https://evil.example" })],
		["with two states", (own) => `${own.origin}${own.pathname}?state=forged&${own.search.slice(1)}`],
		["with an error", withParameters({ error: "access_denied" })],
		["with a prototype name as state", withParameters({ state: "__proto__" })],
		["with a long state", withParameters({ state: "x".repeat(6000) })],
		["with line breaks", withParameters({ state: "a\r\nSet-Cookie: session=x" })],
	];

	it.each(forged)("does not sign in %s", async (_how, forge) => {
		const [own, theirs] = [await returnFromProvider("ana"), await returnFromProvider("admin")];
		const before = sessions();
		const { response, status, next } = await fetchWithJar(own.jar, forge(own.callback, theirs.callback));
		expect(status).toBe(302);
		expect(next).toMatch(
			new RegExp(`^${site.origin}/login/failed\\?reason=(expired|refused|cancelled|provider)$`),
		);
		expect(response.headers.getSetCookie().join()).not.toMatch(/\bsession=./);
		expect(sessions()).toBe(before);
	});

	it("signs in once: neither the same browser nor an attacker with all its data can use it again", async () => {
		const { jar, callback } = await returnFromProvider("ana");
		const held = jar.header(site.origin);
		expect((await fetchWithJar(jar, callback.href)).status).toBe(302);
		const before = sessions();
		const stolen = await fetch(callback, { headers: { cookie: held }, redirect: "manual" });
		expect(stolen.headers.getSetCookie().join()).not.toMatch(/\bsession=./);
		const again = await fetchWithJar(jar, callback.href);
		expect(again.response.headers.getSetCookie().join()).not.toMatch(/\bsession=./);
		expect(sessions()).toBe(before);
	});

	it("is refused in a browser that has not started a sign-in", async () => {
		const { callback } = await returnFromProvider("bruno");
		const answer = await fetch(callback, { redirect: "manual" });
		expect(answer.headers.get("location")).toBe("/login/failed?reason=expired");
		expect(answer.headers.getSetCookie().join()).not.toMatch(/\bsession=./);
	});

	it("has a rate limit per address, which does not affect others", async () => {
		const come = async (from: string, cookie: string) => {
			const address = `${site.origin}/login/callback?state=x&code=${crypto.randomUUID()}`;
			const pending = get(address, { localAddress: from, family: 4, headers: { cookie } });
			const [answer] = (await once(pending, "response")) as [IncomingMessage];
			answer.resume();
			return answer.headers;
		};
		const begun = `login=${encodeURIComponent(`${"s".repeat(43)}=${"v".repeat(43)}`)}`;
		for (let count = 0; count < 60; count += 1)
			expect((await come("127.0.0.9", begun)).location).toBe("/login/failed?reason=expired");
		const refused = await come("127.0.0.9", begun);
		expect(refused.location).toBe("/login/failed?reason=busy");
		expect(Number(refused["retry-after"])).toBeGreaterThan(0);
		expect((await come("127.0.0.9", "")).location, "without a started sign-in").toBe(
			"/login/failed?reason=expired",
		);
		expect((await come("127.0.0.10", begun)).location).toBe("/login/failed?reason=expired");
	});

	it("leaves no code, state or token in the log", async () => {
		const { jar, callback } = await returnFromProvider("carla");
		await fetchWithJar(jar, callback.href);
		const token = /session=([\w-]+)/.exec(jar.header(site.origin))?.[1] ?? "none";
		await expect.poll(() => site.logs()).toContain('"/login/callback"');
		for (const name of ["code", "state"]) {
			expect(site.logs()).not.toContain(callback.searchParams.get(name) ?? "none");
		}
		expect(site.logs()).not.toContain(token);
		expect(site.logs()).not.toMatch(/eyJ[\w-]{10,}\./);
	});
});

describe("a visitor whose browser was forced to start 500 sign-ins", () => {
	it.each([
		["one after another", 1],
		["in batches of fifty", 50],
	])("sends a small request head and can still sign in: %s", { timeout: 60_000 }, async (_how, atOnce) => {
		const jar = new CookieJar();
		jar.set(site.origin, "age-verified", "true");
		const returnTo = encodeURIComponent(`/fairness?${"x".repeat(900)}`);
		for (let count = 0; count < 500; count += atOnce) {
			const start = () => fetchWithJar(jar, `${site.origin}/login?returnTo=${returnTo}`);
			const answers = await Promise.all(Array.from({ length: atOnce }, start));
			expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
			expect(jar.header(site.origin).length).toBeLessThan(3000);
		}
		const { response } = await followRedirects(jar, `${site.origin}/login?login_hint=dora`);
		expect(response?.status).toBe(200);
		expect(await nameOn(jar.header(site.origin))).toBe("dora");
		expect(jar.header(site.origin)).not.toMatch(/\blogin/);
	});

	it("still signs in with 50 cookies of an earlier version of the site", async () => {
		const jar = new CookieJar();
		jar.set(site.origin, "age-verified", "true");
		for (let count = 0; count < 50; count += 1) {
			jar.set(site.origin, `login:${crypto.randomUUID()}`, `state=${"s".repeat(43)}&${"s".repeat(43)}=v`);
		}
		await followRedirects(jar, `${site.origin}/login?login_hint=dora`);
		expect(await nameOn(jar.header(site.origin))).toBe("dora");
	});
});

describe("a site on https", () => {
	it("accepts a started sign-in only from a cookie that no sibling host can set", async () => {
		const secure = await startSite({ publicOrigin: "https://site.example" });
		try {
			const begin = async () => {
				const answer = await fetch(`${secure.origin}/login`, { redirect: "manual" });
				const login = answer.headers.getSetCookie().find((line) => line.includes("login=")) ?? "";
				const state = new URL(answer.headers.get("location") ?? "").searchParams.get("state") ?? "";
				return { login, state };
			};
			const come = async (state: string, cookie: string) => {
				const address = `${secure.origin}/login/callback?state=${state}&error=access_denied`;
				const answer = await fetch(address, { redirect: "manual", headers: { cookie } });
				return { to: answer.headers.get("location"), set: answer.headers.getSetCookie().join() };
			};
			const [own, planted] = [await begin(), await begin()];
			expect(own.login).toMatch(/^__Host-login=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
			const pair = ({ login }: typeof own) => login.split(";", 1)[0] ?? "";
			const siblings = pair(planted).replace("__Host-", "");
			const expired = "/login/failed?reason=expired";
			for (const cookie of [siblings, `${siblings}; ${pair(own)}`, `${pair(own)}; ${siblings}`]) {
				expect((await come(planted.state, cookie)).to, cookie).toBe(expired);
			}
			const { to, set } = await come(own.state, `${siblings}; ${pair(own)}`);
			expect(to).toBe("/login/failed?reason=cancelled");
			expect(set).toContain("__Host-login=; Max-Age=0; Path=/");
		} finally {
			await secure.close();
		}
	});
});
