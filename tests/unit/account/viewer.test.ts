import { describe, expect, it } from "vitest";
import { claimAt, hasRole, rolesIn, usernameFrom } from "~/account/viewer";

const CUSTOM = "https://plateia.example/username";
const all = { sub: "s", [CUSTOM]: "Custom", nickname: "Nick", name: "Name", email: "Mail@example.com" };

describe("the username", () => {
	it.each([
		["the custom claim first", {}, "custom"],
		["the nickname second", { [CUSTOM]: undefined }, "nick"],
		["the name third", { [CUSTOM]: undefined, nickname: undefined }, "name"],
		[
			"the local part of the e-mail address last",
			{ [CUSTOM]: undefined, nickname: undefined, name: undefined },
			"mail",
		],
		["the next claim if the custom claim is blank", { [CUSTOM]: "  " }, "nick"],
		["the next claim if the custom claim is not a string", { [CUSTOM]: ["Custom"] }, "nick"],
		["the claim without surrounding whitespace", { [CUSTOM]: "  Ana  " }, "ana"],
		["the claim in lower case, in any language", { [CUSTOM]: "ÁGUEDA" }, "águeda"],
	])("takes %s", (_what, change, username) => {
		expect(usernameFrom({ ...all, ...change }, CUSTOM)).toBe(username);
	});

	it.each([
		["without control, format and bidirectional characters", "A\u202en\u0007a\u200b\ufeff\u2066", "ana"],
		["on one line, with single spaces", " Ana\n\t da \u00a0 Luz ", "ana da luz"],
		["in NFC after invisible characters are removed", "a\u200b\u0301gueda", "águeda"],
		["with whole emoji", "👩‍🚀❤️‍🔥", "👩‍🚀❤️‍🔥"],
		["without halves of surrogate pairs", "a\ud83d\ude00b\ud800c\udc00", "a😀bc"],
		["of at most 50 whole characters", `x${"😀".repeat(60)}`, `x${"😀".repeat(49)}`],
		["without a space where it is cut", `${"x".repeat(49)} yz`, "x".repeat(49)],
		["of a long word in lower case that grows", "İ".repeat(30), "i̇".repeat(25)],
	])("is %s", (_what, name, username) => {
		expect(usernameFrom({ ...all, [CUSTOM]: name }, CUSTOM)).toBe(username);
		expect(usernameFrom({ ...all, [CUSTOM]: username }, CUSTOM), "cleaned again").toBe(username);
	});

	it.each(["\u202e", "\u200d", "\u200b \u2060", "\u3164", "\ud800", "\u0301", `${"\u0301".repeat(50)}a`])(
		"is the next claim's if nothing visible is left of %j",
		(name) => expect(usernameFrom({ ...all, [CUSTOM]: name }, CUSTOM)).toBe("nick"),
	);

	it("ignores the custom claim if none is configured", () => {
		expect(usernameFrom(all)).toBe("nick");
	});

	it.each([{}, { email: "" }, { email: "@example.com" }, { email: 5 }, { nickname: null, name: " " }])(
		"is undefined for the claims %j",
		(claims) => expect(usernameFrom({ sub: "s", ...claims }, CUSTOM)).toBeUndefined(),
	);
});

describe("roles", () => {
	it.each([
		[
			["Admin", "Mod"],
			["Admin", "Mod"],
		],
		["Admin", ["Admin"]],
		["viewer Admin", ["viewer", "Admin"]],
		["Support Admin, Viewer", ["Support Admin", "Viewer"]],
		["viewer Admin", ["viewer", "Admin"]],
		[[], []],
		[undefined, []],
		["", []],
		[["Admin", 5, null, "", { name: "Admin" }], ["Admin"]],
		[[5], undefined],
		[{ Admin: true }, undefined],
		[[{ name: "Admin" }], undefined],
	])("of the claim %j are %j", (claim, roles) => {
		expect(rolesIn(claim)).toEqual(roles);
	});

	it.each([
		[["Admin"], true],
		[["mod", "aDmIn"], true],
		[["administrator"], false],
		[[], false],
	])("%j include admin: %s", (roles, included) => {
		expect(hasRole(roles, "admin")).toBe(included);
		expect(hasRole(roles, "Admin")).toBe(included);
	});
});

describe("a claim", () => {
	const CLAIMS = {
		sub: "s",
		roles: ["a"],
		"https://example.com/roles": ["b"],
		"https://example.com/app": { roles: ["c"] },
		realm_access: { roles: ["d"], none: null },
		"realm_access.groups": ["e"],
		resource_access: { "my.site": { roles: ["f"] } },
		text: "abc",
	};

	it.each([
		["roles", ["a"]],
		["https://example.com/roles", ["b"]],
		["https://example.com/app.roles", ["c"]],
		["realm_access.roles", ["d"]],
		["realm_access.none", null],
		["realm_access.groups", ["e"]],
		["resource_access.my.site.roles", ["f"]],
		["roles.roles", undefined],
		[".roles", undefined],
		["constructor.name", undefined],
		["__proto__.constructor", undefined],
	])("named %s is %j", (name, value) => {
		expect(claimAt(CLAIMS, name)).toEqual(value);
	});

	it("with the whole name precedes the path", () => {
		expect(claimAt({ "a.b": 1, a: { b: 2 } }, "a.b")).toBe(1);
	});
});
