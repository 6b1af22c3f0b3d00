import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createLanes } from "~/overload.server";
import { busyAnswer } from "~/pages/busy.server";
import { decodeData } from "../../support/single-fetch";

const HTML = "text/html,application/xhtml+xml";
const ask = (asked: Partial<Parameters<typeof busyAnswer>[0]> = {}) =>
	busyAnswer({ method: "GET", url: "/store?page=2", cookie: undefined, accept: HTML, ...asked });

describe("whoever is turned away", () => {
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

	it("is told that a form was not carried out, and finds nothing to send it by", () => {
		const { body } = ask({ method: "POST", cookie: "language=en" });
		expect(body).toContain("this was not carried out");
		expect(body).toContain("what you typed is still there");
		expect(body).not.toContain("<a ");
	});

	it("gets a page that runs nothing and takes no style but its own", () => {
		const { headers, body } = ask();
		const style = /<style>([\s\S]*)<\/style>/.exec(body)?.[1] ?? "";
		const hash = createHash("sha256").update(style).digest("base64");
		expect(headers["Content-Security-Policy"]).toContain(`default-src 'none'; style-src 'sha256-${hash}'`);
	});

	it("gets a form's refusal as the page's scripts read it", async () => {
		const asked = { method: "POST", url: "/mini-games/plinko.data", cookie: "language=en" };
		const { headers, body } = ask({ ...asked, accept: "*/*" });
		expect(headers["Content-Type"]).toBe("text/x-script; charset=utf-8");
		const message = expect.stringContaining("Try again in a few seconds");
		expect(await decodeData(body)).toEqual({ data: { ok: false, code: "siteBusy", message } });
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

const FILES = new Set(["/assets/root-1234.css", "/favicon.svg"]);

it.each([
	["/", "page"],
	["/store.data", "page"],
	["/live", "stream"],
	["/lively", "page"],
	["/api/image-proxy", "part"],
	["/slot-images/mug.webp", "part"],
	["/assets/root-1234.css", undefined],
	["/assets/none-1234.css", "page"],
	["/assets/root-1234.css?again=1", "page"],
	["/favicon.svg", undefined],
	["/healthz", undefined],
	["/metrics", undefined],
])("%s waits in the lane %s", (path, lane) => {
	expect(createLanes(FILES, () => 0)(path)).toBe(lane);
});

it("whoever asks after the site's health never waits, unless that is a flood", () => {
	let time = 0;
	const laneOfRead = createLanes(FILES, () => time);
	const lanes = Array.from({ length: 30 }, () => laneOfRead("/healthz") ?? "none");
	expect(lanes.filter((lane) => lane === "none")).toHaveLength(20);
	expect(lanes.at(-1)).toBe("page");
	time = 1000;
	expect(laneOfRead("/healthz")).toBeUndefined();
});
