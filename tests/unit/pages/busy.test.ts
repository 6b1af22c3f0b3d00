import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { busyAnswer } from "~/pages/busy.server";

const HTML = "text/html,application/xhtml+xml";
const ask = (asked: Partial<Parameters<typeof busyAnswer>[0]> = {}) =>
	busyAnswer({ url: "/store?page=2", cookie: undefined, accept: HTML, ...asked });

describe("a read that is rejected as overloaded", () => {
	it.each([
		[undefined, 'lang="pt" class="dark"', "Tentar de novo"],
		["language=en; theme=light", 'lang="en" class="light"', "Try again"],
		["language=xx; theme=<b>", 'lang="pt" class="dark"', "Tentar de novo"],
	])(
		"reads a page in their language and theme that leads back to itself: %s",
		(cookie, attributes, again) => {
			const { headers, body } = ask({ cookie });
			expect(headers["Content-Type"]).toBe("text/html; charset=utf-8");
			expect(body).toContain(attributes);
			expect(body).toContain(`<a href="">${again}</a>`);
			expect(body.length).toBeLessThan(2000);
		},
	);

	it("gets a page that runs nothing and takes no style but its own", () => {
		const { headers, body } = ask();
		const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? "";
		const hash = createHash("sha256").update(style).digest("base64");
		expect(headers["Content-Security-Policy"]).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
	});

	it.each([
		["/store.data", "*/*"],
		["/api/bonus-hunt-stats?user=x", "application/json"],
		["/slot-images/mug.webp", "image/avif,image/webp,*/*"],
		["/live?topics=lobby", undefined],
	])("gets a line of text for what is no page: %s", (url, accept) => {
		const { headers, body } = ask({ url, accept });
		expect(headers["Content-Type"]).toBe("text/plain; charset=utf-8");
		expect(body).toContain("Tenta de novo");
	});

	it("shows nothing in a broadcast, which asks again by itself", () => {
		const { body } = ask({ url: "/bonus-hunt/overlay?language=en" });
		expect(body).toContain('http-equiv="refresh" content="5"');
		expect(body).not.toMatch(/<h1|<p|<style/);
	});
});
