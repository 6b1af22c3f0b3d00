import { SQLite } from "db/sqlite/driver";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addRecords, TABLE } from "../../support/data/access-table";
import { openShelf } from "../../support/data/store-content";
import { signInWithCookies } from "../../support/site/sign-in";
import { type Site, startSite } from "../../support/site/site";

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

let site: Site;
let cookies: Record<"visitor" | "viewer" | "admin", string>;
let database: InstanceType<typeof SQLite>;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "5", TRUSTED_PROXY_HOPS: "1" } });
	addRecords(site);
	const [viewer, admin] = [await signInWithCookies(site, "ana"), await signInWithCookies(site, "admin")];
	cookies = { visitor: "age-verified=true", viewer, admin };
	database = new SQLite(site.database, { readonly: true });
});
afterAll(async () => {
	database?.close();
	await site?.close();
});

const submit = (path: string, pairs: Pairs, cookie: string, headers: Record<string, string> = {}) =>
	fetch(site.origin + path, {
		method: "POST",
		headers: { accept: "text/html", "sec-fetch-site": "same-origin", cookie, ...headers },
		redirect: "manual",
		body: new URLSearchParams(pairs),
	});

const get = (path: string, cookie: string, headers: Record<string, string> = {}) =>
	fetch(site.origin + path, { headers: { accept: "text/html", cookie, ...headers }, redirect: "manual" });

const tables = (): string[] =>
	(database.prepare("select name from sqlite_master where type = 'table'").all() as { name: string }[]).map(
		({ name }) => name,
	);
/** The content of all tables, as JSON. Avatars are stored in the background after a sign-in. */
const stored = () =>
	JSON.stringify(
		tables()
			.filter((table) => table !== "avatars")
			.map((table) => database.prepare(`select * from ${table}`).all()),
	);
/** The content of the user table. */
const storedUsers = () => JSON.stringify(database.prepare("select * from users order by id").all());
const balances = () =>
	JSON.stringify(database.prepare("select user_id, points from user_points order by user_id").all());

const forms = Object.entries(TABLE).flatMap(([id, { path, post }]) => (post ? [{ id, path, ...post }] : []));
/** Signs in as a user with the required role. */
const cookieFor = ({ id, statuses: is }: (typeof forms)[number]) =>
	is[1] >= 400 ||
	/new|edit|delete|disable|manage|settings|links|posts|user-points|orders$|past|codes/.test(id)
		? ("admin" as const)
		: ("viewer" as const);

/** The path of a form's data request, such as `/_root.data?index` for `/?index`. */
function dataPathOf(path: string): string {
	const [name = "", query] = path.split("?");
	return `${name === "/" ? "/_root" : name}.data${query === undefined ? "" : `?${query}`}`;
}

/** The decisions of several orders are a list. */
const LIST_FIELD = "order";
const formsWithFields = forms.filter(({ fields }) =>
	Object.keys(fields()).some((name) => name !== LIST_FIELD),
);

describe.each(formsWithFields)("the form of $id", (form) => {
	it("is refused with a duplicate field", async () => {
		const own = Object.entries(form.fields());
		for (const [name, value] of own) {
			if (name === LIST_FIELD) continue;
			const before = balances();
			const twice: Pairs = [...own.map((pair): [string, string] => pair), [name, value]];
			const answer = await submit(dataPathOf(form.path), twice, cookies[cookieFor(form)]);
			expect(answer.status, name).toBe(400);
			await answer.body?.cancel();
			expect(balances()).toBe(before);
		}
	});
});

// One of these forms ends the session.
describe.each(forms)("the form of $id", (form) => {
	it("accepts its own fields only, even if extra fields name columns", async () => {
		const own = form.fields();
		const foreign = FOREIGN.filter((name) => !(name in own));
		for (const value of PLANTED) {
			const before = storedUsers();
			const planted = foreign.map((name): [string, string] => [name, value]);
			const pairs: Pairs = [...Object.entries(form.fields()), ...planted];
			const answer = await submit(form.path, pairs, cookies[cookieFor(form)]);
			expect(answer.status).toBeLessThan(500);
			await answer.body?.cancel();
			// Lists the tables that contain the value, not the whole content.
			const all = stored();
			const at = all.indexOf(value);
			expect(at < 0 ? "" : all.slice(Math.max(0, at - 200), at + 200)).toBe("");
			expect(storedUsers()).toBe(before);
		}
	});
});

describe("a redirect", () => {
	const ELSEWHERE = [
		"//evil.example",
		"///evil.example",
		"/\\evil.example",
		"\\\\evil.example",
		"/\t/evil.example",
		"/\n/evil.example",
		"/.//evil.example",
		"/%2e//evil.example",
		"/x/..//evil.example",
		"/;@evil.example",
		"@evil.example",
		"https://evil.example",
		"https:evil.example",
		"http:/\\evil.example",
		"javascript:alert(1)",
		"data:text/html,x",
		"/\u2028/evil.example",
		"/\r\nLocation: https://evil.example",
		"/\r\nSet-Cookie: planted=1",
	];
	const FORMS: [path: string, fields: Record<string, string>, role: "visitor" | "viewer"][] = [
		["/preferences", { theme: "dark" }, "visitor"],
		["/points/care", { intent: "dismiss" }, "viewer"],
	];

	/** The target as a browser resolves it. */
	const placeOf = (answer: Response) => new URL(answer.headers.get("location") ?? "", site.origin);

	it.each(ELSEWHERE)("does not lead to %j", async (returnTo) => {
		for (const [path, fields, role] of FORMS) {
			const answer = await submit(path, [...Object.entries(fields), ["returnTo", returnTo]], cookies[role]);
			expect(answer.status, path).toBe(302);
			expect(placeOf(answer).origin, path).toBe(site.origin);
			expect(answer.headers.getSetCookie().join()).not.toContain("planted");
		}
		const begun = await get(`/login?returnTo=${encodeURIComponent(returnTo)}&login_hint=carla`, "");
		expect(placeOf(begun).origin).toBe(new URL(site.provider.issuer).origin);
		const [kept] = begun.headers.getSetCookie().filter((line) => line.startsWith("return-to="));
		const path = JSON.parse(Buffer.from(kept?.split(/[=.]/)[1] ?? "", "base64url").toString());
		expect(new URL(path, site.origin).origin).toBe(site.origin);
	});

	it("is refused with the character 0", async () => {
		const begun = await get(`/login?returnTo=${encodeURIComponent("\0//evil.example")}`, "");
		expect([begun.headers.get("location"), begun.headers.getSetCookie()]).toEqual(["/", []]);
		const form = await submit(
			"/preferences",
			[
				["theme", "dark"],
				["returnTo", "\0//evil.example"],
			],
			"",
		);
		expect([form.status, form.headers.get("location")]).toEqual([400, null]);
	});

	it("stays on this site for any URL, header and parameter", async () => {
		const wishes =
			"returnTo=//evil.example&redirect=//evil.example&next=//evil.example&url=https://evil.example&continue=//evil.example";
		const headers = {
			referer: "https://evil.example/",
			"x-forwarded-host": "evil.example",
			forwarded: "host=evil.example",
		};
		for (const [id, { path }] of Object.entries(TABLE)) {
			for (const cookie of [cookies.visitor, cookies.admin]) {
				const answer = await get(`${path}${path.includes("?") ? "&" : "?"}${wishes}`, cookie, headers);
				await answer.body?.cancel();
				if (answer.status < 300 || answer.status > 399) continue;
				const own = id === "routes/login" ? new URL(site.provider.issuer).origin : site.origin;
				expect(placeOf(answer).origin, path).toBe(own);
			}
		}
	});
});

it("a line break in any value adds no header to the response", async () => {
	const broken = "a\r\nx-planted: 1\r\n\r\n<planted>";
	const coded = encodeURIComponent(broken);
	const addresses = [
		...Object.values(TABLE).map(
			({ path }) => `${path}${path.includes("?") ? "&" : "?"}q=${coded}&status=${coded}&order=${coded}`,
		),
		`/login?login_hint=${coded}&returnTo=${coded}`,
		`/store/${coded}/redeem`,
		`/store/${coded}/edit`,
		`/user-points/${coded}/merge`,
		`/bonus-hunt/past/${coded}`,
		`/players/${coded}`,
		`/slot-images/${coded}.webp`,
		`/orders/export?q=${coded}`,
		`/login/failed?reason=${coded}`,
	];
	for (const path of addresses) {
		for (const cookie of [cookies.visitor, cookies.admin]) {
			const answer = await get(path, `${cookie}; notice=${coded}`, { "x-request-id": coded, origin: coded });
			expect(answer.status, path).toBeLessThan(500);
			expect(answer.headers.has("x-planted"), path).toBe(false);
			expect(await answer.text(), path).not.toContain("<planted>");
		}
	}
	for (const form of forms) {
		const pairs: Pairs = Object.keys(form.fields()).map((name) => [name, broken]);
		const answer = await submit(form.path, [...pairs, ["returnTo", broken]], cookies[cookieFor(form)]);
		expect(answer.status, form.path).toBeLessThan(500);
		expect(answer.headers.has("x-planted"), form.path).toBe(false);
		expect(await answer.text(), form.path).not.toContain("<planted>");
	}
});

describe("another user's record", () => {
	// The sign-out form is covered above.
	beforeAll(async () => {
		cookies.viewer = await signInWithCookies(site, "ana");
	});

	/** The response without values that differ each time. */
	async function answerTo(path: string, cookie: string) {
		const answer = await get(path, cookie);
		const text = (await answer.text())
			.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "ID")
			.replaceAll(/\d{10,}(\.\d+)?/g, "TIME");
		const location = answer.headers.get("location");
		return { status: answer.status, location, text: text.replaceAll(/hidden-item|carla|nobodys/g, "ID") };
	}

	it("is answered like a missing one, for orders, users, players, hunts, slots and items", async () => {
		const shelf = openShelf(site);
		shelf.add({ id: "pen", price: 1 });
		shelf.add({ id: "hidden-item", status: "disabled" });
		shelf.close();
		const carla = await signInWithCookies(site, "carla");
		const fields: Pairs = [
			["idempotencyKey", crypto.randomUUID()],
			["revision", "1"],
			["price", "1"],
			["stock", "5"],
		];
		const redeemed = await submit("/store/pen/redeem", fields, carla);
		const order = new URL(redeemed.headers.get("location") ?? "", site.origin).searchParams.get("order");
		expect(order).toMatch(/^[0-9a-f-]{36}$/);
		const { id } = database.prepare("select id from users where twitch_username = 'carla'").get() as {
			id: string;
		};
		const none = crypto.randomUUID();
		const pairs: [string, string][] = [
			[`/store/pen/redeem?order=${order}`, `/store/pen/redeem?order=${none}`],
			[`/orders?order=${order}`, `/orders?order=${none}`],
			[`/user-points/${id}`, `/user-points/${none}`],
			[`/user-points/${id}/merge`, `/user-points/${none}/merge`],
			["/players/carla", "/players/nobodys"],
			["/store/hidden-item/edit", `/store/${none}/edit`],
			["/slots/cup/edit", `/slots/${none}/edit`],
			["/promotions/cup/edit", `/promotions/${none}/edit`],
		];
		for (const [there, gone] of pairs) {
			expect(await answerTo(there, cookies.viewer), there).toEqual(await answerTo(gone, cookies.viewer));
		}
		expect((await get(`/store/pen/redeem?order=${order}`, carla)).status, "its owner sees it").toBe(200);
	});

	it("takes the same time to refuse as a missing one", async () => {
		const times: Record<"there" | "gone", number[]> = { there: [], gone: [] };
		for (let time = 0; time < 40; time += 1) {
			for (const [kind, name] of [
				["there", "carla"],
				["gone", "nobodys"],
			] as const) {
				const started = performance.now();
				const answer = await get(`/players/${name}.data`, cookies.viewer);
				await answer.arrayBuffer();
				expect(answer.status).toBe(404);
				times[kind].push(performance.now() - started);
			}
		}
		// The fastest measurement, because other load on the machine only adds time.
		const quickest = (all: number[]) => Math.min(...all);
		const [there, gone] = [quickest(times.there), quickest(times.gone)];
		expect(Math.abs(there - gone), `existing: ${there} ms, missing: ${gone} ms`).toBeLessThan(
			5 + Math.min(there, gone) / 2,
		);
	});
});

describe("the headers of a response", () => {
	const PUBLIC =
		/^(routes\/(slot-images|api\.|(sw|offline|robots|manifest|icons)$)|favicon|touch-icon|share-picture)/;
	it("keep every page, data response and file of a user out of caches, frames and other sites", async () => {
		for (const [id, { path }] of Object.entries(TABLE)) {
			if (id === "routes/live") continue;
			for (const address of [path, `${path.split("?")[0]?.replace(/^\/$/, "/_root")}.data`]) {
				const answer = await get(address, cookies.admin);
				await answer.body?.cancel();
				expect(answer.headers.get("x-content-type-options"), address).toBe("nosniff");
				expect(answer.headers.get("x-frame-options"), address).toBe("DENY");
				expect(answer.headers.get("cross-origin-resource-policy"), address).toBe("same-origin");
				expect(answer.headers.get("access-control-allow-origin"), address).toBeNull();
				expect(answer.headers.get("server"), address).toBeNull();
				expect(answer.headers.get("x-powered-by"), address).toBeNull();
				const type = answer.headers.get("content-type") ?? "";
				if (type.startsWith("text/html")) {
					expect(answer.headers.get("content-security-policy"), address).toMatch(/frame-ancestors 'none'/);
				}
				if (answer.status === 200 && !PUBLIC.test(id)) {
					expect(answer.headers.get("cache-control"), address).toBe("no-store");
				}
			}
		}
	});
});

describe("behind one proxy", () => {
	it("counts a form for the address that the proxy reports, despite forged entries", async () => {
		// The limit is 60 requests per minute times the scale.
		const most = 60 * 5;
		const send = (forwarded: string) =>
			submit("/preferences", [["theme", "dark"]], cookies.visitor, { "x-forwarded-for": forwarded });
		const statuses = new Map<number, number>();
		let at = 0;
		const client = async () => {
			while (at < most + 20) {
				at += 1;
				const { status, headers, body } = await send(
					`198.51.100.${at % 250}, 10.0.0.${at % 250}, 203.0.113.7`,
				);
				await body?.cancel();
				statuses.set(status, (statuses.get(status) ?? 0) + 1);
				if (status === 429) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
			}
		};
		await Promise.all(Array.from({ length: 16 }, client));
		expect(statuses.get(302)).toBe(most);
		expect(statuses.get(429)).toBeGreaterThanOrEqual(20);
		expect((await send("203.0.113.7, 203.0.113.8")).status, "another client").toBe(302);
	});
});
