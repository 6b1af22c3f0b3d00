import { expect, it } from "vitest";
import { closest } from "~/lib/closest";

const KNOWN = ["ADMIN_SUBJECTS", "STARTING_POINTS", "OIDC_ROLES_CLAIM", "OIDC_CLIENT_ID", "HOST", "PORT"];

it.each([
	["ADMIN_SUBJECT", "ADMIN_SUBJECTS"],
	["STARTING_POINT", "STARTING_POINTS"],
	["OIDC_ROLE_CLAIM", "OIDC_ROLES_CLAIM"],
	["OIDC_CLIENTID", "OIDC_CLIENT_ID"],
	["ADMIN_SUJBECTS", "ADMIN_SUBJECTS"],
	["PROT", "PORT"],
])("the closest word to %s is %s", (word, meant) => {
	expect(closest(word, KNOWN)).toBe(meant);
});

it.each(["PORT", "PATH", "HOME", "HOSTNAME", "STARTING", "ADMIN", "", "OIDC_USERNAME_CLAIM"])(
	"no word is close to %s",
	(word) => expect(closest(word, KNOWN)).toBeUndefined(),
);

it("the closest of several words is the one with the fewest wrong letters", () => {
	expect(closest("reset", ["reserve", "resat", "preset"])).toBe("resat");
	expect(closest("backups", ["backed", "backup"])).toBe("backup");
});
