import { DomainError } from "~/forms/domain-error";

const MAX_PIXELS = 40_000_000;
const WORK_SECONDS = 10;
const BACKGROUND = "#25222e";

/** Checks the signature of the file, so that only raster formats reach a decoder, and no SVG. */
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
 * Re-encodes a picture: its first frame as WebP, upright, scaled to fit, without metadata such as the location.
 * @param longestSide in pixels; a smaller picture is not enlarged.
 * @param fit `cover` cuts the picture to a square of its middle, on a dark background.
 * @throws {DomainError} `imageTooLarge` above 40 megapixels; `imageUnreadable` for other formats than JPEG, PNG, GIF,
 * WebP and AVIF, a damaged file, or after 10 s.
 */
export async function reencodeImage(
	bytes: Buffer,
	longestSide: number,
	{ fit = "inside", maxPixels = MAX_PIXELS }: { fit?: "inside" | "cover"; maxPixels?: number } = {},
): Promise<Buffer> {
	if (!isRaster(bytes)) throw new DomainError("imageUnreadable");
	// Loaded on demand, because it is heavy and most processes never need it.
	const { default: sharp } = await import("sharp");
	try {
		const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
		if (width * height > maxPixels) throw new DomainError("imageTooLarge");
		const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" })
			.timeout({ seconds: WORK_SECONDS })
			.autoOrient()
			.resize({ width: longestSide, height: longestSide, fit, withoutEnlargement: fit === "inside" });
		return await (fit === "cover" ? image.flatten({ background: BACKGROUND }) : image)
			.webp({ quality: 84 })
			.toBuffer();
	} catch (error) {
		throw error instanceof DomainError ? error : new DomainError("imageUnreadable");
	}
}
