import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createFlash } from "~/http/flash.server";
import { createSignedCookie } from "~/http/signed-cookie.server";

const open = (name = "basket", secret = "s".repeat(32), secure = false) =>
	createSignedCookie<unknown>({ name, secret, secure, maxAgeSeconds: 600 });
const pairOf = (setCookie: string) => setCookie.split(";", 1)[0] ?? "";
const requestWith = (cookie: string) => new Request("http://site.example/", { headers: { Cookie: cookie } });

describe("a signed cookie", () => {
	it("returns the written value", () => {
		fc.assert(
			fc.property(fc.jsonValue(), (value) => {
				const read = open().read(requestWith(pairOf(open().write(value))));
				expect(read).toEqual(JSON.parse(JSON.stringify(value)));
			}),
			{ seed: 20260304 },
		);
	});

	it("is undefined if any character is changed", () => {
		const pair = pairOf(open().write({ points: 1000 }));
		const start = "basket=".length;
		for (let at = start; at < pair.length; at++) {
			const other = pair[at] === "A" ? "B" : "A";
			// The last character of a base64 text may contain unused bits.
			if (at === pair.length - 1) continue;
			const changed = pair.slice(0, at) + other + pair.slice(at + 1);
			expect(open().read(requestWith(changed)), `character ${at}`).toBeUndefined();
		}
	});

	it.each([
		"basket=",
		"basket=.",
		"basket=abc",
		"basket=abc.",
		"basket=.abc",
		"basket=abc.def",
		"basket=a.b.c",
	])("is undefined for %j", (cookie) => expect(open().read(requestWith(cookie))).toBeUndefined());

	it("is not valid under another name", () => {
		const pair = pairOf(open("basket").write({ points: 1000 }));
		expect(open("other").read(requestWith(pair.replace("basket=", "other=")))).toBeUndefined();
	});

	it("is not valid with another secret", () => {
		expect(open("basket", "t".repeat(32)).read(requestWith(pairOf(open().write(1))))).toBeUndefined();
	});

	it("is HttpOnly and SameSite, and Secure on https", () => {
		expect(open().write(1)).toMatch(/; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/);
		expect(open("basket", "s", true).write(1)).toMatch(/; Secure/);
	});
});

describe("the flash message", () => {
	const flash = createFlash(false);

	it("is read as written until it is cleared", () => {
		expect(flash.read(requestWith(pairOf(flash.write("signedOut"))))).toBe("signedOut");
		expect(flash.clear()).toMatch(/^notice=; Max-Age=0; Path=\//);
	});

	it.each(["", "hello", "signedout", "toString", "constructor", "__proto__", "hasOwnProperty"])(
		"is undefined for the forged code %j",
		(code) => expect(flash.read(requestWith(`notice=${code}`))).toBeUndefined(),
	);
});
