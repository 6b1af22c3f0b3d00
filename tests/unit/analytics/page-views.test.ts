import { describe, expect, it } from "vitest";
import { dataLabel } from "~/analytics/page-label.server";
import { isVisit } from "~/analytics/page-views";

const SITE = "https://plateia.example";
const requestFor = (path: string, referer?: string) =>
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
const label = (path: string) => dataLabel(ROUTES, SITE + path);

describe("the label of a page", () => {
	it.each([
		["/", "/"],
		["/_root.data", "/"],
		["/store", "/store"],
		["/STORE.data?_routes=store", "/store"],
		["/%73tore//", "/store"],
		["/store/mug/redeem.data", "/store/:id/redeem"],
		["/store/info.data?_routes=store", "/store/info"],
		["/players/Ana%20B", "/players/:name"],
		["/players/x%2Fy.data", "/players/:name"],
	])("at %s is %s", (path, pattern) => {
		expect(label(path)).toBe(pattern);
	});

	it.each([
		["a URL without a page", "/evil-label-1/x.data?_routes=root"],
		["a malformed URL", "/%zz"],
		["a resource route", "/healthz"],
		["layout data that is loaded without the page", "/settings.data?_routes=root"],
		["layout data that is loaded without the page", "/players/x%2Fy.data?_routes=root"],
		["layout data that is loaded without the page", "/store/mug/redeem.data?_routes=store"],
	])("is undefined for %s: %s", (_, path) => {
		expect(label(path)).toBeUndefined();
	});
});

it("a request is a visit unless it reloads the data of the current page", () => {
	expect(isVisit(requestFor("/slots/a/play"))).toBe(true);
	expect(isVisit(requestFor("/slots/a/play", `${SITE}/slots`))).toBe(true);
	expect(isVisit(requestFor("/slots/a/play", `${SITE}/slots/a/play`))).toBe(false);
	expect(isVisit(requestFor("/store.data", `${SITE}/store?sort=price`))).toBe(false);
	expect(isVisit(requestFor("/bio", "about:nothing"))).toBe(true);
	expect(isVisit(requestFor("/bio", "no address"))).toBe(true);
	expect(isVisit(requestFor("/%zz"))).toBe(true);
});
