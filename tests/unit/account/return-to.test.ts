import fc from "fast-check";
import { expect, it } from "vitest";
import { safeReturnTo } from "~/account/return-to";
import { propertySeed, sized } from "../../support/test-size";

const SITE = "https://site.example";

function expectSafe(result: string) {
	expect(new URL(result, SITE).origin, result).toBe(SITE);
	expect(result).toMatch(/^\//);
	expect(result).not.toMatch(/^\/[/\\]/);
	// A Location header must not change it.
	expect(new Headers({ Location: result }).get("Location")).toBe(result);
	expect(result).not.toMatch(/[\r\n\t\0]/);
}

it("the return path made of parts that are special in URLs, or of any characters, stays on this site", () => {
	const special =
		"/ \\ . .. %2f %5c %2e : @ ? # // evil.example https: http: javascript: site.invalid é [ ] | a";
	const parts = fc.constantFrom(...special.split(" "), ..."\t\n\r\0 \ufe68\uff0f\u200b");
	const hostile = fc.array(parts, { maxLength: 12 }).map((chosen) => chosen.join(""));
	fc.assert(
		fc.property(fc.oneof({ weight: 9, arbitrary: hostile }, fc.string({ unit: "binary" })), (value) => {
			expectSafe(safeReturnTo(value));
			const path = safeReturnTo(`/${value}`);
			expectSafe(path);
			expect(safeReturnTo(path), "a second call changes nothing").toBe(path);
		}),
		{ numRuns: sized(1000, 60_000), seed: propertySeed(20260304) },
	);
});

it.each(["", "//evil.example", "/.//evil.example", "javascript:alert(1)", undefined, 5, ["/fairness"]])(
	"replaces %j by the start page",
	(value) => {
		expect(safeReturnTo(value)).toBe("/");
	},
);

it.each([
	["/", "/"],
	["/fairness", "/fairness"],
	["/mini-games/plinko?stake=20&setBalls=5#board", "/mini-games/plinko?stake=20&setBalls=5#board"],
	["/a//b", "/a//b"],
	["/%5cevil.example", "/%5cevil.example"],
	["/início", "/in%C3%ADcio"],
	["/a\\b", "/a/b"],
])("returns the path %j of this site as %j", (value, path) => {
	expect(safeReturnTo(value)).toBe(path);
});

it.each(["a", "é", "?q="])(
	"replaces a path that is too long for a cookie by the start page: %s repeated",
	(part) => {
		expect(safeReturnTo(`/${part.repeat(1000)}`)).toBe("/");
		expect(safeReturnTo(`/${"a".repeat(999)}`)).toBe(`/${"a".repeat(999)}`);
	},
);
