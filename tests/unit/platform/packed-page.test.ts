import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { packPage } from "~/platform/packed-page.server";

const unpacked = (packed: Buffer) => gunzipSync(packed).toString("utf8");

it("gives a page with its own values in place of those that it was made with", () => {
	const page = packPage('<p nonce="AAAA">São 3 €</p><script nonce="AAAA">id("B-1")</script>', {
		nonce: "AAAA",
		id: "B-1",
	});
	expect(unpacked(page.withValues({ nonce: "zz+/zz==", id: "" }))).toBe(
		'<p nonce="zz+/zz==">São 3 €</p><script nonce="zz+/zz==">id("")</script>',
	);
});

it("takes about as many bytes as a page that is compressed as a whole", () => {
	const html = `<main>${"<article><h2>Caneca</h2><p>500 pontos</p></article>".repeat(400)}</main>`;
	const page = packPage(`${html}<script nonce="NONCE">1</script>`, { nonce: "NONCE" });
	expect(page.withValues({ nonce: "OTHER" }).length).toBeLessThan(html.length / 50);
});

it("is any page, whatever it holds and wherever its values stand", () => {
	const part = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll(/[\ue000\ue001]/g, ""));
	const page = fc.array(fc.oneof(part, fc.constant("\ue000"), fc.constant("\ue001")), { maxLength: 12 });
	fc.assert(
		fc.property(page, part, part, (parts, a, b) => {
			const html = parts.join("");
			const packed = packPage(html, { a: "\ue000", b: "\ue001" });
			// Half a character pair, which no text in UTF-8 can hold, becomes the same mark on both sides.
			const expected = Buffer.from(html.replaceAll("\ue000", () => a).replaceAll("\ue001", () => b));
			expect(unpacked(packed.withValues({ a, b }))).toBe(expected.toString("utf8"));
		}),
	);
});
