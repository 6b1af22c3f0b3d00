/** Sessions and sign-ins on a site with https, whose cookies no sibling host can set. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRows, type Rows } from "../support/site/rows";
import { CookieJar, fetchWithJar, followRedirects } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";

const PUBLIC_ORIGIN = "https://site.example";
const SESSION = "__Host-session";
const LOGIN = "__Host-login";
const FAILED = /\/login\/failed\?reason=(expired|refused|cancelled|provider)$/;

let site: Site;
let rows: Rows;
beforeAll(async () => {
	site = await startSite({ publicOrigin: PUBLIC_ORIGIN });
	rows = openRows(site);
});
afterAll(async () => {
	rows?.close();
	await site?.close();
});

const sessions = () => rows.one("select count(*) as count from sessions").count;

function newJar(): CookieJar {
	const jar = new CookieJar();
	jar.set(site.origin, "age-verified", "true");
	return jar;
}

/** Lets a browser return from the provider, before it requests the callback. */
async function returnFromProvider(name: string, jar = newJar()) {
	const start = `${site.origin}/login?login_hint=${name}`;
	const { address } = await followRedirects(jar, start, (at) =>
		at.startsWith(`${PUBLIC_ORIGIN}/login/callback`),
	);
	return { jar, callback: new URL(address.replace(PUBLIC_ORIGIN, site.origin)) };
}

/** Signs in. @returns the cookies of the browser. */
async function signIn(name: string, jar = newJar()) {
	const { callback } = await returnFromProvider(name, jar);
	expect((await fetchWithJar(jar, callback.href)).status).toBe(302);
	return jar.header(site.origin);
}

const tokenIn = (cookie: string) => new RegExp(`${SESSION}=([\\w-]+)`).exec(cookie)?.[1] ?? "";
const hasSession = (response: Response) => /session=./.test(response.headers.getSetCookie().join());

const nameOn = async (cookie: string) => {
	const page = await fetch(site.origin, { headers: { cookie: `${cookie}; age-verified=true; language=en` } });
	return /data-testid="username"[^>]*>([^<]*)/.exec(await page.text())?.[1];
};

describe("a session", () => {
	it("planted in a browser is replaced at sign-in", async () => {
		const planted = "a".repeat(43);
		const jar = newJar();
		jar.set(site.origin, SESSION, planted);
		const own = await signIn("ana", jar);
		expect(tokenIn(own)).toMatch(/^[\w-]{43}$/);
		expect(own).not.toContain(planted);
		expect(await nameOn(own)).toBe("ana");
		expect(await nameOn(`${SESSION}=${planted}`), "the planted session belongs to no user").toBeUndefined();
		expect(await nameOn(`session=${tokenIn(own)}`), "a sibling host can set this name").toBeUndefined();
	});

	it("of another user planted in a browser is ended, and never becomes the victim's session", async () => {
		const attackers = tokenIn(await signIn("bruno"));
		const jar = newJar();
		jar.set(site.origin, SESSION, attackers);
		expect(await nameOn(await signIn("ana", jar))).toBe("ana");
		expect(await nameOn(`${SESSION}=${attackers}`)).toBeUndefined();
	});

	it("has an unpredictable token: 32 random bytes, all different", async () => {
		const tokens = [];
		for (const name of ["ana", "ana", "carla"]) tokens.push(tokenIn(await signIn(name)));
		expect(new Set(tokens).size).toBe(3);
		expect(tokens.map((token) => Buffer.from(token, "base64url").length)).toEqual([32, 32, 32]);
	});

	it("is ended by the form of this site only, and is not accepted afterwards, even if its cookie was kept", async () => {
		const cookie = await signIn("carla");
		const signOut = async (method: string, from: string) => {
			const type = { "content-type": "application/x-www-form-urlencoded" };
			const headers = { cookie, "sec-fetch-site": from, ...type };
			return (await fetch(`${site.origin}/logout`, { method, redirect: "manual", headers })).status;
		};
		for (const [method, from] of [
			["GET", "cross-site"],
			["GET", "same-origin"],
			["POST", "cross-site"],
			["POST", "same-site"],
		] as const) {
			await signOut(method, from);
			expect(await nameOn(cookie), `${method} from ${from}`).toBe("carla");
		}
		expect(await signOut("POST", "same-origin")).toBe(302);
		expect(await nameOn(cookie)).toBeUndefined();
		const left = await fetch(`${site.origin}/points`, { headers: { cookie }, redirect: "manual" });
		expect(left.status).toBe(302);
	});
});

describe("the callback URL", () => {
	type Forged = (own: URL, theirs: URL) => string;
	/** The callback URL with a changed search parameter. A value of undefined removes the parameter. */
	const withParameter =
		(name: string, value: string | undefined): Forged =>
		(own) => {
			if (value === undefined) own.searchParams.delete(name);
			else own.searchParams.set(name, value);
			return own.href;
		};
	const forged: [string, Forged][] = [
		["without a state", withParameter("state", undefined)],
		["with a forged state", withParameter("state", "forged")],
		["without a code", withParameter("code", undefined)],
		["with a forged code", withParameter("code", "forged")],
		["from another browser", (_, theirs) => theirs.href],
		[
			"with another browser's code",
			(own, theirs) => withParameter("code", theirs.searchParams.get("code") ?? "")(own, theirs),
		],
		["with another issuer", withParameter("iss", "https://evil.example")],
		["with two states", (own) => `${own.origin}${own.pathname}?state=forged&${own.search.slice(1)}`],
		["with an error", withParameter("error", "access_denied")],
		["with a prototype name as state", withParameter("state", "__proto__")],
		["with a long state", withParameter("state", "x".repeat(6000))],
		["with line breaks", withParameter("state", "a\r\nSet-Cookie: session=x")],
	];

	it.each(forged)("does not sign in %s", async (_how, forge) => {
		const [own, theirs] = [await returnFromProvider("ana"), await returnFromProvider("admin")];
		const before = sessions();
		const { response, status, next } = await fetchWithJar(own.jar, forge(own.callback, theirs.callback));
		expect(status).toBe(302);
		expect(next).toMatch(FAILED);
		expect(hasSession(response)).toBe(false);
		expect(sessions()).toBe(before);
	});

	it("signs in once: neither the same browser nor an attacker with all its data can use it again", async () => {
		const { jar, callback } = await returnFromProvider("ana");
		const held = jar.header(site.origin);
		expect((await fetchWithJar(jar, callback.href)).status).toBe(302);
		const before = sessions();
		expect(hasSession(await fetch(callback, { headers: { cookie: held }, redirect: "manual" }))).toBe(false);
		expect(hasSession((await fetchWithJar(jar, callback.href)).response)).toBe(false);
		expect(sessions()).toBe(before);
	});

	it("accepts a started sign-in only from a cookie that no sibling host can set", async () => {
		const [own, planted] = [await returnFromProvider("ana"), await returnFromProvider("bruno")];
		const pairOf = ({ jar }: typeof own) => {
			const [pair = ""] = new RegExp(`${LOGIN}=[^;]+`).exec(jar.header(site.origin)) ?? [];
			return pair;
		};
		const come = async ({ callback }: typeof own, cookie: string) => {
			const answer = await fetch(callback, { redirect: "manual", headers: { cookie } });
			return { to: answer.headers.get("location"), set: answer.headers.getSetCookie().join() };
		};
		const siblings = pairOf(planted).replace("__Host-", "");
		for (const cookie of ["", siblings, `${siblings}; ${pairOf(own)}`, `${pairOf(own)}; ${siblings}`]) {
			const { to, set } = await come(planted, cookie);
			expect(to, cookie).toBe("/login/failed?reason=expired");
			expect(set).not.toMatch(/session=./);
		}
		const { set } = await come(own, `${siblings}; ${pairOf(own)}`);
		expect(set).toMatch(new RegExp(`${SESSION}=[^;]+;[^,]*; HttpOnly; Secure; SameSite=Lax`));
		expect(set).toContain(`${LOGIN}=; Max-Age=0; Path=/`);
	});

	it("leaves no code, state or token in the log", async () => {
		const { jar, callback } = await returnFromProvider("carla");
		await fetchWithJar(jar, callback.href);
		const token = tokenIn(jar.header(site.origin));
		expect(token).not.toBe("");
		await expect.poll(() => site.logs()).toContain('"/login/callback"');
		for (const secret of [token, ...["code", "state"].map((name) => callback.searchParams.get(name))])
			expect(site.logs()).not.toContain(secret);
		expect(site.logs()).not.toMatch(/eyJ[\w-]{10,}\./);
	});
});

describe("a visitor whose browser was forced to start many sign-ins", () => {
	it("sends a small request head and can still sign in", async () => {
		const jar = newJar();
		const start = () =>
			fetchWithJar(
				jar,
				`${site.origin}/login?returnTo=${encodeURIComponent(`/fairness?${"x".repeat(900)}`)}`,
			);
		// One after another, and at the same time.
		for (const atOnce of [...Array(10).fill(1), 10, 10]) {
			const answers = await Promise.all(Array.from({ length: atOnce }, start));
			expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]));
			expect(jar.header(site.origin).length).toBeLessThan(3000);
		}
		const cookie = await signIn("dora", jar);
		expect(await nameOn(cookie)).toBe("dora");
		expect(cookie).not.toMatch(/login/);
	});

	it("still signs in with 50 cookies of an earlier version of the site", async () => {
		const jar = newJar();
		for (let count = 0; count < 50; count += 1)
			jar.set(site.origin, `login:${crypto.randomUUID()}`, `state=${"s".repeat(43)}&${"s".repeat(43)}=v`);
		expect(await nameOn(await signIn("dora", jar))).toBe("dora");
	});
});
