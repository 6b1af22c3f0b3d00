import { describe, expect, it } from "vitest";
import { preferenceCookie, readPreferences } from "~/account/preferences.server";

const read = (cookie: string) =>
	readPreferences(new Request("http://site.example/", { headers: { Cookie: cookie } }));

describe("a visitor's preferences", () => {
	it.each([
		["", { language: undefined, theme: "dark", ageVerified: false }],
		["language=en; theme=light; age-verified=true", { language: "en", theme: "light", ageVerified: true }],
		["language=pt; theme=dark", { language: "pt", theme: "dark", ageVerified: false }],
		["language=fr; theme=blue; age-verified=yes", { language: undefined, theme: "dark", ageVerified: false }],
		["age-verified=TRUE; theme=", { language: undefined, theme: "dark", ageVerified: false }],
	])("are read from the cookies %j", (cookie, preferences) => {
		expect(read(cookie)).toEqual(preferences);
	});

	it("are stored for a year and read again", () => {
		const cookie = preferenceCookie("theme", "light", true);
		expect(cookie).toBe("theme=light; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=Lax");
		expect(read(cookie.split(";", 1)[0] ?? "").theme).toBe("light");
		expect(preferenceCookie("language", "en", false)).not.toContain("Secure");
	});
});
