import { describe, expect, it } from "vitest";
import { pageLabel } from "~/analytics/page-label.server";
import { isVisit } from "~/analytics/page-views";

const SITE = "https://plateia.example";
const asked = (path: string, referer?: string) =>
	new Request(SITE + path, { headers: referer ? { Referer: referer } : {} });

const page = (path: string | undefined, parentId = "root") => ({
	id: path ?? "home",
	path,
	parentId,
	index: path === undefined,
	module: { default: () => null, loader: () => null },
});
const ROUTES = Object.fromEntries(
	[
		{ ...page(""), id: "root", path: "", parentId: undefined, index: false },
		page(undefined),
		page("store"),
		page(":id/redeem", "store"),
		{ ...page("info", "store"), module: { default: () => null } },
		page("settings"),
		page("slots"),
		page("players/:name"),
		{ ...page("healthz"), module: { loader: () => null } },
		{ ...page("*"), module: { loader: () => null } },
	].map((route) => [route.id, route]),
);
const label = (path: string) => pageLabel(ROUTES, SITE + path);

describe("what a page is counted as", () => {
	it.each([
		["/", "/"],
		["/_root.data", "/"],
		["/store", "/store"],
		["/store/", "/store"],
		["/STORE.data?_routes=store", "/store"],
		["/%73tore//", "/store"],
		["/slots?page=2", "/slots"],
		["/store/mug/redeem.data", "/store/:id/redeem"],
		["/store/info.data?_routes=store", "/store/info"],
		["/players/Ana%20B", "/players/:name"],
		["/players/players", "/players/:name"],
		["/players/x%2Fy.data", "/players/:name"],
	])("%s is %s", (path, pattern) => {
		expect(label(path)).toBe(pattern);
	});

	it.each([
		["an address without a page", "/evil-label-1/x.data?_routes=root"],
		["an address without a page", "/evil-label-1"],
		["an address that cannot be read", "/%zz"],
		["what is no page but an answer to machines", "/healthz"],
		["what is no page but an answer to machines", "/healthz.data"],
		["data around a page that nobody was shown", "/settings.data?_routes=root"],
		["data around a page that nobody was shown", "/players/x%2Fy.data?_routes=root"],
		["data around a page that nobody was shown", "/store/mug/redeem.data?_routes=store"],
	])("nothing for %s: %s", (_, path) => {
		expect(label(path)).toBeUndefined();
	});
});

it("a request is a visit unless it reads the data of the open page again", () => {
	expect(isVisit(asked("/slots/a/play"))).toBe(true);
	expect(isVisit(asked("/slots/a/play", `${SITE}/slots`))).toBe(true);
	expect(isVisit(asked("/slots/a/play", `${SITE}/slots/a/play`))).toBe(false);
	expect(isVisit(asked("/store.data", `${SITE}/store?sort=price`))).toBe(false);
	expect(isVisit(asked("/bio", "about:nothing"))).toBe(true);
	expect(isVisit(asked("/bio", "no address"))).toBe(true);
	expect(isVisit(asked("/%zz"))).toBe(true);
});
