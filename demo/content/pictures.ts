/** Stores the drawings of the example content in the image folder. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";

/**
 * Renders `art/ART.svg` as WebP, 1000 pixels wide, into the image folder, which is created if missing. Replaces an
 * existing file.
 * @returns the picture's file name.
 */
export async function storeDrawing(imageFolder: string, art: string): Promise<string> {
	const image = `${art}.webp`;
	const drawing = await readFile(new URL(`art/${art}.svg`, import.meta.url));
	await mkdir(imageFolder, { recursive: true });
	await writeFile(join(imageFolder, image), await sharp(drawing).resize(1000).webp().toBuffer());
	return image;
}
