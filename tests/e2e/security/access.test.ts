import { SQLite } from "db/driver";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fields, furnish, round, TABLE, WHO, type Who } from "../../support/data/access-table";
import { builtRoutes } from "../../support/site/built-routes";
import { CookieJar, fetchWithJar, signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

let site: Site;
beforeAll(async () => {
	// Each row signs in again.
	site = await startSite({ env: { RATE_LIMIT_SCALE: "100" } });
	furnish(site);
});
afterAll(() => site?.close());

const NAMES: Record<Who, string> = { visitor: "", viewer: "ana", admin: "admin" };
const cookieOf = async (who: Who) =>
	who === "visitor" ? "age-verified=true" : signInWithCookies(site, NAMES[who]);

const OWN = { "sec-fetch-site": "same-origin" };
const CROSS = { "sec-fetch-site": "cross-site", origin: "https://evil.example" };

async function ask(
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

function expectPlace(location: string | undefined, to: string | RegExp | undefined) {
	if (to instanceof RegExp) expect(location).toMatch(to);
	else expect(location).toBe(to);
}

/** Everything that games and settings write. */
function stored() {
	const database = new SQLite(site.database, { readonly: true });
	const tables = [
		"users",
		"user_points",
		"point_entries",
		"plinko_rounds",
		"game_wins",
		"crash_game_state",
		"crash_bets",
		"orders",
		"store_items",
		"redeem_messages",
		"idempotency_keys",
		"point_merges",
		"slots",
		"promotions",
		"site_settings",
		"admin_changes",
		"social_links",
		"instagram_embeds",
		"player_pages",
		"play_limits",
	];
	const rows = tables.map((table) => database.prepare(`select * from ${table}`).all());
	// Without the nonce: a solo table that a page has opened draws its next flight by itself.
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

it("has a row for every built route with a loader or an action, and a route for every row", () => {
	const routes = builtRoutes().filter(({ hasLoader, hasAction }) => hasLoader || hasAction);
	expect(Object.keys(TABLE).sort()).toEqual(routes.map(({ id }) => id).sort());
	const actions = routes.filter(({ hasAction }) => hasAction).map(({ id }) => id);
	const posts = Object.keys(TABLE).filter((id) => TABLE[id]?.post);
	expect(posts.sort()).toEqual(actions.sort());
});

describe.each(Object.entries(TABLE))("%s", (_id, { path, get, getFromElsewhere, to, post }) => {
	const is = post?.is ?? [405, 405, 405];
	const fields: Fields = post?.fields ?? (() => ({ any: "thing" }));

	it.each(WHO)("answers as listed: %s", async (who) => {
		const cookie = await cookieOf(who);
		for (const headers of [OWN, CROSS]) {
			const got = await ask(path, cookie, headers);
			const is = headers === CROSS && getFromElsewhere ? getFromElsewhere : get[WHO.indexOf(who)];
			expect(got.status, `GET ${headers["sec-fetch-site"]}`).toBe(is);
			expectPlace(got.location, got.status === 302 ? to : undefined);
		}

		const before = [stored(), sessionsStored()];
		for (const address of [path, `${path.replace(/\?.*/, "").replace(/^\/$/, "/_root")}.data`]) {
			const crossed = await ask(address, cookie, CROSS, fields());
			expect(crossed.status, `POST ${address} from another site`).toBe(post ? 403 : 405);
			expect(crossed.changes.join(), "and changes no cookie").not.toMatch(/session=|theme=|plinko-demo=/);
		}
		expect([stored(), sessionsStored()], "and nothing stored").toEqual(before);

		const posted = await ask(path, cookie, OWN, fields());
		expect(posted.status, "POST of this site").toBe(is[WHO.indexOf(who)]);
		if (posted.status === 302) expectPlace(posted.location, post?.to);
		const mayNot = get[WHO.indexOf(who)] === 302 && get[WHO.indexOf("admin")] === 200;
		if (posted.status >= 400 || mayNot) expect(stored(), "a refusal stores nothing").toBe(before[0]);
	});
});

it("never writes a visitor's demo rounds into the database", async () => {
	const before = stored();
	const played = await ask("/mini-games/plinko", "age-verified=true", OWN, round());
	expect(played.status).toBe(200);
	expect(played.changes.join()).toContain("plinko-demo=");
	expect(stored()).toBe(before);
});

it("answers a form with hostile field names like other invalid forms", async () => {
	const sparse = await ask("/mini-games/plinko.data", "age-verified=true", OWN, {
		...round(),
		stake: "11",
		"a[200000]": "x",
	});
	expect(sparse.bytes, "what is sent back stays small").toBeLessThan(20_000);
	const broken = await ask("/mini-games/plinko", "age-verified=true", OWN, { ...round(), __intent__: "x" });
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
	expect(await isSignedIn(first), "the old cookie still opens the session").toBe(false);
});
