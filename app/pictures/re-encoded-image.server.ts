import { DomainError } from "~/forms/domain-error";

const MAX_PIXELS = 40_000_000;
const WORK_SECONDS = 10;

/** By what a file of a raster format begins with; nothing else, an SVG above all, ever meets a decoder. */
function isRaster(bytes: Buffer): boolean {
	const text = bytes.toString("latin1", 0, 12);
	return (
		text.startsWith("\xff\xd8\xff") ||
		text.startsWith("\x89PNG\r\n\x1a\n") ||
		/^GIF8[79]a/.test(text) ||
		/^RIFF.{4}WEBP/s.test(text) ||
		/^.{4}ftypavi[fs]/s.test(text)
	);
}

/**
 * Makes a picture anew from its pixels: its first frame as WebP, upright, scaled to fit, without anything
 * else that the file held, such as where it was taken.
 * @param longestSide in pixels.
 * @throws {DomainError} `imageTooLarge`, `imageUnreadable`.
 */
export async function remakeImage(bytes: Buffer, longestSide: number): Promise<Buffer> {
	if (!isRaster(bytes)) throw new DomainError("imageUnreadable");
	// Loaded when it is needed: it is heavy, and most processes of a site never get a picture.
	const { default: sharp } = await import("sharp");
	try {
		const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
		if (width * height > MAX_PIXELS) throw new DomainError("imageTooLarge");
		return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: "error" })
			.timeout({ seconds: WORK_SECONDS })
			.autoOrient()
			.resize({ width: longestSide, height: longestSide, fit: "inside", withoutEnlargement: true })
			.webp({ quality: 84 })
			.toBuffer();
	} catch (error) {
		throw error instanceof DomainError ? error : new DomainError("imageUnreadable");
	}
}
