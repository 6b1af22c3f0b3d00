import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { DomainError } from "./domain-error";

/** Bytes of an uploaded picture. */
export const MOST_IMAGE_BYTES = 5 * 1024 * 1024;
const MOST_PIXELS = 40_000_000;
/** Longest side of a stored picture, in pixels. */
const LONGEST_SIDE = 1200;
const WORK_SECONDS = 10;

const TYPES: Record<string, string> = {
	".avif": "image/avif",
	".gif": "image/gif",
	".jpeg": "image/jpeg",
	".jpg": "image/jpeg",
	".png": "image/png",
	".webp": "image/webp",
};

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
 * Stores a picture made anew from its pixels: its first frame as WebP, upright, scaled to fit 1200 px, without
 * anything else that the file held, such as where it was taken.
 * @returns the file's name, which its content decides.
 * @throws {DomainError} `imageTooLarge`, `imageUnreadable`.
 */
export async function storeImage(folder: string, file: Uint8Array): Promise<string> {
	if (file.byteLength > MOST_IMAGE_BYTES) throw new DomainError("imageTooLarge");
	const bytes = Buffer.from(file);
	if (!isRaster(bytes)) throw new DomainError("imageUnreadable");
	const made = await remake(bytes);
	const name = `${createHash("sha256").update(made).digest("hex").slice(0, 32)}.webp`;
	await mkdir(folder, { recursive: true });
	// Renamed into place, so that nobody reads half of it.
	const half = join(folder, `.${crypto.randomUUID()}`);
	try {
		await writeFile(half, made);
		await rename(half, join(folder, name));
	} catch (error) {
		await rm(half, { force: true });
		throw error;
	}
	return name;
}

async function remake(bytes: Buffer): Promise<Buffer> {
	// Loaded when it is needed: it is heavy, and most processes of a site never get an upload.
	const { default: sharp } = await import("sharp");
	try {
		const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
		if (width * height > MOST_PIXELS) throw new DomainError("imageTooLarge");
		return await sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" })
			.timeout({ seconds: WORK_SECONDS })
			.autoOrient()
			.resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: "inside", withoutEnlargement: true })
			.webp({ quality: 84 })
			.toBuffer();
	} catch (error) {
		throw error instanceof DomainError ? error : new DomainError("imageUnreadable");
	}
}

/**
 * Reads a picture of the folder.
 * @param name without a path: see `isImageFileName`.
 * @returns undefined when there is none of that name.
 */
export async function readImage(
	folder: string,
	name: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | undefined> {
	const type = TYPES[extname(name).toLowerCase()];
	if (type === undefined) return undefined;
	try {
		return { bytes: new Uint8Array(await readFile(join(folder, name))), type };
	} catch (error) {
		if (["ENOENT", "EISDIR", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? ""))
			return undefined;
		throw error;
	}
}

/** Whether a name is made from its file's content, so that it never stands for another picture. */
export const isLastingName = (name: string): boolean => /^[0-9a-f]{32}\.webp$/.test(name);
