import { Store } from "lucide-react";
import { describe, expect, it } from "vitest";
import type { RequestContext } from "~/lib/request-context.server";
import { pagesOf } from "~/site/pages.server";
import { sharedPageKey } from "~/site/shared-pages.server";
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
	orders: page("orders", { navigation: entry("Orders", 2, { adminsOnly: true }) }),
	plain: page("plain", undefined),
	machine: { path: "healthz", parentId: "root", module: {} },
});

it("the pages that are shared between visitors or open to all ages are listed by path", () => {
	const paths = ["/", "/terms", "/list", "/none"];
	expect(paths.filter((path) => PAGES.isShared(path, ""))).toEqual(["/", "/terms", "/list"]);
	expect(paths.filter((path) => PAGES.isShared(path, "?a=1"))).toEqual([]);
	expect([...PAGES.openToAllAges]).toEqual(["/terms", "/store/:id/redeem"]);
});

it("the navigation lists each page once, in its order, and admin pages for admins only", () => {
	const paths = (isAdmin: boolean) => PAGES.navigation("en", isAdmin).map(({ to }) => to);
	expect(paths(false)).toEqual(["/", "/store"]);
	expect(paths(true)).toEqual(["/", "/orders", "/store"]);
});

describe("pages that visitors share", () => {
	const VISITOR = { "accept-encoding": "gzip, br", cookie: "age-verified=true; language=en" };

	/** The parameter `page` of the store is shared, as are all queries of the slots. */
	const isShared = (path: string, query: string) =>
		path === "/slots" || (path === "/store" && (query === "" || query === "?page=2"));

	const keyOf = (url: string, headers: Record<string, string> = VISITOR, method = "GET") =>
		sharedPageKey({ method, url, headers } as unknown as RequestContext["request"], isShared, [
			"session",
			"notice",
		]);

	describe("the key of a shared page", () => {
		it("depends on URL, language, theme and age", () => {
			const keys = [
				keyOf("/store"),
				keyOf("/store?page=2"),
				keyOf("/slots"),
				keyOf("/store", { ...VISITOR, cookie: "age-verified=true" }),
				keyOf("/store", { ...VISITOR, cookie: `${VISITOR.cookie}; theme=light` }),
				keyOf("/store", { ...VISITOR, cookie: "language=en" }),
			];
			expect(new Set(keys).size).toBe(6);
			expect(keys).not.toContain(undefined);
		});

		it("is independent of all other headers and cookies", () => {
			const variants: Record<string, string>[] = [
				{ "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher" },
				{ "accept-language": "xx", "user-agent": "<script>", referer: "https://evil.example/" },
				{ cookie: `${VISITOR.cookie}; theme=<script>; other=1; games-demo=forged` },
			];
			for (const headers of variants) {
				expect(keyOf("/store", { ...VISITOR, ...headers })).toBe(keyOf("/store"));
			}
		});

		it.each<[string, Parameters<typeof keyOf>]>([
			["a page that is not in the list", ["/points"]],
			["the data of a page", ["/store.data"]],
			["another notation of a path", ["/Store/"]],
			["a query string that is not shared", ["/store?page=3"]],
			["a long URL", [`/slots?${"a".repeat(300)}`]],
			["another method", ["/store", VISITOR, "HEAD"]],
			["a body", ["/store", { ...VISITOR, "content-length": "0" }]],
			["a chunked body", ["/store", { ...VISITOR, "transfer-encoding": "chunked" }]],
			["a client without gzip", ["/store", { ...VISITOR, "accept-encoding": "gzip;q=0, br" }]],
			["a session", ["/store", { ...VISITOR, cookie: "session=x" }]],
			["an empty session", ["/store", { ...VISITOR, cookie: "session=" }]],
			["a notice", ["/store", { ...VISITOR, cookie: `${VISITOR.cookie}; notice=x` }]],
		])("is undefined for %s", (_, request) => {
			expect(keyOf(...request)).toBeUndefined();
		});
	});
});
