import { DomainError } from "~/forms/domain-error";
import { createPictureProcess } from "./picture-process.server";

/** Pictures of a camera with 24 megapixels have up to 24.5. */
const MAX_PIXELS = 25_000_000;
/** A screenshot of an 8K screen is 7680 pixels wide. */
const MAX_SIDE = 8192;
/** Memory of the decoded picture: 25 megapixels in colours of 16 bits, or 12.5 in AVIF. */
const MAX_DECODED_BYTES = 150_000_000;

const reencode = createPictureProcess();

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
 * Re-encodes a picture: its first frame as WebP, upright, scaled to fit, without metadata such as the location. It is
 * decoded in a separate process: see `createPictureProcess`.
 * @param longestSide in pixels; a smaller picture is not enlarged.
 * @param fit `cover` cuts the picture to a square of its middle, on a dark background.
 * @throws {DomainError} `imageTooLarge` above 25 megapixels, 8192 pixels on a side or 150 MB of decoded pixels;
 * `imageUnreadable` for other formats than JPEG, PNG, GIF, WebP and AVIF, a damaged file, or one whose decoder needs more
 * than 10 s or 400 MB.
 */
export async function reencodeImage(
	bytes: Buffer,
	longestSide: number,
	{ fit = "inside", maxPixels = MAX_PIXELS }: { fit?: "inside" | "cover"; maxPixels?: number } = {},
): Promise<Buffer> {
	if (!isRaster(bytes)) throw new DomainError("imageUnreadable");
	const limits = { pixels: maxPixels, side: MAX_SIDE, bytes: MAX_DECODED_BYTES };
	const { picture, fault = "imageUnreadable" } = await reencode({ bytes, limits, side: longestSide, fit });
	if (!picture) throw new DomainError(fault);
	return Buffer.from(picture);
}
