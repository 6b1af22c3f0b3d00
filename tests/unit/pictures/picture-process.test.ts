import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { createPictureProcess, type PictureJob } from "~/pictures/picture-process.server";
import { reencodeImage } from "~/pictures/re-encoded-image.server";
import { expectRefusal } from "../../support/expectations";

const drawing = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 3, background: "#c33a63" }, limitInputPixels: false });
const png = (width: number, height: number) => drawing(width, height).png().toBuffer();
const UNREADABLE = { fault: "imageUnreadable" };

const jobOf = (bytes: Buffer): PictureJob => ({
	bytes,
	limits: { pixels: 1_000_000, side: 1000, bytes: 4_000_000 },
	side: 100,
	fit: "inside",
});

describe("a picture within the limits", () => {
	it.each([
		["a photo of 24 megapixels", 5712, 4284, "jpeg"],

		["a screenshot of 4K in AVIF", 3840, 2160, "avif"],
		["the longest strip", 8192, 1, "png"],
	] as const)("is re-encoded: %s", async (_name, width, height, format) => {
		const picture = await reencodeImage(
			await drawing(width, height).toFormat(format, { effort: 1 }).toBuffer(),
			80,
		);
		expect(await sharp(picture).metadata()).toMatchObject({ format: "webp", width: 80 });
	});
});

describe("a picture is refused by its header, before it is decoded, if it has", () => {
	it.each([
		["too high a side", () => png(1, 8193)],
		["too wide a side", () => png(8193, 1)],
		["too many pixels", () => png(6000, 4200)],
		[
			"too many bytes of deep colour",
			() => drawing(4400, 4400).ensureAlpha().toColourspace("rgb16").png().toBuffer(),
		],
		["too many pixels for a decoder of AVIF", () => drawing(4000, 4000).avif({ effort: 0 }).toBuffer()],
	])("%s", async (_name, make) => {
		const bytes = await make();
		// Without its end the picture cannot be decoded.
		const header = bytes.subarray(0, bytes.byteLength - 40);
		await expectRefusal(reencodeImage(header, 80), "imageTooLarge");
	});
});

describe("the process that decodes pictures", () => {
	it("answers pictures that are sent at once, each with its own result", async () => {
		const reencode = createPictureProcess();
		const widths = [10, 20, 30, 40];
		const answers = await Promise.all(widths.map(async (width) => reencode(jobOf(await png(width, 10)))));
		const sizes = await Promise.all(answers.map(({ picture }) => sharp(picture).metadata()));
		expect(sizes.map(({ width }) => width)).toEqual(widths);
	});

	it("ends with a picture that takes too much memory, and starts again with the next one", async () => {
		const reencode = createPictureProcess({ maxMemory: 1 });
		const job = jobOf(await png(10, 10));
		expect(await Promise.all([reencode(job), reencode(job)])).toEqual([UNREADABLE, UNREADABLE]);
	});

	it("ends with a picture that takes too long, and starts again with the next one", async () => {
		// No process starts within 0 ms.
		const reencode = createPictureProcess({ withinMs: 0 });
		const job = jobOf(await png(10, 10));
		expect(await Promise.all([reencode(job), reencode(job)])).toEqual([UNREADABLE, UNREADABLE]);
	});
});
