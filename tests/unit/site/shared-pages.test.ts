import { describe, expect, it } from "vitest";
import type { RequestContext } from "~/lib/request-context.server";
import { sharedPageKey } from "~/site/shared-pages.server";

const VISITOR = { "accept-encoding": "gzip, br", cookie: "age-verified=true; language=en" };

const SHARED = new Set(["/store", "/slots"]);

const keyOf = (url: string, headers: Record<string, string> = VISITOR, method = "GET") =>
	sharedPageKey({ method, url, headers } as unknown as RequestContext["request"], SHARED, [
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
		const heads: Record<string, string>[] = [
			{ "x-forwarded-host": "evil.example", "x-forwarded-proto": "gopher" },
			{ "accept-language": "xx", "user-agent": "<script>", referer: "https://evil.example/" },
			{ cookie: `${VISITOR.cookie}; theme=<script>; other=1; plinko-demo=forged` },
		];
		for (const headers of heads) {
			expect(keyOf("/store", { ...VISITOR, ...headers })).toBe(keyOf("/store"));
		}
	});

	it.each<[string, Parameters<typeof keyOf>]>([
		["a page that is not in the list", ["/points"]],
		["the data of a page", ["/store.data"]],
		["another spelling of an address", ["/Store/"]],
		["a long address", [`/store?${"a".repeat(300)}`]],
		["another method", ["/store", VISITOR, "HEAD"]],
		["a body", ["/store", { ...VISITOR, "content-length": "0" }]],
		["a body in pieces", ["/store", { ...VISITOR, "transfer-encoding": "chunked" }]],
		["a client without gzip", ["/store", { ...VISITOR, "accept-encoding": "gzip;q=0, br" }]],
		["a session", ["/store", { ...VISITOR, cookie: "session=x" }]],
		["an empty session", ["/store", { ...VISITOR, cookie: "session=" }]],
		["a notice", ["/store", { ...VISITOR, cookie: `${VISITOR.cookie}; notice=x` }]],
	])("is undefined for %s", (_, asked) => {
		expect(keyOf(...asked)).toBeUndefined();
	});
});
