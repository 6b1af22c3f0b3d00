import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { heightIn } from "~/social/frame-height";
import { frameAddress, permalinkIn } from "~/social/post-address";
import { propertySeed } from "../../support/test-size";

const CODE = "CxYz_12-abC";
const POST = `https://www.instagram.com/p/${CODE}/`;
const embed = (permalink: string) => `<blockquote class="instagram-media" data-instgrm-captioned
	data-instgrm-permalink="${permalink}" data-instgrm-version="14" style=" background:#FFF; border:0;">
	<div><a href="${permalink}" target="_blank"> <svg width="50px"></svg> View this post on Instagram</a></div>
	</blockquote>\n<script async src="//www.instagram.com/embed.js"></script>`;

describe("a pasted embed code or URL", () => {
	it.each([
		POST,
		`http://instagram.com/p/${CODE}`,
		`  https://www.instagram.com/p/${CODE}/?igsh=MzRlODBiNWFlZA==#top \n`,
		`https://www.instagram.com/some.one_1/p/${CODE}/`,
		`https://www.instagram.com/p/${CODE}/embed/captioned/?cr=1`,
		embed(`${POST}?utm_source=ig_embed&amp;utm_campaign=loading`),
		`<iframe src='${POST}embed/'></iframe>`,
	])("is reduced to the post's permalink: %s", (pasted) => expect(permalinkIn(pasted)).toBe(POST));

	it("may be a reel or a video", () => {
		const at = (kind: string) => `https://www.instagram.com/${kind}/${CODE}/`;
		expect([at("reel"), embed(at("reels")), at("tv")].map(permalinkIn)).toEqual([
			at("reel"),
			at("reel"),
			at("tv"),
		]);
	});

	it.each([
		"",
		"https://www.instagram.com/someone/",
		`https://www.instagram.com/stories/someone/${CODE}/`,
		`https://www.instagram.com.evil.example/p/${CODE}/`,
		`https://evilinstagram.com/p/${CODE}/`,
		`https://www.instagram.com@evil.example/p/${CODE}/`,
		`https://user:secret@www.instagram.com/p/${CODE}/`,
		`https://evil.example/?${POST}`,
		`javascript:alert(1)//${POST}`,
		`<a href="javascript:location='${POST}'">post</a>`,
		embed(`https://www.instagram.com/p/"><script>alert(1)</script>/`),
		`${POST}${"x".repeat(20_000)}`,
	])("is refused: %s", (pasted) => expect(permalinkIn(pasted)).toBeUndefined());

	it("gives only permalinks of Instagram, for random texts", () => {
		const piece = fc.oneof(
			fc.string(),
			fc.constantFrom(
				POST,
				"<",
				">",
				'"',
				"href=",
				"https://",
				"instagram.com",
				"/p/",
				CODE,
				"@",
				"\\",
				"%2e",
			),
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
				const permalink = permalinkIn(pieces.join(""));
				expect(typeof permalink).toMatch(/^(string|undefined)$/);
				if (permalink === undefined) return;
				expect(permalink).toMatch(/^https:\/\/www\.instagram\.com\/(p|reel|tv)\/[\w-]{5,40}\/$/);
				expect(permalinkIn(permalink)).toBe(permalink);
				expect(new URL(frameAddress(permalink)).origin).toBe("https://www.instagram.com");
			}),
			{ numRuns: 500, seed: propertySeed(20260304) },
		);
	});

	it("is parsed in linear time: hostile text of a megabyte is parsed before the test times out", () => {
		for (const hostile of ['<a href="', "<a href=", "data-instgrm-permalink =  ", "<", "https://"]) {
			expect(permalinkIn(hostile.repeat(Math.floor(1_000_000 / hostile.length)))).toBeUndefined();
		}
	});
});

it("the frame of a post has the requested height within bounds, and other messages are ignored", () => {
	const measure = (height: unknown) => JSON.stringify({ type: "MEASURE", details: { height } });
	expect([measure(731.2), measure(3), measure(1e9)].map(heightIn)).toEqual([732, 200, 2000]);
	const others = [
		...[undefined, null, 731, { type: "MEASURE", details: { height: 731 } }, "", "{", "null", "[]"],
		...[measure("731"), measure(null), '{"type":"MEASURE"}', '{"type":"MEASURE","details":null}'],
		...['{"type":"MOUNTED","details":{"height":731}}', `${measure(731)}${" ".repeat(10_001)}`],
	];
	for (const message of others) expect(heightIn(message), String(message)).toBeUndefined();
});
