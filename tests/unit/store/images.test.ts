import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MAX_IMAGE_BYTES, readImage, storeImage } from "~/pictures/image-folder.server";
import { expectRefusal } from "../../support/expectations";

let folder: string;
beforeEach(async () => {
	folder = join(await mkdtemp(join(tmpdir(), "plateia-images-")), "images");
});
afterEach(() => rm(join(folder, ".."), { recursive: true, force: true }));

const drawing = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 4, background: { r: 200, g: 30, b: 60, alpha: 0.5 } } });
const stored = async (file: Uint8Array) => {
	const name = await storeImage({ IMAGE_FOLDER: folder }, file);
	return { name, image: sharp(await readFile(join(folder, name))) };
};

describe("an uploaded picture", () => {
	it.each(["png", "jpeg", "webp", "gif", "avif"] as const)(
		"in %s is converted to WebP of at most 1200 px",
		async (format) => {
			const { name, image } = await stored(await drawing(1800, 600).toFormat(format).toBuffer());
			expect(name).toMatch(/^[0-9a-f]{32}\.webp$/);
			expect(await image.metadata()).toMatchObject({ format: "webp", width: 1200, height: 400 });
			expect(await readdir(folder), "no partial file is left").toEqual([name]);
		},
	);

	it("loses its metadata but keeps its orientation", async () => {
		const photo = await drawing(200, 100)
			.jpeg()
			.withExif({ IFD0: { Artist: "Ana", Orientation: "6" }, IFD3: { GPSLatitude: "38/1 0/1 0/1" } })
			.withMetadata({ orientation: 6 })
			.toBuffer();
		const metadata = await (await stored(photo)).image.metadata();
		expect(metadata).toMatchObject({ width: 100, height: 200 });
		expect([metadata.exif, metadata.xmp, metadata.icc]).toEqual([undefined, undefined, undefined]);
	});

	it("that is animated is reduced to its first frame", async () => {
		const frames = Buffer.concat([0, 120, 240].map((grey) => Buffer.alloc(20 * 20 * 3, grey)));
		const gif = await sharp(frames, { raw: { width: 20, height: 60, channels: 3, pageHeight: 20 } })
			.gif()
			.toBuffer();
		expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(3);
		expect((await (await stored(gif)).image.metadata()).pages).toBeUndefined();
	});

	it("has a name that depends only on its content", async () => {
		const file = await drawing(50, 50).png().toBuffer();
		expect(await storeImage({ IMAGE_FOLDER: folder }, file)).toBe(
			await storeImage({ IMAGE_FOLDER: folder }, file),
		);
		expect(await readdir(folder)).toHaveLength(1);
	});

	it("loses data after the end of the picture", async () => {
		const file = Buffer.concat([
			await drawing(50, 50).png().toBuffer(),
			Buffer.from("<script>alert(1)</script>"),
		]);
		const { name } = await stored(file);
		expect((await readFile(join(folder, name))).includes("script")).toBe(false);
	});
});

describe("the upload is refused for", () => {
	it("a file that is not a raster picture", async () => {
		const svg =
			'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
		const png = await drawing(300, 300).png().toBuffer();
		const wrong = [
			Buffer.alloc(0),
			Buffer.from("hello"),
			Buffer.from(svg),
			Buffer.from(`<?xml version="1.0"?>${svg}`),
			Buffer.from("%PDF-1.7 and so on"),
			Buffer.concat([Buffer.from("GIF89a"), Buffer.from(svg)]),
			Buffer.concat([Buffer.from("\xff\xd8\xff", "latin1"), Buffer.alloc(5000, 7)]),
			png.subarray(0, 60),
			png.subarray(0, png.byteLength - 30),
		];
		for (const bytes of wrong)
			await expectRefusal(storeImage({ IMAGE_FOLDER: folder }, bytes), "imageUnreadable");
		await expect(readdir(folder)).rejects.toMatchObject({ code: "ENOENT" });
	});

	it("a file with too many bytes, and a decompression bomb", async () => {
		const file = Buffer.concat([await drawing(9, 9).png().toBuffer(), Buffer.alloc(MAX_IMAGE_BYTES)]);
		await expectRefusal(storeImage({ IMAGE_FOLDER: folder }, file), "imageTooLarge");
		const bomb = await drawing(5001, 5000).png({ compressionLevel: 9 }).toBuffer();
		expect(bomb.byteLength).toBeLessThan(1_000_000);
		await expectRefusal(storeImage({ IMAGE_FOLDER: folder }, bomb), "imageTooLarge");
	});
});

describe("the image folder", () => {
	it("returns a picture with its type", async () => {
		const name = await storeImage({ IMAGE_FOLDER: folder }, await drawing(20, 20).png().toBuffer());
		expect(await readImage({ IMAGE_FOLDER: folder }, name)).toMatchObject({ type: "image/webp" });
		await writeFile(join(folder, "manual.JPG"), "bytes");
		expect(await readImage({ IMAGE_FOLDER: folder }, "manual.JPG")).toMatchObject({ type: "image/jpeg" });
	});

	it("returns nothing for unknown names, other file types and folders", async () => {
		await storeImage({ IMAGE_FOLDER: folder }, await drawing(20, 20).png().toBuffer());
		await writeFile(join(folder, "page.html"), "<p>");
		for (const name of ["none.webp", "page.html", "", ".", "none.webp/x.png"]) {
			expect(await readImage({ IMAGE_FOLDER: folder }, name), name).toBeUndefined();
		}
	});
});
