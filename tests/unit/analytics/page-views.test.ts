import { expect, it } from "vitest";
import { isVisit } from "~/analytics/page-views";

const SITE = "https://plateia.example";
const requestFor = (path: string, referer?: string) =>
	new Request(SITE + path, { headers: referer ? { Referer: referer } : {} });

it("a request is a visit unless it reloads the data of the current page", () => {
	expect(isVisit(requestFor("/slots/a/play"))).toBe(true);
	expect(isVisit(requestFor("/slots/a/play", `${SITE}/slots`))).toBe(true);
	expect(isVisit(requestFor("/slots/a/play", `${SITE}/slots/a/play`))).toBe(false);
	expect(isVisit(requestFor("/store.data", `${SITE}/store?sort=price`))).toBe(false);
	expect(isVisit(requestFor("/bio", "about:nothing"))).toBe(true);
	expect(isVisit(requestFor("/bio", "no address"))).toBe(true);
	expect(isVisit(requestFor("/%zz"))).toBe(true);
});
