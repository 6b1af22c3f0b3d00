import { describe, expect, it } from "vitest";
import { isImage, isImageFileName } from "~/lib/web-address";
import { imageSource } from "~/pictures/pictures";

describe("a picture", () => {
	it.each([
		["https://cdn.example/a%20b.png", "https://cdn.example/a%20b.png"],
		["http://cdn.example/mug", "http://cdn.example/mug"],
		["mug.webp", "/slot-images/mug.webp"],
		["httpfoo.png", "/slot-images/httpfoo.png"],
		["", undefined],
	])("%j is loaded from %j", (image, source) => {
		expect(imageSource(image)).toBe(source);
	});

	it.each(["mug.webp", "a.b-c_d.JPG", "0.png", "x.jpeg", "y.gif", "z.avif"])(
		"%j is a valid file name",
		(name) => {
			expect(isImageFileName(name)).toBe(true);
		},
	);

	it.each(["", ".webp", "../mug.webp", "mug.svg", "a..webp", `${"a".repeat(150)}.png`, "mug.webp\n"])(
		"%j is not a valid file name",
		(name) => {
			expect(isImageFileName(name)).toBe(false);
		},
	);

	it.each(["javascript:alert(1).png", "data:image/png;base64,xx", "https://ana:secret@cdn.example/x.png"])(
		"%j is neither a valid URL nor a file name",
		(text) => {
			expect(isImage(text)).toBe(false);
		},
	);
});
