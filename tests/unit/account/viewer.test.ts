import { describe, expect, it } from "vitest";
import { hasRole, rolesFrom, usernameFrom } from "~/account/viewer";

const CUSTOM = "https://plateia.example/username";
const all = { sub: "s", [CUSTOM]: "Custom", nickname: "Nick", name: "Name", email: "Mail@example.com" };

describe("the username", () => {
	it.each([
		["the custom claim first", {}, "custom"],
		["then the nickname", { [CUSTOM]: undefined }, "nick"],
		["then the name", { [CUSTOM]: undefined, nickname: undefined }, "name"],
		["then the mailbox", { [CUSTOM]: undefined, nickname: undefined, name: undefined }, "mail"],
		["no custom claim that is blank", { [CUSTOM]: "  " }, "nick"],
		["no custom claim that is not a text", { [CUSTOM]: ["Custom"] }, "nick"],
		["no nickname that is a number", { [CUSTOM]: undefined, nickname: 7 }, "name"],
		["no blanks around it", { [CUSTOM]: "  Ana  " }, "ana"],
		["letters of every language in lower case", { [CUSTOM]: "ÁGUEDA" }, "águeda"],
	])("takes %s", (_what, change, username) => {
		expect(usernameFrom({ ...all, ...change }, CUSTOM)).toBe(username);
	});

	it("comes from no custom claim when none is configured", () => {
		expect(usernameFrom(all)).toBe("nick");
	});

	it.each([{}, { email: "" }, { email: "@example.com" }, { email: 5 }, { nickname: null, name: " " }])(
		"is unknown with the claims %j",
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
	])("%j hold admin: %s", (roles, holds) => {
		expect(hasRole(roles, "admin")).toBe(holds);
		expect(hasRole(roles, "Admin")).toBe(holds);
	});
});
