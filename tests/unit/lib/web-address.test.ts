import { describe, expect, it } from "vitest";
import { isAtHost, MAX_ADDRESS_LENGTH, webAddressIn } from "~/lib/web-address";

describe("a typed URL", () => {
	it.each(["https://example.com", "http://example.com:8080/a?b=c#d", "HTTPS://EXAMPLE.COM/É"])(
		"%j is accepted",
		(text) => {
			expect(webAddressIn(text)?.href).toBe(new URL(text).href);
		},
	);

	it.each([
		"",
		"example.com",
		"javascript:alert(1)",
		"JavaScript://example.com/%0aalert(1)",
		"data:text/html,<script>alert(1)</script>",
		"http:example.com",
		"https://ana:secret@example.com/",
		`https://example.com/${"a".repeat(MAX_ADDRESS_LENGTH)}`,
	])("%j is refused", (text) => {
		expect(webAddressIn(text)).toBeUndefined();
	});
});

it.each([
	["https://DEMO.example:443/a", true],
	["https://demo.example:8443/a", false],
	["https://demo.example.evil.example/a", false],
	["https://eu.play.example/a", true],
	["https://play.example/a", false],
	["https://evilplay.example/a", false],
])("%s matches one of the hosts: %s", (address, matches) => {
	expect(isAtHost(new URL(address), ["demo.example", "*.play.example"])).toBe(matches);
});
