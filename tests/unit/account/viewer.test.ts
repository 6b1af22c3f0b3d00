import { describe, expect, it } from "vitest";
import { hasRole, rolesFrom, usernameFrom } from "~/account/viewer";

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
		["the next claim if the nickname is a number", { [CUSTOM]: undefined, nickname: 7 }, "name"],
		["the claim without surrounding whitespace", { [CUSTOM]: "  Ana  " }, "ana"],
		["the claim in lower case, in any language", { [CUSTOM]: "ÁGUEDA" }, "águeda"],
	])("takes %s", (_what, change, username) => {
		expect(usernameFrom({ ...all, ...change }, CUSTOM)).toBe(username);
	});

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
		[[], []],
		[undefined, []],
		[null, []],
		["", []],
		[5, []],
		[{ 0: "Admin" }, []],
		[[["Admin"]], []],
		[["Admin", 5, null, "", { name: "Admin" }], ["Admin"]],
	])("of the claim %j are %j", (claim, roles) => {
		expect(rolesFrom({ sub: "s", roles: claim }, "roles")).toEqual(roles);
	});

	it("are read from the configured claim only", () => {
		expect(rolesFrom({ sub: "s", roles: ["Admin"] }, "https://plateia.example/roles")).toEqual([]);
	});

	it.each([
		[["Admin"], true],
		[["ADMIN"], true],
		[["mod", "aDmIn"], true],
		[["administrator"], false],
		[["not admin"], false],
		[[], false],
	])("%j include admin: %s", (roles, included) => {
		expect(hasRole(roles, "admin")).toBe(included);
		expect(hasRole(roles, "Admin")).toBe(included);
	});
});
