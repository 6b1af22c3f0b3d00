import { describe, expect, it } from "vitest";
import { LONGEST_ADDRESS, webAddressIn } from "~/platform/web-address";

describe("an address that somebody typed", () => {
	it.each(["https://example.com", "http://example.com:8080/a?b=c#d", "HTTPS://EXAMPLE.COM/É"])(
		"%j is one",
		(text) => {
			expect(webAddressIn(text)?.href).toBe(new URL(text).href);
		},
	);

	it.each([
		"",
		"example.com",
		"//example.com",
		"/path",
		"javascript:alert(1)",
		"JavaScript://example.com/%0aalert(1)",
		" javascript:alert(1)",
		"data:text/html,<script>alert(1)</script>",
		"vbscript:msgbox(1)",
		"file:///etc/passwd",
		"ftp://example.com/",
		"http:example.com",
		"https://",
		"https://ana@example.com/",
		"https://ana:secret@example.com/",
		"https://:secret@example.com/",
		`https://example.com/${"a".repeat(LONGEST_ADDRESS)}`,
	])("%j is none", (text) => {
		expect(webAddressIn(text)).toBeUndefined();
	});
});
