/**
 * Signs in to the built site with Debian's Glewlwyd, an OpenID Connect server written in C that shares no code with
 * this site. `apt install glewlwyd sqlite3`, then `npm run bench -- glewlwyd`.
 */
import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { exportJWK, generateKeyPair } from "jose";
import { CookieJar, fetchWithJar, followRedirects } from "../../tests/support/site/sign-in";
import { freePort, type Site, startSite } from "../../tests/support/site/site";

const CLIENT = { id: "plateia", secret: randomBytes(24).toString("hex") };
const SCOPE = "openid profile email";
const PASSWORD = "a long password";
/** The token lifetime makes a refresh due immediately: a restarted site refreshes at its first request. */
const TOKEN_SECONDS = 60;
const SCHEMA = "/usr/share/doc/glewlwyd/database/init.sqlite3.sql.gz";

let stepsDone = 0;
function report(what: string) {
	stepsDone += 1;
	console.log(`${stepsDone}. ${what}`);
}

/** Glewlwyd with a separate database and one client, and its administration API. */
async function startGlewlwyd(folder: string, signOutTo: (origin: string) => string) {
	const port = await freePort();
	const origin = `http://localhost:${port}`;
	const issuer = `${origin}/api/oidc`;
	const database = join(folder, "glewlwyd.sqlite");
	execFileSync("sh", ["-c", `zcat ${SCHEMA} | sqlite3 ${database}`]);
	const shipped = await readFile("/etc/glewlwyd/glewlwyd.conf", "utf8");
	const kept = shipped.split("\n").filter((line) => !/^(@include|port=|external_url|log_)/.test(line));
	const configuration = `${kept.join("\n")}
port=${port}
bind_address="127.0.0.1"
external_url="${origin}/"
log_mode="file"
log_file="${join(folder, "glewlwyd.log")}"
log_level="INFO"
database = { type = "sqlite3"; path = "${database}"; };
`;
	await writeFile(join(folder, "glewlwyd.conf"), configuration);
	const child = spawn("glewlwyd", [`--config-file=${join(folder, "glewlwyd.conf")}`], { stdio: "ignore" });
	process.once("exit", () => child.kill());
	await answers(`${origin}/config`, child);

	const jar = new CookieJar();
	const administer = call.bind(undefined, jar, `${origin}/api`);
	await administer("POST", "/auth", { username: "admin", password: "password" });
	const users = await administer("GET", "/mod/user/database");
	users.parameters["data-format"].roles = { multiple: true, read: true, write: true };
	await administer("PUT", "/mod/user/database", users);
	await administer("PUT", "/mod/user/database/reset");
	for (const name of ["profile", "email"]) {
		await administer("POST", "/scope", { name, display_name: name, password_required: true, scheme: {} });
	}
	await administer("POST", "/mod/plugin", {
		module: "oidc",
		name: "oidc",
		display_name: "OpenID Connect",
		parameters: await pluginParameters(issuer),
	});
	return {
		issuer,
		origin,
		administer,
		register: (siteOrigin: string) =>
			administer("POST", "/client", {
				client_id: CLIENT.id,
				name: "Plateia",
				enabled: true,
				confidential: true,
				password: CLIENT.secret,
				scope: [],
				redirect_uri: [`${siteOrigin}/login/callback`],
				authorization_type: ["code", "refresh_token"],
				token_endpoint_auth_method: ["client_secret_basic"],
				post_logout_redirect_uri: signOutTo(siteOrigin),
			}),
		async close() {
			const ended = once(child, "exit");
			child.kill();
			await ended;
		},
	};
}

async function pluginParameters(iss: string) {
	const { privateKey } = await generateKeyPair("RS256", { extractable: true });
	const key = { ...(await exportJWK(privateKey)), kid: "1", alg: "RS256", use: "sig" };
	const rolesClaim = (name: string) => ({ name, "user-property": name, type: "string", mandatory: true });
	return {
		iss,
		"jwks-private": JSON.stringify({ keys: [key] }),
		"subject-type": "public",
		"access-token-duration": TOKEN_SECONDS,
		"refresh-token-duration": 1_209_600,
		"code-duration": 600,
		"refresh-token-rolling": true,
		"refresh-token-one-use": "always",
		"auth-type-code-enabled": true,
		"auth-type-refresh-enabled": true,
		"allowed-scope": ["openid", "profile", "email"],
		"jwks-show": true,
		"pkce-allowed": true,
		"pkce-required": true,
		"name-claim": "mandatory",
		"email-claim": "mandatory",
		claims: [rolesClaim("roles")],
		"session-management-allowed": true,
		"session-cookie-name": "GLEWLWYD2_OIDC_SID",
		"session-cookie-expiration": 2_419_200,
		"oauth-as-iss-id": true,
	};
}

async function answers(address: string, child: ChildProcess) {
	for (let tries = 0; tries < 100; tries += 1) {
		if (child.exitCode !== null) throw new Error("Glewlwyd has exited");
		if (
			await fetch(address).then(
				(response) => response.ok,
				() => false,
			)
		)
			return;
		await sleep(100);
	}
	throw new Error("Glewlwyd does not answer");
}

// biome-ignore lint/suspicious/noExplicitAny: its JSON is only passed on.
async function call(jar: CookieJar, api: string, method: string, path: string, json?: object): Promise<any> {
	const init = { method, headers: { "content-type": "application/json" } };
	const { response } = await fetchWithJar(jar, api + path, {
		...init,
		...(json && { body: JSON.stringify(json) }),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`Glewlwyd answered ${method} ${path} with ${response.status} ${text}`);
	return text ? JSON.parse(text) : undefined;
}

type Glewlwyd = Awaited<ReturnType<typeof startGlewlwyd>>;

/** Does the work of its page after name and password are typed: signs in, allows the site, and continues. */
async function signIn(site: Site, glewlwyd: Glewlwyd, name: string) {
	const jar = new CookieJar();
	jar.set(site.origin, "age-verified", "true");
	jar.set(site.origin, "language", "en");
	const isForm = (address: string) => new URL(address).pathname === "/login.html";
	const { address } = await followRedirects(jar, `${site.origin}/login`, isForm);
	const form = new URL(address).searchParams;
	const person = call.bind(undefined, jar, `${glewlwyd.origin}/api`);
	await person("POST", "/auth", { username: name, password: PASSWORD });
	await person("PUT", `/auth/grant/${CLIENT.id}`, { scope: form.get("scope") });
	const callback = new URL(form.get("callback_url") ?? "", glewlwyd.origin);
	callback.searchParams.set("g_continue", "");
	const arrival = await followRedirects(jar, callback.href);
	assert.equal(new URL(arrival.address).origin, site.origin);
	assert.equal(arrival.response?.status, 200);
	return { jar, html: await arrival.response.text() };
}

const read = async (jar: CookieJar, address: string) => {
	const { address: end, response } = await followRedirects(jar, address);
	return { path: new URL(end).pathname, html: (await response?.text()) ?? "" };
};
const nameIn = (html: string) => html.match(/data-testid="username">([^<]*)</)?.[1];

if (spawnSync("which", ["glewlwyd"]).status !== 0) {
	console.error("glewlwyd is not installed");
	process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), "plateia-glewlwyd-"));
const glewlwyd = await startGlewlwyd(folder, (origin) => `${origin}/`);
const site = await startSite({
	env: {
		OIDC_ISSUER: glewlwyd.issuer,
		OIDC_CLIENT_ID: CLIENT.id,
		OIDC_CLIENT_SECRET: CLIENT.secret,
		OIDC_SCOPE: SCOPE,
		OIDC_ROLES_CLAIM: "roles",
		OIDC_USERNAME_CLAIM: "",
		OIDC_AUDIENCE: "",
		OIDC_CONNECTION: "",
		DEMO_PROVIDER: "",
	},
});
try {
	await glewlwyd.register(site.origin);
	const ana = { username: "ana", name: "Ana_Live", email: "ana@example.com", enabled: true };
	const account = { ...ana, password: PASSWORD, scope: ["openid", "profile", "email"], roles: ["viewer"] };
	await glewlwyd.administer("POST", "/user", account);
	console.log(await (await fetch(`${glewlwyd.issuer}/.well-known/openid-configuration`)).json());

	const { jar, html } = await signIn(site, glewlwyd, "ana");
	assert.equal(nameIn(html), "ana_live");
	report("Ana signs in with PKCE, state and nonce, and her name is shown.");
	assert.equal((await read(jar, `${site.origin}/orders`)).path, "/");
	report("She is not an admin.");

	const { password: _password, ...known } = account;
	await glewlwyd.administer("PUT", "/user/ana", { ...known, name: "Ana_TV", roles: ["Admin"] });
	await site.restart();
	const orders = await read(jar, `${site.origin}/orders`);
	assert.deepEqual([orders.path, nameIn(orders.html)], ["/orders", "ana_tv"]);
	report("A refresh applies her new role and name; her refresh token was used once.");
	await site.restart();
	assert.equal(nameIn((await read(jar, `${site.origin}/store`)).html), "ana_tv");
	report("The next refresh uses the rotated refresh token.");

	const asUser = call.bind(undefined, jar, `${glewlwyd.origin}/api`);
	const tokens: { token_hash: string; enabled: boolean }[] = await asUser("GET", "/oidc/token");
	for (const { token_hash: hash } of tokens.filter(({ enabled }) => enabled)) {
		await asUser("DELETE", `/oidc/token/${encodeURIComponent(hash)}`);
	}
	await site.restart();
	assert.equal(nameIn((await read(jar, `${site.origin}/store`)).html), "ana_tv");
	// Glewlwyd sends no reason with the refusal. The site ends the session after the second refusal.
	await sleep(60_000);
	assert.equal(nameIn((await read(jar, `${site.origin}/store`)).html), undefined);
	report("After she has revoked the site's token at the provider, she is signed out.");

	const again = await signIn(site, glewlwyd, "ana");
	const out = await fetchWithJar(again.jar, `${site.origin}/logout`, {
		method: "POST",
		headers: { origin: site.origin, "content-type": "application/x-www-form-urlencoded" },
		body: "",
	});
	assert.equal(new URL(out.next ?? "").origin, glewlwyd.origin);
	const end = await fetchWithJar(again.jar, out.next ?? "");
	assert.equal(end.status, 302);
	assert.equal(nameIn((await read(again.jar, site.origin)).html), undefined);
	report(
		`Signed out, she is a visitor, and the provider asks for confirmation at ${end.next?.split("?")[0]}`,
	);
	console.log("All checks passed.");
} catch (error) {
	console.error(site.logs().split("\n").slice(-12).join("\n"));
	console.error((await readFile(join(folder, "glewlwyd.log"), "utf8")).split("\n").slice(-12).join("\n"));
	throw error;
} finally {
	await site.close();
	await glewlwyd.close();
	await rm(folder, { recursive: true, force: true });
}
