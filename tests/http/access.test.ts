import { afterAll, beforeAll, expect, it } from "vitest";
import { RIGHTS } from "~/lib/rights";
import { addRecords, type Fields, ROLES, type Role, round, TABLE } from "../support/data/access-table";
import { builtRoutes } from "../support/site/built-routes";
import { giveRights, openRows, type Rows } from "../support/site/rows";
import { signInWithCookies } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";

let site: Site;
let rows: Rows;
let tables: string[];

beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000" } });
	addRecords(site);
	rows = openRows(site);
	tables = rows.tables().filter((name) => !CHANGING.has(name));
});
afterAll(async () => {
	rows?.close();
	await site?.close();
});

const NAMES: Record<Role | "moderator", string> = {
	...{ visitor: "", viewer: "ana", admin: "admin", moderator: "rui" },
};
const cookies = new Map<Role | "moderator", string>();

/** The cookie header of a role. Viewer and admin sign in once for all routes. */
async function cookieOf(role: Role | "moderator") {
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
	return {
		status: response.status,
		type: response.headers.get("content-type") ?? "",
		text: await response.text(),
		location: response.headers.get("location")?.replace(site.origin, ""),
		changes: response.headers.getSetCookie(),
	};
}

/** Fails unless a redirect leads to the listed place. */
function expectPlace({ status, location }: { status: number; location?: string }, to?: string | RegExp) {
	if (status !== 302) return;
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
	"nodes",
	// Announcements are distributed after the answer.
	...["alerts", "announcements", "jobs"],
]);

/** The rows of all other tables, and the seeds without the nonce, which solo Crash increments in each round. */
const stored = () =>
	JSON.stringify([
		...tables.map((name) => [name, rows.all(`select * from ${name}`)]),
		rows.all("select id, user_id, client_seed, revealed_at from player_seeds"),
	]);
const sessionsStored = () => JSON.stringify(rows.all("select id from sessions"));

const dataPathOf = (path: string) =>
	path.replace(/^([^?]*)(\??.*)$/, (_, name, query) => `${name === "/" ? "/_root" : name}.data${query}`);

it("covers every built route, and no other routes", () => {
	const routes = builtRoutes();
	expect(Object.keys(TABLE).sort()).toEqual(routes.map(({ id }) => id).sort());
	const actions = routes.filter(({ hasAction }) => hasAction).map(({ id }) => id);
	const posts = Object.keys(TABLE).filter((id) => TABLE[id]?.post);
	expect(posts.sort()).toEqual(actions.sort());
});

it.each(Object.entries(TABLE))(
	"%s returns the listed statuses to each role, and refuses forms of other sites",
	async (id, row) => {
		const { path, get, getFromElsewhere, to, post, webhook } = row;
		const fields: Fields = post?.fields ?? (() => ({ any: "thing" }));
		for (const [at, role] of ROLES.entries()) {
			const cookie = await cookieOf(role);
			for (const headers of [SAME_SITE, CROSS]) {
				const response = await send(path, cookie, headers);
				const expected = (headers === CROSS && getFromElsewhere) || get[at];
				expect(response.status, `GET ${headers["sec-fetch-site"]} as ${role}`).toBe(expected);
				expectPlace(response, to);
			}

			const before = [stored(), sessionsStored()];
			for (const address of [path, dataPathOf(path)]) {
				const refused = address === path && webhook ? webhook : post ? 403 : 405;
				// Data requests for files are refused before they reach a route.
				const isFile = refused === 405 || get[at] === 404 || path.startsWith("/api/");
				const allowed = address !== path && isFile ? [404, refused] : [refused];
				const response = await send(address, cookie, CROSS, fields());
				expect(allowed, `POST ${address} from another site as ${role}`).toContain(response.status);
				expect(response.changes.join(), "no cookie is changed").not.toMatch(/session=|theme=|games-demo=/);
			}
			expect([stored(), sessionsStored()], "nothing is stored").toEqual(before);

			const response = await send(path, cookie, SAME_SITE, fields());
			expect(response.status, `POST from this site as ${role}`).toBe(post?.statuses[at] ?? webhook ?? 405);
			if (id === "routes/logout") cookies.delete(role);
			expectPlace(response, post?.to);
			const isRedirected = get[at] === 302 && get[ROLES.indexOf("admin")] === 200;
			if (response.status >= 400 || isRedirected)
				expect(stored(), `a refused request of a ${role} stores nothing`).toBe(before[0]);
		}
	},
);

/** The forms of the admin have edited one and deleted the other. */
function renewRaffles(): void {
	for (const id of ["cup", "jug"]) {
		rows.run("delete from raffles where id = ?", id);
		rows.add("raffles", { id, title: id, prizes: "5", prize_values: `[{"points":5}]` });
	}
}

it.each(Object.entries(TABLE))(
	"%s answers a moderator with its right as an admin, and one with all other rights as a viewer",
	async (id, { path, get, post, right, webhook, forAdmins = [], isFormForAdmins }) => {
		for (const [rights, role] of [
			[right === "staff" ? [] : RIGHTS.filter((one) => one !== right), "viewer"],
			...(right === "staff" ? RIGHTS : [right ?? []].flat()).map((one) => [[one], "admin"] as const),
		] as const) {
			const cookie = await cookieOf("moderator");
			giveRights(rows, NAMES.moderator, rights);
			if (id.startsWith("raffles.")) renewRaffles();
			const at = ROLES.indexOf(role);
			expect((await send(path, cookie, SAME_SITE)).status, `GET with ${rights}`).toBe(get[at]);
			const before = stored();
			const answer = await send(path, cookie, SAME_SITE, post?.fields() ?? { any: "thing" });
			const expected = isFormForAdmins && role === "admin" ? 403 : post?.statuses[at];
			expect(answer.status, `POST with ${rights}`).toBe(expected ?? webhook ?? 405);
			if (id === "routes/logout") cookies.delete("moderator");
			if (answer.status >= 400 || (get[at] === 302 && get[2] === 200)) expect(stored()).toBe(before);
		}
		giveRights(rows, NAMES.moderator, RIGHTS);
		const before = stored();
		for (const fields of forAdmins) {
			const answer = await send(path, await cookieOf("moderator"), SAME_SITE, fields());
			expect([answer.status, stored()], JSON.stringify(fields())).toEqual([403, before]);
		}
	},
);

it("refuses data requests for files in any case, because encoding a file as JSON text takes far longer than sending it", async () => {
	const cookie = await cookieOf("admin");
	const files: string[] = [];
	for (const { path, webhook } of Object.values(TABLE)) {
		const [pathname = ""] = path.split("?");
		const { status, type } = await send(path, cookie, SAME_SITE);
		const isPage = type.startsWith("text/html") && pathname !== "/offline";
		if (webhook || status === 302 || isPage) continue;
		files.push(pathname);
		// Routes match paths in any case.
		for (const written of [pathname, pathname.toUpperCase()]) {
			const { status, text } = await send(`${written}.data`, cookie, SAME_SITE);
			expect([status, text], written).toEqual([404, "Not Found\n"]);
		}
	}
	expect(files).toEqual(expect.arrayContaining(["/live", "/offline", "/orders/export", "/share.png"]));
	expect(files.length).toBeGreaterThan(15);
});

it("never stores a visitor's demo rounds in the database", async () => {
	const before = stored();
	const played = await send("/mini-games/plinko", "age-verified=true", SAME_SITE, round());
	expect(played.status).toBe(200);
	expect(played.changes.join()).toContain("games-demo=");
	expect(stored()).toBe(before);
});

it("answers a form with hostile field names like any other invalid form", async () => {
	const sparse = { ...round(), stake: "11", "a[200000]": "x" };
	const { text } = await send("/mini-games/plinko.data", "age-verified=true", SAME_SITE, sparse);
	expect(text.length, "the response stays small").toBeLessThan(20_000);
	const broken = { ...round(), __intent__: "x" };
	const { status } = await send("/mini-games/plinko", "age-verified=true", SAME_SITE, broken);
	expect(status).toBeLessThan(500);
});
