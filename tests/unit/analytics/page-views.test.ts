import { describe, expect, it } from "vitest";
import { isVisit, visitedPage } from "~/analytics/page-views";

const SITE = "https://plateia.example";
const ask = (path: string, { referer = null as string | null, params = {}, ageVerified = true } = {}) =>
	visitedPage({ url: SITE + path, referer: referer && SITE + referer, params, ageVerified });

describe("the page that a visitor has come to", () => {
	it.each([
		["/", "/"],
		["/_root.data", "/"],
		["/store", "/store"],
		["/store/", "/store"],
		["/STORE.data?_routes=routes%2Fstore", "/store"],
		["/%73tore//", "/store"],
		["/slots?page=2", "/slots"],
	])("%s is %s", (path, page) => {
		expect(ask(path)).toBe(page);
	});

	it("is the same for all items and all players", () => {
		expect(ask("/store/mug/redeem.data", { params: { id: "mug" } })).toBe("/store/:id/redeem");
		expect(ask("/players/Ana%20B", { params: { name: "Ana B" } })).toBe("/players/:name");
		expect(ask("/players/players", { params: { name: "players" } })).toBe("/players/:name");
	});

	it("is none when they were there before: data read again, a form answered, a search refined", () => {
		expect(ask("/store.data", { referer: "/store" })).toBeUndefined();
		expect(ask("/store.data", { referer: "/store?sort=price" })).toBeUndefined();
		expect(ask("/mini-games", { referer: "/mini-games" })).toBeUndefined();
		expect(ask("/store.data", { referer: "/slots" })).toBe("/store");
	});

	it("is none while the age gate stands in its place, but for what is open to all", () => {
		expect(ask("/store", { ageVerified: false })).toBeUndefined();
		expect(ask("/privacy", { ageVerified: false })).toBe("/privacy");
	});

	it("is read from any address and any referer without a fault", () => {
		expect(ask("/%zz")).toBe("/%zz");
		expect(visitedPage({ url: `${SITE}/bio`, referer: "about:nothing", params: {}, ageVerified: true })).toBe(
			"/bio",
		);
		expect(visitedPage({ url: `${SITE}/bio`, referer: "no address", params: {}, ageVerified: true })).toBe(
			"/bio",
		);
	});
});

it("a loader knows a visit from reading again", () => {
	const request = (referer?: string) =>
		new Request(`${SITE}/slots/a/play`, { headers: referer ? { Referer: referer } : {} });
	expect(isVisit(request())).toBe(true);
	expect(isVisit(request(`${SITE}/slots`))).toBe(true);
	expect(isVisit(request(`${SITE}/slots/a/play`))).toBe(false);
});
