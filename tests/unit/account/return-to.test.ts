import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeReturnTo } from "~/account/return-to";

const SITE = "https://site.example";

function expectSafe(result: string) {
	expect(new URL(result, SITE).origin, result).toBe(SITE);
	expect(result).toMatch(/^\//);
	expect(result).not.toMatch(/^\/[/\\]/);
	// A Location header must not change it.
	expect(new Headers({ Location: result }).get("Location")).toBe(result);
	expect(result).not.toMatch(/[\r\n\t\0]/);
}

/** Random sequences of characters that are special in URLs. */
const hostile = fc
	.array(
		fc.constantFrom(
			"/",
			"\\",
			".",
			"..",
			"%2f",
			"%5c",
			"%2e",
			"\t",
			"\n",
			"\r",
			"\0",
			" ",
			":",
			"@",
			"?",
			"#",
			"//",
			"evil.example",
			"https:",
			"http:",
			"javascript:",
			"site.invalid",
			"site.example",
			"﹨",
			"／",
			"​",
			"é",
			"[",
			"]",
			"|",
			"a",
		),
		{ maxLength: 12 },
	)
	.map((parts) => parts.join(""));

describe("the return path for a value", () => {
	it("made of hostile parts stays on this site", () => {
		fc.assert(
			fc.property(hostile, (value) => expectSafe(safeReturnTo(value))),
			{ numRuns: 20_000, seed: 20260304 },
		);
	});

	it("made of hostile parts after a slash stays on this site", () => {
		fc.assert(
			fc.property(hostile, (value) => expectSafe(safeReturnTo(`/${value}`))),
			{ numRuns: 20_000, seed: 20260304 },
		);
	});

	it("made of random characters stays on this site", () => {
		fc.assert(
			fc.property(fc.string({ unit: "binary" }), (value) => expectSafe(safeReturnTo(value))),
			{ numRuns: 2000, seed: 20260304 },
		);
	});

	it("made of hostile parts is not changed by a second call", () => {
		fc.assert(
			fc.property(hostile, (value) => {
				const once = safeReturnTo(`/${value}`);
				expect(safeReturnTo(once)).toBe(once);
			}),
			{ numRuns: 5000, seed: 20260304 },
		);
	});
});

it.each([
	"//evil.example",
	"///evil.example",
	"////evil.example",
	"/\\evil.example",
	"\\\\evil.example",
	"\\/evil.example",
	"/\t/evil.example",
	"/\n/evil.example",
	"/\r\n/evil.example",
	"\t//evil.example",
	" //evil.example",
	"https:evil.example",
	"https://evil.example",
	"http:/evil.example",
	"javascript:alert(1)",
	"data:text/html,x",
	"/.//evil.example",
	"/..//evil.example",
	"/a/..//evil.example",
	"/%2e//evil.example",
	"/./\\evil.example",
	"//site.example@evil.example",
	"//evil.example/%2f..",
	"@evil.example",
	"evil.example",
	"",
	" ",
	"?a",
	"#a",
])("replaces the known attack %j by the start page", (value) => {
	expect(safeReturnTo(value)).toBe("/");
});

it.each([undefined, null, 5, {}, ["/fairness"], true])(
	"replaces %j, which is not a string, by the start page",
	(value) => {
		expect(safeReturnTo(value)).toBe("/");
	},
);

it.each([
	["/", "/"],
	["/fairness", "/fairness"],
	["/mini-games/plinko?stake=20&setBalls=5#board", "/mini-games/plinko?stake=20&setBalls=5#board"],
	["/a//b", "/a//b"],
	["/%2f%2fevil.example", "/%2f%2fevil.example"],
	["/%5cevil.example", "/%5cevil.example"],
	["/x?next=//evil.example", "/x?next=//evil.example"],
	["/início", "/in%C3%ADcio"],
	["/a/../b", "/b"],
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
