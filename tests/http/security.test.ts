import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addRecords, TABLE } from "../support/data/access-table";
import { openShelf } from "../support/data/store-content";
import { sendRaw } from "../support/site/raw-http";
import { openRows, type Rows } from "../support/site/rows";
import { signInWithCookies } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";

type Pairs = [name: string, value: string][];

/** Values that the site itself never writes. */
const PLANTED = ["planted-value", "987654321"];
/** Names of columns and other likely targets. No form has a field with such a name. */
const FOREIGN =
	`id userId twitchId twitchUsername username email roles role isAdmin admin viewer balance balanceAfter delta reason
	reference actor status state totalPoints itemId itemName itemPrice quantity decidedBy decidedAt crashPoint
	serverSeed serverSeedHash nonce hash chainId multiplier isActive createdAt updatedAt position tokens expiresAt
	sessionId slots won payouts hasCodes tableVersion drawVersion startedAt closedAt subject action before after
	nextDailyLoss lostSince permalink origin returnUrl redirect constructor prototype toString`.split(/\s+/);
/** A name that only admins may see. */
const MARKED = "marked_person";
const BROKEN = "a\r\nx-planted: 1\r\n\r\n<planted>";

let site: Site;
let rows: Rows;
let cookies: Record<"visitor" | "viewer" | "admin", string>;

beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000" } });
	addRecords(site);
	rows = openRows(site);
	cookies = {
		visitor: "age-verified=true",
		viewer: await signInWithCookies(site, "ana"),
		admin: await signInWithCookies(site, "admin"),
	};
	const { path = "", post } = TABLE["routes/store.$id.redeem"] ?? {};
	const marked = await signInWithCookies(site, MARKED);
	const redeemed = await submit(path, Object.entries(post?.fields() ?? {}), marked);
	expect(redeemed.headers.get("location")).toContain("order=");
});
afterAll(async () => {
	rows?.close();
	await site?.close();
});

const submit = (path: string, pairs: Pairs, cookie: string) =>
	fetch(site.origin + path, {
		method: "POST",
		headers: { accept: "text/html", "sec-fetch-site": "same-origin", cookie },
		redirect: "manual",
		body: new URLSearchParams(pairs),
	});

const get = (path: string, cookie: string, headers: Record<string, string> = {}) =>
	fetch(site.origin + path, { headers: { accept: "text/html", cookie, ...headers }, redirect: "manual" });

/** The target of a redirect as a browser resolves it. */
const placeOf = (answer: Response) => new URL(answer.headers.get("location") ?? "", site.origin);

/** The content of all tables, as JSON. Avatars are stored in the background after a sign-in. */
const stored = () =>
	JSON.stringify(
		rows
			.tables()
			.filter((name) => name !== "avatars")
			.map((name) => rows.all(`select * from ${name}`)),
	);
const storedUsers = () => rows.all("select * from users order by id");
const balances = () => rows.all("select user_id, points from user_points order by user_id");

/** Without those that need a token, in the address or in a header. */
const forms = Object.entries(TABLE).flatMap(([id, { path, get, post }]) =>
	post && get[2] !== 404 && !path.startsWith("/api/") ? [{ id, path, ...post }] : [],
);
/** Signs in as a user with the required role. */
const cookieFor = ({ id, statuses: is }: (typeof forms)[number]) =>
	is[1] >= 400 ||
	/new|edit|delete|disable|manage|settings|links|posts|user-points|orders$|past|codes|overlay|tournament\.form/.test(
		id,
	)
		? ("admin" as const)
		: ("viewer" as const);

/** The path of a form's data request, such as `/_root.data?index` for `/?index`. */
function dataPathOf(path: string): string {
	const [name = "", query] = path.split("?");
	return `${name === "/" ? "/_root" : name}.data${query === undefined ? "" : `?${query}`}`;
}

/** Decisions of several orders, and the games of a race. */
const LIST_FIELDS = ["order", "games"];

// One of these forms ends the session.
describe.each(forms)("the form of $id", (form) => {
	it("is refused with a duplicate field, accepts its own fields only, and adds no header", async () => {
		const own: Pairs = Object.entries(form.fields());
		for (const [name, value] of own) {
			if (LIST_FIELDS.includes(name)) continue;
			const before = balances();
			const twice: Pairs = [...own, [name, value]];
			const answer = await submit(dataPathOf(form.path), twice, cookies[cookieFor(form)]);
			expect(answer.status, name).toBe(400);
			expect(balances()).toEqual(before);
		}

		const before = storedUsers();
		const foreign = FOREIGN.filter((name) => !own.some(([taken]) => taken === name));
		for (const value of PLANTED) {
			const planted: Pairs = foreign.map((name) => [name, value]);
			const pairs = [...Object.entries(form.fields()), ...planted];
			const answer = await submit(form.path, pairs, cookies[cookieFor(form)]);
			expect(answer.status).toBeLessThan(500);
		}
		const all = stored();
		for (const value of PLANTED) {
			// The surroundings of the value, not the whole content.
			const at = all.indexOf(value);
			expect(at < 0 ? "" : all.slice(Math.max(0, at - 200), at + 200)).toBe("");
		}
		expect(storedUsers()).toEqual(before);

		const broken: Pairs = [...own.map(([name]) => name), "returnTo"].map((name) => [name, BROKEN]);
		const answer = await submit(form.path, broken, cookies[cookieFor(form)]);
		expect(answer.status).toBeLessThan(500);
		expect(answer.headers.has("x-planted")).toBe(false);
		expect(await answer.text()).not.toContain("<planted>");
	});
});

const ELSEWHERE = [
	...["//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "/\t/evil.example"],
	...["/\n/evil.example", "/.//evil.example", "/%2e//evil.example", "/x/..//evil.example"],
	...["/;@evil.example", "@evil.example", "https://evil.example", "https:evil.example"],
	...["http:/\\evil.example", "javascript:alert(1)", "data:text/html,x", "/\u2028/evil.example"],
	...["/\r\nLocation: https://evil.example", "/\r\nSet-Cookie: planted=1"],
];

it("a redirect does not lead to another site, however its address is written", async () => {
	const viewer = await signInWithCookies(site, "ana");
	for (const returnTo of ELSEWHERE) {
		for (const [path, field, cookie] of [
			["/preferences", ["theme", "dark"], cookies.visitor],
			["/points/care", ["intent", "dismiss"], viewer],
		] as const) {
			const answer = await submit(path, [[...field], ["returnTo", returnTo]], cookie);
			expect(answer.status, path).toBe(302);
			expect(placeOf(answer).origin, `${path} to ${returnTo}`).toBe(site.origin);
			expect(answer.headers.getSetCookie().join()).not.toContain("planted");
		}
		const begun = await get(`/login?returnTo=${encodeURIComponent(returnTo)}&login_hint=carla`, "");
		expect(placeOf(begun).origin).toBe(new URL(site.provider.issuer).origin);
		const [kept] = begun.headers.getSetCookie().filter((line) => line.startsWith("return-to="));
		const path = JSON.parse(Buffer.from(kept?.split(/[=.]/)[1] ?? "", "base64url").toString());
		expect(new URL(path, site.origin).origin, returnTo).toBe(site.origin);
	}
});

describe("a request with hostile parameters, cookies and headers", () => {
	const coded = encodeURIComponent(BROKEN);
	/** One group of parameters in each request, so that the refusal of one hides no other. */
	const GROUPS = {
		"addresses of another site":
			"returnTo=//evil.example&redirect=//evil.example&next=//evil.example&url=https://evil.example&continue=//evil.example",
		"line breaks": `q=${coded}&status=${coded}&order=${coded}`,
		"duplicates and names of prototypes":
			"q=1&q=2&status=__proto__&status=created&sort=__proto__&sort=constructor&order=1&order=2&edit=__proto__&after=%7B%22__proto__%22%3A1%7D&before=1&user=a&user=b&show=toString&language=__proto__&round=__proto__&period=__proto__&board=constructor&page=-1&page=1e999&__proto__[polluted]=1&constructor[prototype][polluted]=1&__proto__.polluted=1&nonce=1e999&target=NaN",
	};
	const headers = {
		...{ referer: "https://evil.example/", "x-forwarded-host": "evil.example" },
		...{ forwarded: "host=evil.example", "x-request-id": coded, origin: coded },
	};

	async function expectHarmless(path: string, cookie: string) {
		const answer = await get(path, `${cookie}; notice=${coded}`, headers);
		expect(answer.status, path).toBeLessThan(500);
		expect(answer.headers.has("x-planted"), path).toBe(false);
		const text = await answer.text();
		expect(text, path).not.toContain("<planted>");
		expect(text, path).not.toContain('polluted":"1');
		if (answer.status < 300 || answer.status > 399) return;
		const own = path.startsWith("/login?") ? new URL(site.provider.issuer).origin : site.origin;
		expect(placeOf(answer).origin, path).toBe(own);
	}

	it.each(Object.entries(GROUPS))(
		"stays on this site, gets no header of its own and breaks no page: %s",
		async (_what, query) => {
			for (const { path, get } of Object.values(TABLE)) {
				const address = `${path}${path.includes("?") ? "&" : "?"}${query}`;
				await expectHarmless(address, cookies.admin);
				// Other paths answer visitors with a redirect, whatever their parameters are.
				if (get[0] === 200 || path.startsWith("/login")) await expectHarmless(address, cookies.visitor);
			}
		},
	);

	it("is harmless with line breaks in its path", async () => {
		for (const path of [
			...[`/login?login_hint=${coded}&returnTo=${coded}`, `/store/${coded}/redeem`, `/store/${coded}/edit`],
			...[`/user-points/${coded}/merge`, `/bonus-hunt/past/${coded}`, `/players/${coded}`],
			...[`/slot-images/${coded}.webp`, `/orders/export?q=${coded}`, `/login/failed?reason=${coded}`],
		]) {
			for (const cookie of [cookies.visitor, cookies.admin]) await expectHarmless(path, cookie);
		}
	});
});

describe("a manipulated URL", () => {
	/** Notations of a path that have bypassed the access checks of other sites. */
	function bypassesOf(path: string): [string, Record<string, string>?][] {
		const route = `routes${path.replace("/export", ".export")}`;
		const [encoded, upper] = [
			path.replace(/^\/(.)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
			path.toUpperCase(),
		];
		const addresses = [
			...[
				path,
				`/${path}`,
				`${path}/`,
				`${path}//`,
				`/.${path}`,
				`/store/%2e%2e${path}`,
				`/store/..;${path}`,
			],
			...[`${path};a=b`, `${path}%2f`, `${path}%00`, `${path}%20`, `${path}?`, path.replace("/", "/%")],
			...[encoded, upper, `${upper}.data`, `${path}.data`, `${path}.data?_routes=${route}`],
			...[`/_root.data?_routes=${route}`, `${path}?_data=${route}`, `/static/..%2f..${path}`],
		];
		return [
			...addresses.map((address): [string] => [address]),
			["/", { "x-original-url": path, "x-rewrite-url": path }],
			[path, { "x-forwarded-for": "127.0.0.1", "x-real-ip": "127.0.0.1", "x-forwarded-host": "localhost" }],
			[path, { "x-http-method-override": "POST", "x-user": "admin", authorization: "Bearer admin" }],
		];
	}

	it.each(["/orders", "/user-points/export"])("does not lead a visitor to %s", async (path) => {
		const shown = await (await get(path, cookies.admin)).text();
		expect(shown, "an admin sees it").toContain(MARKED);
		for (const [address, headers] of bypassesOf(path)) {
			const answer = await get(address, cookies.visitor, headers);
			expect(answer.status, address).toBeLessThan(500);
			expect(await answer.text(), address).not.toContain(MARKED);
		}
	});

	it("does not return a file of the server", async () => {
		for (const path of [
			...["/.env", "/.git/config", "/.vite/manifest.json", "/package.json", "/..\\..\\package.json"],
			...["/assets/../../server/index.js", "/assets/%2e%2e/%2e%2e/server/index.js"],
			...["/assets/..%2f..%2fserver%2findex.js", "/assets/..%5c..%5cserver%5cindex.js"],
			...["/favicon.svg%00.txt", "/slot-images/..%2fsite.sqlite", "/slot-images/%2e%2e%2fsite.sqlite"],
			...["/slot-images/..%5csite.sqlite", "/slot-images/a%00.webp", "/slot-images/.webp"],
			...["/api/image-proxy?name=../site.sqlite", "/api/image-proxy?name=http://localhost:1/a.png"],
			"/api/image-proxy?name=file:///etc/passwd",
		]) {
			const reply = await sendRaw(
				site.origin,
				`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
			);
			expect([302, 400, 404], path).toContain(reply.statuses[0]);
			expect(reply.text, path).not.toMatch(/SQLite format|root:x|"dependencies"|import /);
		}
	});
});

it("no served file reveals source code", () => {
	const files = readdirSync("build/client", { recursive: true, encoding: "utf8" });
	expect(files.filter((name) => /\.map$|(^|\/)\./.test(name))).toEqual([]);
	const scripts = files.filter((name) => name.endsWith(".js"));
	expect(scripts.length).toBeGreaterThan(10);
	for (const name of scripts) {
		const text = readFileSync(join("build/client", name), "utf8");
		expect(/sourceMappingURL|SESSION_SECRET|better-sqlite3|\/work\/|\/tmp\//.exec(text), name).toBeNull();
	}
});

it("another user's record is answered like a missing one, for orders, users, players, hunts, slots and items", async () => {
	/** The response without values that differ each time. */
	async function answerTo(path: string, cookie: string) {
		const answer = await get(path, cookie);
		const text = (await answer.text())
			.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
			.replaceAll(/\d{10,}(\.\d+)?/g, "TIME");
		const location = answer.headers.get("location");
		return { status: answer.status, location, text: text.replaceAll(/hidden-item|carla|nobodys/g, "ID") };
	}

	const shelf = openShelf(site);
	shelf.add({ id: "pen", price: 1 });
	shelf.add({ id: "hidden-item", status: "disabled" });
	shelf.close();
	const [viewer, carla] = [await signInWithCookies(site, "ana"), await signInWithCookies(site, "carla")];
	const fields = { idempotencyKey: crypto.randomUUID(), revision: "1", price: "1", stock: "5" };
	const redeemed = await submit("/store/pen/redeem", Object.entries(fields), carla);
	const order = placeOf(redeemed).searchParams.get("order");
	expect(order).toMatch(/^[0-9a-f-]{36}$/);
	const { id } = rows.one("select id from users where twitch_username = 'carla'");
	const none = crypto.randomUUID();
	for (const [there, gone] of [
		[`/store/pen/redeem?order=${order}`, `/store/pen/redeem?order=${none}`],
		[`/orders?order=${order}`, `/orders?order=${none}`],
		[`/user-points/${id}`, `/user-points/${none}`],
		[`/user-points/${id}/merge`, `/user-points/${none}/merge`],
		["/players/carla", "/players/nobodys"],
		["/store/hidden-item/edit", `/store/${none}/edit`],
		["/slots/cup/edit", `/slots/${none}/edit`],
		["/promotions/cup/edit", `/promotions/${none}/edit`],
	] as const) {
		expect(await answerTo(there, viewer), there).toEqual(await answerTo(gone, viewer));
	}
	expect((await get(`/store/pen/redeem?order=${order}`, carla)).status, "its owner sees it").toBe(200);
});

it("the headers of a response keep every page, data response and file of a user out of caches, frames and other sites", async () => {
	const PUBLIC =
		/^(routes\/(slot-images|api\.|(sw|offline|robots|manifest|icons)$)|favicon|touch-icon|share-picture)/;
	for (const [id, { path }] of Object.entries(TABLE)) {
		if (id === "routes/live") continue;
		for (const address of [path, dataPathOf(path)]) {
			const { status, headers, body } = await get(address, cookies.admin);
			await body?.cancel();
			expect(Object.fromEntries(headers), address).toMatchObject({
				"x-content-type-options": "nosniff",
				"x-frame-options": "DENY",
				"cross-origin-resource-policy": "same-origin",
			});
			for (const name of ["access-control-allow-origin", "server", "x-powered-by"])
				expect(headers.has(name), `${name} of ${address}`).toBe(false);
			if (headers.get("content-type")?.startsWith("text/html"))
				expect(headers.get("content-security-policy"), address).toMatch(/frame-ancestors 'none'/);
			if (status === 200 && !PUBLIC.test(id))
				expect(headers.get("cache-control"), address).toMatch(/^no-store(, no-transform)?$/);
		}
	}
});
