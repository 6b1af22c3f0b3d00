import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { busyAnswer } from "~/pages/busy.server";

const HTML = "text/html,application/xhtml+xml";
const answerTo = (request: Partial<Parameters<typeof busyAnswer>[0]> = {}) =>
	busyAnswer({ url: "/store?page=2", cookie: undefined, accept: HTML, ...request });

describe("a read that is rejected as overloaded", () => {
	it.each([
		[undefined, 'lang="pt" class="dark"', "Tentar de novo"],
		["language=en; theme=light", 'lang="en" class="light"', "Try again"],
		["language=xx; theme=<b>", 'lang="pt" class="dark"', "Tentar de novo"],
	])(
		"gets a page in the visitor's language and theme with a link to retry: %s",
		(cookie, attributes, again) => {
			const { headers, body } = answerTo({ cookie });
			expect(headers["Content-Type"]).toBe("text/html; charset=utf-8");
			expect(body).toContain(attributes);
			expect(body).toContain(`<a href="">${again}</a>`);
			expect(body.length).toBeLessThan(2000);
		},
	);

	it.each([
		["moving", "This part of the site is restarting."],
		["away", "can't reach its database"],
	] as const)("is told why, and its page tries again by itself, if it is not overload: %s", (cause, text) => {
		const cookie = "language=en";
		expect(answerTo({ cookie, cause }).body).toContain(text);
		expect(answerTo({ cookie, cause }).body).toContain('http-equiv="refresh"');
		expect(answerTo({ cookie }).body).not.toContain('http-equiv="refresh"');
		expect(answerTo({ cookie, cause, accept: "*/*" }).body).toContain(text);
	});

	it("gets a page without scripts and with no style but its own", () => {
		const { headers, body } = answerTo();
		const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? "";
		const hash = createHash("sha256").update(style).digest("base64");
		expect(headers["Content-Security-Policy"]).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
	});

	it.each([
		["/store.data", "*/*"],
		["/api/bonus-hunt-stats?user=x", "application/json"],
		["/slot-images/mug.webp", "image/avif,image/webp,*/*"],
		["/live?topics=lobby", undefined],
	])("gets a line of text for a URL that is not a page: %s", (url, accept) => {
		const { headers, body } = answerTo({ url, accept });
		expect(headers["Content-Type"]).toBe("text/plain; charset=utf-8");
		expect(body).toContain("Tenta de novo");
	});
});
