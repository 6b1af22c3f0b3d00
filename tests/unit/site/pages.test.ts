import { Store } from "lucide-react";
import { describe, expect, it } from "vitest";
import type { Staff } from "~/lib/rights";
import { pagesOf } from "~/site/pages.server";
import type { Handle } from "~/ui/shell/handle";

const page = (path: string | undefined, handle: Handle | undefined, parentId = "root") => ({
	path,
	parentId,
	module: { default: () => null, handle },
});
const entry = (label: string, order: number, more: Partial<Handle["navigation"]> = {}) => ({
	label: () => label,
	icon: Store,
	order,
	...more,
});

const STORE: Handle = { navigation: entry("Store", 3, { loading: (t) => t("shell.loadingStore") }) };

const PAGES = pagesOf({
	root: { path: "", module: { default: () => null } },
	home: page(undefined, { shared: true, navigation: entry("Home", 1) }),
	list: page("list", { shared: (query) => query === "" }),
	terms: page("terms", { openToAllAges: true, shared: true }),
	store: page("store", STORE),
	shop: page("shop", STORE),
	redeem: page(":id/redeem", { openToAllAges: true }, "store"),
	orders: page("orders", { navigation: entry("Orders", 2, { for: "orders" }) }),
	codes: page("codes", { navigation: entry("Codes", 4, { for: "codes" }) }),
	team: page("team", { navigation: entry("Team", 6, { for: "staff" }) }),
	settings: page("settings", { navigation: entry("Settings", 5, { for: "admin" }) }),
	plain: page("plain", undefined),
	machine: { path: "healthz", parentId: "root", module: {} },
});

it("the pages that are shared between visitors or open to all ages are listed by path", () => {
	const paths = ["/", "/terms", "/list", "/none"];
	expect(paths.filter((path) => PAGES.isShared(path, ""))).toEqual(["/", "/terms", "/list"]);
	expect(paths.filter((path) => PAGES.isShared(path, "?a=1"))).toEqual([]);
	expect([...PAGES.openToAllAges]).toEqual(["/terms", "/store/:id/redeem"]);
});

it("the navigation lists each page once, in its order: the team's pages to those with their right, and all to admins", () => {
	const paths = (staff?: Staff) => PAGES.navigation("en", staff).map(({ to }) => to);
	expect(paths()).toEqual(["/", "/store"]);
	expect(paths({ isAdmin: false, rights: ["orders", "hunt"] })).toEqual(["/", "/orders", "/store", "/team"]);
	expect(paths({ isAdmin: true, rights: [] })).toEqual([
		"/",
		"/orders",
		"/store",
		"/codes",
		"/settings",
		"/team",
	]);
});

describe("the label of the page at", () => {
	const route = (path: string | undefined, parentId = "root", hasPage = true, hasData = true) => ({
		...{ path, parentId },
		module: { ...(hasPage && { default: () => null }), ...(hasData && { loader: () => null }) },
	});
	const { labelOf } = pagesOf({
		root: { path: "", module: { default: () => null, loader: () => null } },
		home: route(undefined),
		store: route("store"),
		redeem: route(":id/redeem", "store"),
		info: route("info", "store", true, false),
		settings: route("settings"),
		players: route("players/:name"),
		health: route("healthz", "root", false),
		none: route("*", "root", false),
	});

	it.each([
		["/", "/"],
		["/_root.data", "/"],
		["/STORE.data?_routes=store", "/store"],
		["/%73tore//", "/store"],
		["/store/mug/redeem.data", "/store/:id/redeem"],
		["/store/info.data?_routes=store", "/store/info"],
		["/players/Ana%20B", "/players/:name"],
		["/players/x%2Fy.data", "/players/:name"],
		["/players/x%2Fy.data?_routes=root", undefined],
		["/evil-label-1/x.data?_routes=root", undefined],
		["/%zz", undefined],
		["/healthz", undefined],
		["/settings.data?_routes=root", undefined],
		["/store/mug/redeem.data?_routes=store", undefined],
	])("%s is %s", (path, pattern) => {
		expect(labelOf(`https://site.example${path}`)).toBe(pattern);
	});
});

describe("the form at", () => {
	const act = () => null;
	const route = (path: string, module = {}, parentId = "root") => ({
		path,
		parentId,
		module: { action: act, ...module },
	});
	const { formAt } = pagesOf({
		root: { path: "", module: { default: () => null } },
		home: { parentId: "root", module: { action: act } },
		store: route("store"),
		item: route(":id", {}, "store"),
		redeem: route(":id/redeem", {}, "store"),
		withHeaders: route("with-headers", { headers: () => ({}) }),
		read: { path: "read", parentId: "root", module: { loader: act } },
		claim: route("claim/:code?"),
		api: route("api/*"),
	});

	it.each([
		["/store.data", {}],
		["/store/mug-1/redeem.data", { id: "mug-1" }],
	])("%s has the parameters %j", (path, params) => {
		expect(formAt(path)).toEqual({ action: act, params });
	});

	it.each([
		...[
			"/_root.data",
			"/Store.data",
			"//store.data",
			"/store/.data",
			"/store//redeem.data",
			"/store/a%20b/redeem.data",
			"/store/../redeem.data",
			"/store/...data",
			"/store/a#b/redeem.data",
			"/store/a\\b/redeem.data",
		],
		...[
			"/%73tore.data",
			"/with-headers.data",
			"/read.data",
			"/claim/a.data",
			"/claim.data",
			"/api/v1.data",
			"/none.data",
		],
	])("%s is found by Remix", (path) => {
		expect(formAt(path)).toBeUndefined();
	});
});
