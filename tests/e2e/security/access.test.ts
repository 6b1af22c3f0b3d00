import { SQLite } from "db/sqlite/driver";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addRecords, type Fields, ROLES, type Role, round, TABLE } from "../../support/data/access-table";
import { builtRoutes } from "../../support/site/built-routes";
import { CookieJar, fetchWithJar, signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "100" } });
	addRecords(site);
});
afterAll(() => site?.close());

const NAMES: Record<Role, string> = { visitor: "", viewer: "ana", admin: "admin" };
const cookies = new Map<Role, string>();

/** The cookie header of a visitor, viewer or admin, role sign in once for all rows. */
async function cookieOf(role: Role) {
	const cookie =
		cookies.get(role) ??
		(role === "visitor" ? "age-verified=true" : await signInWithCookies(site, NAMES[role]));
	cookies.set(role, cookie);
	return cookie;
}

const SAME_SITE = { "sec-fetch-site": "same-origin" };
const CROSS = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };

async function send(
	path: string,
	cookie: string,
	headers: Record<string, string>,
	fields?: Record<string, string>,
) {
	const response = await fetch(site.origin + path, {
		method: fields ? "POST" : "GET",
		headers: { cookie, accept: "text/html", ...headers },
		redirect: "manual",
		...(fields && { body: new URLSearchParams(fields) }),
	});
	const bytes = (await response.arrayBuffer()).byteLength;
	const location = response.headers.get("location")?.replace(site.origin, "");
	return { status: response.status, bytes, location, changes: response.headers.getSetCookie() };
}

function expectLocation(location: string | undefined, to: string | RegExp | undefined) {
	if (to instanceof RegExp) expect(location).toMatch(to);
	else expect(location).toBe(to);
}

/** Tables that change without a request of the test: by the clock, by page views, by sessions or after a sign-in. */
const CHANGING = new Set([
	"sessions",
	"player_seeds",
	"crash_chains",
	"crash_rounds",
	"event_counts",
	"sqlite_sequence",
	"avatars",
]);

/** The rows of all other tables, and the seeds without the nonce, which solo Crash increments in each round. */
function stored() {
	const database = new SQLite(site.database, { readonly: true });
	const tables = database.prepare("select name from sqlite_master where type = 'table' order by name").all();
	const rows = (tables as { name: string }[])
		.filter(({ name }) => !CHANGING.has(name))
		.map(({ name }) => [name, database.prepare(`select * from ${name}`).all()]);
	const seeds = database.prepare("select id, user_id, client_seed, revealed_at from player_seeds").all();
	database.close();
	return JSON.stringify([...rows, seeds]);
}

const sessionsStored = () => {
	const database = new SQLite(site.database, { readonly: true });
	const rows = database.prepare("select id from sessions").all();
	database.close();
	return JSON.stringify(rows);
};

it("covers every built route, and no other routes", () => {
	const routes = builtRoutes();
	expect(Object.keys(TABLE).sort()).toEqual(routes.map(({ id }) => id).sort());
	const actions = routes.filter(({ hasAction }) => hasAction).map(({ id }) => id);
	const posts = Object.keys(TABLE).filter((id) => TABLE[id]?.post);
	expect(posts.sort()).toEqual(actions.sort());
});

describe.each(Object.entries(TABLE))("%s", (id, { path, get, getFromElsewhere, to, post, webhook }) => {
	const expected = post?.statuses ?? Array(ROLES.length).fill(webhook ?? 405);
	const fields: Fields = post?.fields ?? (() => ({ any: "thing" }));

	it.each(ROLES)("returns the listed statuses: %s", async (role) => {
		const cookie = await cookieOf(role);
		for (const headers of [SAME_SITE, CROSS]) {
			const response = await send(path, cookie, headers);
			const expected = headers === CROSS && getFromElsewhere ? getFromElsewhere : get[ROLES.indexOf(role)];
			expect(response.status, `GET ${headers["sec-fetch-site"]}`).toBe(expected);
			expectLocation(response.location, response.status === 302 ? to : undefined);
		}

		const before = [stored(), sessionsStored()];
		for (const address of [
			path,
			path.replace(/^([^?]*)(\??.*)$/, (_, name, query) => `${name === "/" ? "/_root" : name}.data${query}`),
		]) {
			const crossSiteResponse = await send(address, cookie, CROSS, fields());
			const refused = address === path && webhook ? webhook : post ? 403 : 405;
			// Data requests for files are refused before they reach a route.
			const allowed = address !== path && refused === 405 ? [404, 405] : [refused];
			expect(allowed, `POST ${address} from another site`).toContain(crossSiteResponse.status);
			expect(crossSiteResponse.changes.join(), "no cookie is changed").not.toMatch(
				/session=|theme=|plinko-demo=/,
			);
		}
		expect([stored(), sessionsStored()], "nothing is stored").toEqual(before);

		const ownResponse = await send(path, cookie, SAME_SITE, fields());
		expect(ownResponse.status, "POST from this site").toBe(expected[ROLES.indexOf(role)]);
		if (id === "routes/logout") cookies.delete(role);
		if (ownResponse.status === 302) expectLocation(ownResponse.location, post?.to);
		const isRedirected = get[ROLES.indexOf(role)] === 302 && get[ROLES.indexOf("admin")] === 200;
		if (ownResponse.status >= 400 || isRedirected)
			expect(stored(), "a refused request stores nothing").toBe(before[0]);
	});
});

it("refuses data requests for files, because encoding a file as JSON text takes far longer than sending it", async () => {
	const cookie = await cookieOf("admin");
	const files: string[] = [];
	for (const { path } of Object.values(TABLE)) {
		const [pathname = ""] = path.split("?");
		const response = await fetch(site.origin + path, {
			headers: { cookie, ...SAME_SITE },
			redirect: "manual",
		});
		await response.body?.cancel();
		const type = response.headers.get("content-type") ?? "";
		if (response.status !== 200 || (type.startsWith("text/html") && pathname !== "/offline")) continue;
		files.push(pathname);
		expect((await send(`${pathname}.data`, cookie, SAME_SITE)).status, pathname).toBe(404);
	}
	expect(files.length).toBeGreaterThan(10);
});

it("never stores a visitor's demo rounds in the database", async () => {
	const before = stored();
	const played = await send("/mini-games/plinko", "age-verified=true", SAME_SITE, round());
	expect(played.status).toBe(200);
	expect(played.changes.join()).toContain("plinko-demo=");
	expect(stored()).toBe(before);
});

it("answers a form with hostile field names like any other invalid form", async () => {
	const sparse = await send("/mini-games/plinko.data", "age-verified=true", SAME_SITE, {
		...round(),
		stake: "11",
		"a[200000]": "x",
	});
	expect(sparse.bytes, "the response stays small").toBeLessThan(20_000);
	const broken = await send("/mini-games/plinko", "age-verified=true", SAME_SITE, {
		...round(),
		__intent__: "x",
	});
	expect(broken.status).toBeLessThan(500);
});

it("ends a browser's previous session when it signs in again", async () => {
	const jar = new CookieJar();
	const signIn = async (name: string) => {
		let address: string | null = `${site.origin}/login?login_hint=${name}`;
		while (address) {
			const { response, next } = await fetchWithJar(jar, address);
			await response.body?.cancel();
			address = next;
		}
		return jar.header(site.origin);
	};
	const isSignedIn = async (cookie: string) => {
		const page = await fetch(site.origin, { headers: { cookie: `${cookie}; age-verified=true` } });
		return (await page.text()).includes('data-testid="username"');
	};

	const first = await signIn("ana");
	expect(await isSignedIn(first)).toBe(true);
	const second = await signIn("bruno");
	expect(await isSignedIn(second)).toBe(true);
	expect(await isSignedIn(first), "the old cookie no longer opens a session").toBe(false);
});
