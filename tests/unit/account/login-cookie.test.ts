import { parse, parseSetCookie } from "cookie";
import { OAuth2Strategy } from "remix-auth-oauth2";
import { describe, expect, it } from "vitest";
import { createLoginCookie } from "~/account/login-cookie.server";

const ORIGIN = "https://site.example";
const requestWith = (cookie: string) =>
	new Request(`${ORIGIN}/login`, { headers: cookie ? { Cookie: cookie } : {} });
const text = (length: number, letter: string) => letter.repeat(length);

/** The library's cookie for a started sign-in; its state and verifier begin with the number. */
function startedAs(count: number) {
	const state = String(count).padEnd(43, "s");
	const verifier = String(count).padEnd(43, "v");
	return {
		state,
		verifier,
		setCookie: `any:${crypto.randomUUID()}=state=${state}&${state}=${verifier}; Path=/`,
	};
}

/** The cookie of a browser after a number of started sign-ins. */
function start(count: number, origin = ORIGIN) {
	const login = createLoginCookie(origin);
	let cookie = "";
	for (let i = 1; i <= count; i += 1) {
		const { name, value } = parseSetCookie(login.add(requestWith(cookie), startedAs(i).setCookie));
		cookie = `${name}=${encodeURIComponent(value ?? "")}`;
	}
	return { login, cookie };
}

/** The states that the library finds in a request. */
async function statesIn(request: Request, states: readonly string[], cookie: string) {
	const strategy = new OAuth2Strategy(
		{
			cookie,
			clientId: "c",
			clientSecret: "s",
			authorizationEndpoint: "https://idp.example/authorize",
			tokenEndpoint: "https://idp.example/token",
			redirectURI: `${ORIGIN}/login/callback`,
		},
		async () => undefined,
	);
	const found = [];
	for (const state of states) {
		const back = new Request(`${ORIGIN}/login/callback?state=${state}`, { headers: request.headers });
		const error = await strategy.authenticate(back).catch(String);
		// The library asks for the code only after the state has been accepted.
		if (error === "ReferenceError: Missing code in the URL") found.push(state);
	}
	return found;
}

describe("the cookie of pending sign-ins", () => {
	it("on https is bound to this host by its name, on http has the plain name", () => {
		const { login } = start(0);
		const set = login.add(requestWith(""), startedAs(1).setCookie);
		expect(set).toMatch(/^__Host-login=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
		expect(login.clear()).toBe("__Host-login=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax");
		const plain = createLoginCookie("http://localhost:3000").add(requestWith(""), startedAs(1).setCookie);
		expect(plain).toMatch(/^login=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
	});

	it.each([1, 4, 5, 500])("after %i started sign-ins contains at most the newest four", async (count) => {
		const { login, cookie } = start(count);
		expect(cookie.length).toBeLessThan(500);
		const all = Array.from({ length: count }, (_, i) => startedAs(i + 1).state);
		expect(await statesIn(login.isolate(requestWith(cookie)), all.slice(-10), login.name)).toEqual(
			all.slice(-4),
		);
	});

	it("ignores other cookies with a similar name or leading whitespace", async () => {
		const { login, cookie } = start(1);
		const planted = startedAs(9).state;
		const value = encodeURIComponent(`${planted}=${startedAs(9).verifier}`);
		for (const name of ["login", "login:x", "__Host-login:x", "__Host-login2", "\u00a0__Host-login"]) {
			for (const sent of [`${name}=${value}; ${cookie}`, `${cookie}; ${name}=${value}`, `${name}=${value}`]) {
				const isolated = login.isolate(requestWith(sent));
				expect(await statesIn(isolated, [planted], login.name), sent).toEqual([]);
			}
		}
		expect(login.isIn(requestWith(`login=${value}`))).toBe(false);
		const isolated = login.isolate(requestWith(`session=x; ${cookie}; login=${value}`));
		expect(Object.keys(parse(isolated.headers.get("Cookie") ?? ""))).toEqual([login.name]);
	});

	it.each([
		["a value without a pair", "x"],
		["a state that the library never generates", `at=${text(43, "v")}`],
		["a long verifier", `${text(43, "s")}=${text(4000, "v")}`],
		["many pairs that are not sign-ins", Array.from({ length: 200 }, (_, i) => `${i}=${i}`).join("&")],
		["an undecodable value", "%zz"],
		["an empty value", ""],
	])("drops %s", (_, value) => {
		const { login } = start(0);
		const sent = requestWith(`${login.name}=${encodeURIComponent(value)}`);
		expect(login.isolate(sent).headers.get("Cookie")).toBeNull();
		const { state, verifier, setCookie } = startedAs(1);
		expect(parseSetCookie(login.add(sent, setCookie)).value).toBe(`${state}=${verifier}`);
	});
});
