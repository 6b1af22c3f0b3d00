import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { iconResponse } from "~/pwa/icons.server";
import { manifestOf } from "~/pwa/manifest.server";
import { OFFLINE_HEADERS, OFFLINE_PAGE } from "~/pwa/offline-page.server";

const bytesAt = async (path: string) => Buffer.from(await (await iconResponse(path)).arrayBuffer());

describe("an icon", () => {
	it.each([
		["/apple-touch-icon.png", 180, 180],
		["/icons/192.png", 192, 192],
		["/icons/512.png", 512, 512],
		["/icons/maskable-512.png", 512, 512],
		["/share.png", 1200, 630],
	])("%s is a PNG of %i × %i pixels that browsers cache for a day", async (path, width, height) => {
		const response = await iconResponse(path);
		expect(response.headers.get("Content-Type")).toBe("image/png");
		expect(response.headers.get("Cache-Control")).toBe("public, max-age=86400");
		expect(await sharp(await bytesAt(path)).metadata()).toMatchObject({ format: "png", width, height });
	});

	it.each(["/icons/none.png", "/icons/__proto__", "/icons/constructor"])(
		"%s does not exist",
		async (path) => {
			expect((await iconResponse(path)).status).toBe(404);
		},
	);
});

describe("the web app manifest", () => {
	it("has the channel's name, and icons of 192 and 512 pixels and one that may be masked", async () => {
		const { icons, ...manifest } = manifestOf({ name: "Navalhas", description: "A casa do canal" });
		expect(manifest).toMatchObject({
			name: "Navalhas",
			short_name: "Navalhas",
			description: "A casa do canal",
			start_url: "/",
			display: "standalone",
			lang: "pt",
		});
		expect(icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
			"192x192 any",
			"512x512 any",
			"512x512 maskable",
		]);
		for (const { src } of icons) expect((await iconResponse(src)).status, src).toBe(200);
	});
});

it("the offline page is in both languages, and its policy allows its style and nothing else", () => {
	expect(OFFLINE_PAGE).toContain('<section lang="pt"><h1>Estás sem ligação</h1>');
	expect(OFFLINE_PAGE).toContain('<section lang="en"><h2>You\'re offline</h2>');
	expect(OFFLINE_PAGE).not.toMatch(/<script|src=|href="[^"]/);
	expect(OFFLINE_HEADERS["Content-Security-Policy"]).toMatch(
		/^default-src 'none'; style-src 'sha256-[^']+';/,
	);
});
